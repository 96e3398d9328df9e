/** What a command is. */
import type { Catalogue } from '../language/en.ts'
import type { Language } from '../language/language.ts'

export interface Command {
  /** Its summary and its usage are in the catalogue, under this name. */
  readonly name: keyof Catalogue['cli']['commands']
  /**
   * Runs it and speaks `lang`. Returns the exit status: 0 done, 1 not done as asked, 64 wrong usage, 69 something is
   * missing, 78 wrong configuration.
   */
  readonly run: (argv: readonly string[], lang: Language) => Promise<number>
}
