/** `ayaz backup`: the whole database in one file, while the service goes on. */
import type { Language } from '../language/language.ts'
import { wordsIn } from '../language/language.ts'
import { backUp } from '../store/backup.ts'
import type { Command } from './command.ts'
import { copyProgress, reportRows } from './copied-rows.ts'
import { jsonOption, withStore } from './store-command.ts'

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
  return withStore(lang, async ({ database }) => {
    reportRows(await backUp(database, file, copyProgress()), {
      isJson,
      said: wordsIn(lang).cli.backedUp(file)
    })
    return 0
  })
}
