/** Small changes of the product's code that a test should notice, each by itself. */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** Texts from `start` to `end` of a file are replaced. */
export interface Mutant {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** Words, styles and lists are no logic. */
const left = /\.test\.ts$|\/language\/(en|tr)\/|\/style\/|\/migrations\//

/** Every mutant of the tree, in the order of its files. */
export function mutantsOf(root: string): readonly Mutant[] {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !left.test(file))
  return files.toSorted().flatMap((file) => mutantsIn(file, readFileSync(`${root}/${file}`, 'utf8')))
}

export const mutated = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end)

const operators: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
  ...{ '&&': '||', '||': '&&', '+': '-', '-': '+', '*': '/', '/': '*' }
}
const methods: Readonly<Record<string, string>> = {
  ...{ min: 'max', max: 'min', some: 'every', every: 'some', floor: 'ceil', ceil: 'floor', round: 'floor' },
  ...{ at: 'indexOf', find: 'findLast', findLast: 'find', slice: 'concat' }
}

export function mutantsIn(file: string, text: string): readonly Mutant[] {
  const found: Mutant[] = []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const add = (node: ts.Node, replacement: string | undefined): void => {
    if (replacement !== undefined)
      found.push({ file, start: node.getStart(), end: node.getEnd(), replacement })
  }
  const isText = (node: ts.Node): boolean => ts.isStringLiteral(node) || ts.isTemplateExpression(node)
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isBinaryExpression(node) && !isText(node.left) && !isText(node.right))
      add(node.operatorToken, operators[node.operatorToken.getText()])
    if (ts.isNumericLiteral(node)) add(node, otherNumber(Number(node.text.replaceAll('_', ''))))
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false')
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true')
    if (ts.isPrefixUnaryExpression(node) && node.operator !== ts.SyntaxKind.PlusToken)
      add(node, node.operand.getText())
    if (ts.isConditionalExpression(node)) add(node.condition, `!(${node.condition.getText()})`)
    if (ts.isIfStatement(node)) add(node.expression, `!(${node.expression.getText()})`)
    if (ts.isExpressionStatement(node) && callOf(node.expression) !== null) add(node, '')
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression
      if (Object.hasOwn(methods, name.text)) add(name, methods[name.text])
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const otherNumber = (value: number): string => String(Number.isInteger(value) ? value + 1 : value * 1.1)

function callOf(expression: ts.Expression): ts.CallExpression | null {
  if (ts.isCallExpression(expression)) return expression
  return ts.isAwaitExpression(expression) ? callOf(expression.expression) : null
}
