/** In which language a command speaks. */
import { isLanguage, type Language } from '../language/language.ts'

/**
 * The language of the terminal by LC_ALL, LC_MESSAGES or LANG (`tr_TR.UTF-8`), the first that is set; English where
 * there is no catalogue for it, and for machines (`--json`).
 */
export function terminalLanguage(
  environment: Readonly<Record<string, string | undefined>>,
  argv: readonly string[] = []
): Language {
  if (argv.includes('--json')) return 'en'
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  const tag = /^[a-z]+/i.exec(locale)?.[0].toLowerCase() ?? ''
  return isLanguage(tag) ? tag : 'en'
}
