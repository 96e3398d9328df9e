/** `ayaz backup`: the whole database in one file, while the service goes on. */
import { readConfiguration } from '../app/configuration.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { backUp } from '../store/backup.ts'
import { openAnyVersion } from '../store/open.ts'
import { type Command, reportFailure } from './command.ts'
import { copyProgress, jsonOption, reportRows, storeOptions } from './store-command.ts'

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
