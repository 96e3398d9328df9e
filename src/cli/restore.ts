/** `ayaz restore`: a backup, or the SQLite database of a stopped service, into an empty database. */
import { storeFolder } from '../app/data-folder.ts'
import { type Configuration, readConfiguration } from '../config/configuration.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { restore as restoreFile } from '../store/backup.ts'
import type { RowCounts } from '../store/copy-tables.ts'
import { openStore } from '../store/open.ts'
import type { Command } from './command.ts'
import { copyProgress, reportRows } from './copied-rows.ts'
import { reportFailure } from './exit-status.ts'
import { jsonOption, storeOptions } from './store-command.ts'

export const restoreCommand: Command = {
  name: 'restore',
  run: restore
}

async function restore(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const [file = '', ...rest] = words
  if (file === '' || file.startsWith('-') || rest.length > 0) {
    console.error(wordsIn(lang).cli.commands.restore.usage)
    return 64
  }
  try {
    const counts = await intoConfigured(file, readConfiguration(process.env))
    reportRows(counts, { isJson, said: wordsIn(lang).cli.restored(file) })
    return 0
  } catch (error) {
    return reportFailure(error, lang)
  }
}

async function intoConfigured(file: string, configuration: Configuration): Promise<RowCounts> {
  const dataDir = await storeFolder(configuration)
  if (configuration.databaseUrl === null)
    return restoreFile(file, { postgres: null, dataDir }, copyProgress())
  const store = await openStore(storeOptions(configuration))
  try {
    return await restoreFile(file, { postgres: store.database, dataDir }, copyProgress())
  } finally {
    await store.close()
  }
}
