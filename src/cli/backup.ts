import { parseArgs } from 'node:util'
import { type Configuration, readConfiguration } from '../app/configuration.ts'
import { storeFolder } from '../app/data-folder.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { backUp, restore as restoreFile } from '../store/backup.ts'
import type { RowCounts } from '../store/copy-tables.ts'
import { openAnyVersion, openStore } from '../store/open.ts'
import { replaceBy } from '../store/way-back.ts'
import { type Command, reportFailure } from './command.ts'
import { copyProgress, jsonOption, reportRows, storeOptions } from './store-command.ts'

/** `ayaz restore`: a backup, or the SQLite database of a stopped service, into an empty database. */
export const restoreCommand: Command = {
  name: 'restore',
  run: restore
}

async function restore(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const asked = readWords(words)
  if (asked === null) {
    console.error(wordsIn(lang).cli.commands.restore.usage)
    return 64
  }
  const { file } = asked
  try {
    const configuration = readConfiguration(process.env)
    const counts = await (asked.replaces
      ? replace(asked, configuration)
      : intoConfigured(file, configuration))
    reportRows(counts, { isJson, said: wordsIn(lang).cli.restored(file) })
    return 0
  } catch (error) {
    return reportFailure(error, lang)
  }
}

interface Asked {
  readonly file: string
  readonly replaces: boolean
  readonly loseSince: number | null
}

/** Null: not as the usage says. */
function readWords(words: readonly string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { replace: { type: 'boolean' }, 'lose-since': { type: 'string' } }
    })
    const [file = '', ...rest] = positionals
    const { replace: replaces = false, 'lose-since': since } = values
    const loseSince = since === undefined ? null : Date.parse(since)
    if (file === '' || rest.length > 0 || Number.isNaN(loseSince) || (loseSince !== null && !replaces))
      return null
    return { file, replaces, loseSince }
  } catch {
    return null
  }
}

async function replace({ file, loseSince }: Asked, configuration: Configuration): Promise<RowCounts> {
  const options = storeOptions(configuration)
  const { database } = await openAnyVersion(options)
  try {
    const { dataDir } = options
    return await replaceBy(file, { store: database, dataDir, loseSince }, copyProgress())
  } finally {
    await database.queries.destroy()
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

export const backupCommand: Command = {
  name: 'backup',
  run: backup
}

async function backup(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const [file = '', ...rest] = words
  if (file === '' || file.startsWith('-') || rest.length > 0) {
    console.error(wordsIn(lang).cli.commands.backup.usage)
    return 64
  }
  try {
    // Before an update its database is backed up, by either version: nothing is migrated here.
    const options = storeOptions(readConfiguration(process.env))
    const { database } = await openAnyVersion(options)
    try {
      const counts = await backUp(database, file, copyProgress(), options.dataDir)
      reportRows(counts, { isJson, said: wordsIn(lang).cli.backedUp(file) })
      return 0
    } finally {
      await database.queries.destroy()
    }
  } catch (error) {
    return reportFailure(error, lang)
  }
}
