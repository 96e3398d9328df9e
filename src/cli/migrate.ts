import { readConfiguration } from '../app/configuration.ts'
import { storeFolder } from '../app/data-folder.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { checkMigrations, openStore } from '../store/open.ts'
import { type Command, reportFailure } from './command.ts'
import { jsonOption, storeOptions } from './store-command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  run: migrate
}

async function migrate(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const said = wordsIn(lang).cli
  if (words.some((word) => word !== '--check')) {
    console.error(`${said.noArguments('migrate')}\n\n${said.commands.migrate.usage}`)
    return 64
  }
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
