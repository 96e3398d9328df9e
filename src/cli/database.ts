import { parseArgs } from 'node:util'
import { type Configuration, readConfiguration } from '../app/configuration.ts'
import { storeFolder } from '../app/data-folder.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { backUp, restore as restoreFile } from '../store/backup.ts'
import type { RowCounts } from '../store/copy-tables.ts'
import { checkMigrations, openAnyVersion, openStore } from '../store/open.ts'
import { replaceBy } from '../store/way-back.ts'
import { reportFailure } from './command.ts'
import { refuse } from './refuse.ts'
import { copyProgress, jsonOption, reportRows, storeOptions } from './store-command.ts'

export async function migrateCommand(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const said = wordsIn(lang).cli
  if (words.some((word) => word !== '--check'))
    return refuse(`${said.noArguments('migrate')}\n\n${said.commands.migrate.usage}`)
  if (words.length > 0) return check(isJson, lang)
  try {
    const configuration = readConfiguration(process.env)
    const dataDir = await storeFolder(configuration)
    const store = await openStore({ ...storeOptions(configuration), dataDir })
    await store.close()
    const { engine, migrated } = store
    const { from, to } = migrated
    if (isJson) console.log(JSON.stringify({ engine, from, to }))
    else if (from === to) console.log(said.alreadyAt(engine, to))
    else console.log(said.migrated(engine, from, to))
    return 0
  } catch (error) {
    return reportFailure(error, lang)
  }
}

/** Answers 1 where something is to be done, so that a script can ask. */
async function check(isJson: boolean, lang: Language): Promise<number> {
  const said = wordsIn(lang).cli
  try {
    const { databaseUrl, dataDir } = readConfiguration(process.env)
    const { engine, from, to, missing, olderMayGoOn } = await checkMigrations({ url: databaseUrl, dataDir })
    if (isJson) console.log(JSON.stringify({ engine, from, to, missing, older_may_go_on: olderMayGoOn }))
    else if (from === to) console.log(said.alreadyAt(engine, to))
    else
      console.log(
        [
          said.wouldMigrate(engine, from, to),
          ...missing.map((name) => `  ${name}`),
          // Where there is no database yet, no process of an older version works with it.
          ...(from === 0 ? [] : [said.olderMayGoOn(olderMayGoOn)])
        ].join('\n')
      )
    return from === to ? 0 : 1
  } catch (error) {
    return reportFailure(error, lang)
  }
}

/** `ayaz restore`: a backup, or the SQLite database of a stopped service, into an empty database. */
export async function restoreCommand(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const asked = readWords(words)
  if (asked === null) return refuse(wordsIn(lang).cli.commands.restore.usage)
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

export async function backupCommand(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const [file = '', ...rest] = words
  if (file === '' || file.startsWith('-') || rest.length > 0)
    return refuse(wordsIn(lang).cli.commands.backup.usage)
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
