/** What can be counted of the imports between the service's files, as dependency-cruiser reports them. */
import { execFileSync } from 'node:child_process'
import { isService } from './files.ts'

export interface Module {
  readonly source: string
  readonly dependents: readonly string[]
}

/** Folders of `src/` that import each other, and files with a single importer. */
export interface ImportCounts {
  readonly folderPairs: readonly string[]
  readonly singleImporters: readonly string[]
}

export function cruise(root: string): readonly Module[] {
  const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'
  const args = [cruiser, 'src', '--no-config', '--ts-pre-compilation-deps', '--output-type', 'json']
  const json = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  return (JSON.parse(json) as { modules: readonly Module[] }).modules
}

export function countImports(modules: readonly Module[]): ImportCounts {
  const edges = modules
    .filter(({ source }) => isService(source))
    .map(({ source, dependents }) => ({ source, importers: dependents.filter(isService) }))
  const arrows = new Set(
    edges.flatMap(({ source, importers }) => importers.map((from) => `${roomOf(from)} ${roomOf(source)}`))
  )
  const isBothWays = (arrow: string): boolean => {
    const [from = '', to = ''] = arrow.split(' ')
    return from < to && arrows.has(`${to} ${from}`)
  }
  return {
    folderPairs: [...arrows].filter(isBothWays),
    singleImporters: edges.flatMap(({ source, importers: [first, ...others] }) =>
      first !== undefined && others.length === 0 && !first.endsWith('/registry.ts') ? [source] : []
    )
  }
}

const roomOf = (path: string): string => path.split('/')[1] ?? ''
