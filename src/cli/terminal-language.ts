import { isLanguage, type Language } from '../language/language.ts'

/** By LC_ALL, LC_MESSAGES or LANG (`tr_TR.UTF-8`); English without a catalogue, and for machines (`--json`). */
export function terminalLanguage(
  environment: Readonly<Record<string, string | undefined>>,
  argv: readonly string[] = []
): Language {
  if (argv.includes('--json')) return 'en'
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  const tag = /^[a-z]+/i.exec(locale)?.[0].toLowerCase() ?? ''
  return isLanguage(tag) ? tag : 'en'
}
