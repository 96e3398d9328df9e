/** Whom the weather is from, as it must be said. */
import type { Catalogue } from './en.ts'
import { type Language, wordsIn } from './language.ts'

export interface Credited {
  /** The source's own words. */
  readonly attribution: string
  readonly synthetic: boolean
}

const sentences = Object.entries(wordsIn('en').attribution.sources) as readonly (readonly [
  keyof Catalogue['attribution']['sources'],
  string
])[]

/** The sentence that the source's licence asks for; in the source's own words where the languages do not know it. */
export function attributionIn({ attribution, synthetic }: Credited, lang: Language): string {
  const words = wordsIn(lang).attribution
  if (synthetic) return words.synthetic
  const source = sentences.find(([, sentence]) => sentence === attribution)?.[0]
  return source === undefined ? attribution : words.sources[source]
}
