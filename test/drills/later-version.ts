/** A later version of the service in a folder of its own: this one, with more migrations. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrations } from '../../src/store/migrations/registry.ts'
import type { Start } from '../crash/served.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** What the service reads. */
const copied = ['src', 'docs', 'package.json']

/** Statements of one migration; each works with the version before. */
export type Statements = readonly string[]

/** How it is started. @param steps its migrations after those of this version */
export function laterVersion(folder: string, steps: readonly Statements[]): Start {
  mkdirSync(folder)
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  addMigrations(folder, steps, true)
  return [process.execPath, join(folder, 'src/main.ts'), 'serve']
}

/** Adds migrations to a copy of the sources. @param olderGoOn whether the version before each works with it */
export function addMigrations(folder: string, steps: readonly Statements[], olderGoOn: boolean): void {
  const newest = migrations.at(-1)?.version ?? 0
  const objects = steps.map((statements, index) => migration(newest + index + 1, statements, olderGoOn))
  const file = join(folder, 'src/store/migrations/registry.ts')
  const all = readFileSync(file, 'utf8')
  const last = all.indexOf('\n]')
  writeFileSync(
    file,
    `import { sql } from 'kysely'\n${all.slice(0, last)},\n${objects.join(',\n')}${all.slice(last)}`
  )
}

function migration(version: number, statements: Statements, olderGoOn: boolean): string {
  const runs = statements.map((statement) => `await sql.raw(${JSON.stringify(statement)}).execute(queries)`)
  const worksFrom = olderGoOn ? `worksFrom: ${version - 1}, ` : ''
  return `{ version: ${version}, name: 'later', ${worksFrom}async up(queries) { ${runs.join('; ')} } }`
}
