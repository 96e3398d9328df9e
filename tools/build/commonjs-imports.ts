/** Which members a bundle takes of packages of CommonJS. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import ts from 'typescript'

/**
 * Of a package of CommonJS, `import()` gives only `default` in the bundle, but under Node by itself each member too.
 * @throws for an `import()` of which anything else is taken, or of which it cannot be seen
 */
export function checkImports({ inputs }: Metafile, root: string): void {
  for (const [path, { imports }] of Object.entries(inputs)) {
    const packages = imports.flatMap(({ kind, path: to, original = '' }) =>
      kind === 'dynamic-import' && inputs[to]?.format === 'cjs' ? [original] : []
    )
    if (packages.length === 0) continue
    const [fault] = importFaults(readFileSync(join(root, path), 'utf8'), packages)
    if (fault !== undefined)
      throw new Error(`${path}: take only its default, \`const { default: name } = await ${fault}\`.`)
  }
}

/** Each `import()` of one of the packages of which more than `default` may be taken, as it is written. */
export function importFaults(code: string, packages: readonly string[]): readonly string[] {
  const faults: string[] = []
  const visit = (node: ts.Node): void => {
    if (isImportOf(node, packages) && !takesDefault(node.parent)) faults.push(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('module.ts', code, ts.ScriptTarget.Latest, true))
  return faults
}

/** What is not a plain name may be any package. */
function isImportOf(node: ts.Node, packages: readonly string[]): boolean {
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return false
  const [name] = node.arguments
  return name === undefined || !ts.isStringLiteralLike(name) || packages.includes(name.text)
}

/** `const { default: name } = await import('package')` */
function takesDefault(awaiting: ts.Node): boolean {
  const { parent } = awaiting
  if (!ts.isAwaitExpression(awaiting) || !ts.isVariableDeclaration(parent)) return false
  if (parent.initializer !== awaiting || !ts.isObjectBindingPattern(parent.name)) return false
  return parent.name.elements.every(
    ({ propertyName, dotDotDotToken }) =>
      propertyName?.getText() === 'default' && dotDotDotToken === undefined
  )
}
