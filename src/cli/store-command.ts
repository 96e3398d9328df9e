/** What commands share that need the store and nothing else: opening it, and reporting what prevents that. */
import { type Configuration, readConfiguration } from '../app/configuration.ts'
import type { Language } from '../language/language.ts'
import type { CopyProgress, RowCounts } from '../store/copy-tables.ts'
import { openExisting, type Store, type StoreOptions } from '../store/open.ts'
import { reportFailure } from './command.ts'
import { createProgress } from './observe/progress.ts'

/** Reports a wrong configuration, and a database that is missing or of another version, in words. */
export async function withStore(
  lang: Language,
  work: (store: Store, configuration: Configuration) => Promise<number>
): Promise<number> {
  try {
    const configuration = readConfiguration(process.env)
    const store = await openExisting(storeOptions(configuration))
    try {
      return await work(store, configuration)
    } finally {
      await store.close()
    }
  } catch (error) {
    return reportFailure(error, lang)
  }
}

export function storeOptions({
  databaseUrl: url,
  databasePool: poolSize,
  dataDir
}: Configuration): StoreOptions {
  return { url, poolSize, dataDir, now: Date.now() }
}

export function jsonOption(argv: readonly string[]): {
  readonly isJson: boolean
  readonly words: readonly string[]
} {
  return { isJson: argv.includes('--json'), words: argv.filter((word) => word !== '--json') }
}

export function columns(rows: readonly (readonly (string | number)[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, String(cell).length)
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) => String(cell).padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

export function copyProgress(): CopyProgress {
  const progress = createProgress(process.stderr, Date.now)
  return (copied, all, table) => {
    if (copied < all) progress.show(copied / all, `${table} ${copied}/${all}`)
    else progress.clear()
  }
}

export function reportRows(counts: RowCounts, { isJson, said }: { isJson: boolean; said: string }): void {
  if (isJson) console.log(JSON.stringify({ rows: counts }))
  else console.log(`${columns(Object.entries(counts))}\n${said}`)
}
