/** Whom the weather is from, as it must be said. */
import { type Language, wordsIn } from './language.ts'

export interface Credited {
  /** The source's own words. */
  readonly attribution: string
  readonly synthetic: boolean
}

/** A source's own words to the letter, as its licence asks; nobody's licence covers made-up weather, which is told in the reader's language. */
export function attributionIn({ attribution, synthetic }: Credited, lang: Language): string {
  return synthetic ? wordsIn(lang).attribution.synthetic : attribution
}
