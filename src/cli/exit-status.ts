/** What a command that failed says, and the status it ends with. */

import { ConfigurationError, linesIn } from '../app/configuration.ts'
import { reasonIn } from '../app/reason.ts'
import { type Language, wordsIn } from '../language/language.ts'

/** Prints the error; answers 78 for a wrong configuration, else 69: something that is needed is missing. */
export function reportFailure(error: unknown, lang: Language): number {
  if (error instanceof ConfigurationError) {
    console.error(`${wordsIn(lang).cli.configurationMistakes}\n${linesIn(lang, error.mistakes)}`)
    return 78
  }
  console.error(reasonIn(lang, error))
  return 69
}
