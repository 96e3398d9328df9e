/** What can be counted of the service's code with TypeScript's own scanner and symbols. */
import ts from 'typescript'

export interface CodeCounts {
  imports: number
  reExports: number
  commentLines: number
  tokens: number
  exports: number
  exportsUsedByOneFile: number
  exportedTypes: number
  nightTypes: number
}

/** @param paths absolute paths of the files to count; what else they import is only resolved. */
export function countCode(paths: readonly string[]): CodeCounts {
  const program = ts.createProgram(paths, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    noEmit: true,
    noLib: true,
    types: []
  })
  const checker = program.getTypeChecker()
  const wanted = new Set(paths)
  const sources = program.getSourceFiles().filter(({ fileName }) => wanted.has(fileName))
  const importers = importersOf(sources, checker)
  const exported = sources.flatMap((source) => {
    const module = checker.getSymbolAtLocation(source)
    return module === undefined ? [] : checker.getExportsOfModule(module)
  })
  const statements = sources.flatMap((source) => source.statements)
  const types = sources.flatMap(namedTypes)
  return {
    imports: statements.filter(ts.isImportDeclaration).length,
    reExports: statements.filter((node) => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
      .length,
    ...scan(sources),
    exports: exported.length,
    exportsUsedByOneFile: exported.filter((symbol) => importers.get(symbol)?.size === 1).length,
    exportedTypes: types.filter(isExported).length,
    nightTypes: types.filter(({ name }) => name.text.includes('Night')).length
  }
}

/** Of each exported symbol: the files that import it by name. */
function importersOf(
  sources: readonly ts.SourceFile[],
  checker: ts.TypeChecker
): ReadonlyMap<ts.Symbol, ReadonlySet<string>> {
  const importers = new Map<ts.Symbol, Set<string>>()
  for (const source of sources)
    for (const name of source.statements.flatMap(importedNames)) {
      const symbol = checker.getSymbolAtLocation(name)
      if (symbol === undefined) continue
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      importers.set(target, (importers.get(target) ?? new Set()).add(source.fileName))
    }
  return importers
}

function importedNames(node: ts.Statement): readonly ts.Node[] {
  const names = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings
    : ts.isExportDeclaration(node)
      ? node.exportClause
      : undefined
  if (names === undefined || ts.isNamespaceImport(names) || ts.isNamespaceExport(names)) return []
  return names.elements.map(({ name }) => name)
}

type NamedType = ts.InterfaceDeclaration | ts.TypeAliasDeclaration
const isNamedType = (node: ts.Node): node is NamedType =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
const namedTypes = (source: ts.SourceFile): readonly NamedType[] => source.statements.filter(isNamedType)
const isExported = (node: NamedType): boolean =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false

/** Lines on which a comment stands, and tokens of code. Every token of the tree has its comments before it. */
function scan(sources: readonly ts.SourceFile[]): Pick<CodeCounts, 'commentLines' | 'tokens'> {
  let commentLines = 0
  let tokens = 0
  for (const source of sources) {
    const lines = new Set<number>()
    const visit = (node: ts.Node): void => {
      if (ts.isJSDoc(node)) return
      const children = node.getChildren(source)
      for (const child of children) visit(child)
      if (children.length > 0) return
      if (node.end > node.getStart(source)) tokens++
      for (const range of commentsAround(source.text, node)) {
        const last = source.getLineAndCharacterOfPosition(range.end).line
        for (let line = source.getLineAndCharacterOfPosition(range.pos).line; line <= last; line++)
          lines.add(line)
      }
    }
    visit(source)
    commentLines += lines.size
  }
  return { commentLines, tokens }
}

const commentsAround = (text: string, node: ts.Node): readonly ts.CommentRange[] => [
  ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
  ...(ts.getTrailingCommentRanges(text, node.end) ?? [])
]
