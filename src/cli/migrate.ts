/** `ayaz migrate`: brings the database to this version, without serving. */
import type { Command } from './command.ts'
import { jsonOption, withStore } from './store-command.ts'

const usage = `ayaz migrate
  Brings the database (DATABASE_URL, or SQLite in DATA_DIR) to the schema of this version. "ayaz serve" does so by itself; this is
  for whoever wants it done before. A database that a newer version has been at is refused and not touched.

  --json    for machines`

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database to this version',
  usage,
  run: migrate
}

async function migrate(argv: readonly string[]): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  if (words.length > 0) {
    console.error(`ayaz migrate takes no arguments.\n\n${usage}`)
    return 64
  }
  return withStore(async ({ engine, migrated: { from, to } }) => {
    if (isJson) console.log(JSON.stringify({ engine, from, to }))
    else if (from === to) console.log(`${engine}: already at version ${to}`)
    else console.log(`${engine}: from version ${from} to ${to}`)
    return 0
  })
}
