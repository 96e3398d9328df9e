/** `ayaz migrate`: brings the database to this version, without serving. */
import { type Language, wordsIn } from '../language/language.ts'
import type { Command } from './command.ts'
import { jsonOption, withStore } from './store-command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  run: migrate
}

async function migrate(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const said = wordsIn(lang).cli
  if (words.length > 0) {
    console.error(`${said.noArguments('migrate')}\n\n${said.commands.migrate.usage}`)
    return 64
  }
  return withStore(lang, async ({ engine, migrated: { from, to } }) => {
    if (isJson) console.log(JSON.stringify({ engine, from, to }))
    else if (from === to) console.log(said.alreadyAt(engine, to))
    else console.log(said.migrated(engine, from, to))
    return 0
  })
}
