import { ConfigurationError, linesIn } from '../app/configuration.ts'
import { reasonIn } from '../app/logged-error.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { refuse } from './refuse.ts'

/** The exit status: 0 done, 1 not done, 64 wrong usage, 69 something is missing, 78 wrong configuration. */
export type Command = (argv: readonly string[], lang: Language) => Promise<number>

/** Prints the error; answers 78 for a wrong configuration, else 69: something that is needed is missing. */
export function reportFailure(error: unknown, lang: Language): number {
  if (error instanceof ConfigurationError) {
    console.error(`${wordsIn(lang).cli.configurationMistakes}\n${linesIn(lang, error.mistakes)}`)
    return 78
  }
  return refuse(reasonIn(lang, error), 69)
}
