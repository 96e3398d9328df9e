/** Whom the weather is from, as it must be said. */
import type { Language } from './language.ts'

export interface Credited {
  /** The source's own words. */
  readonly attribution: string
  readonly synthetic: boolean
}

const syntheticCredit: Readonly<Record<Language, string>> = {
  en: 'Made data for demonstration. Not a forecast.',
  tr: 'Gösterim için uydurulmuş veri. Tahmin değildir.'
}

/** A source's own words to the letter, as its licence asks; nobody's licence covers made-up weather, which is told in the reader's language. */
export function attributionIn({ attribution, synthetic }: Credited, lang: Language): string {
  return synthetic ? syntheticCredit[lang] : attribution
}
