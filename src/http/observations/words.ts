/** Sentences about the record, in both languages. */
import type { Language } from '../../language/language.ts'
import { leastNights, type PlaceVerification } from '../../observations/place-verification.ts'

/** What the forecasts are compared with, as a sentence. */
export function basisSentence(verification: PlaceVerification, lang: Language): string {
  const { basis, nights, observedNights } = verification
  return sentences[lang][basis](nights, observedNights)
}

/** Why there are no figures yet; null where there are. */
export function reasonSentence(verification: PlaceVerification, lang: Language): string | null {
  if (verification.isEnough) return null
  const { nights } = verification
  return lang === 'tr'
    ? `Henüz yeterli gece yok: ${nights} gece var, ${leastNights} gece gerekiyor.`
    : `Not enough nights yet: ${nights} of the ${leastNights} that a figure needs.`
}

type Sentence = (nights: number, observed: number) => string

const sentences: Readonly<Record<Language, Readonly<Record<PlaceVerification['basis'], Sentence>>>> = {
  en: {
    observations: (nights) =>
      `Held against what was measured there or a few kilometres around on ${nights} ${nights === 1 ? 'night' : 'nights'}.`,
    analysis: (nights, observed) =>
      `Held against the source’s own latest analysis on ${nights} ${nights === 1 ? 'night' : 'nights'}, because ${observed === 0 ? 'nothing was measured there' : `only ${observed} ${observed === 1 ? 'night was' : 'nights were'} measured there`}. Against a thermometer the errors are larger.`,
    none: () => 'No night that was forecast here has come to its end yet.'
  },
  tr: {
    observations: (nights) =>
      `Orada ya da birkaç kilometre çevresinde ölçülen ${nights} geceyle karşılaştırıldı.`,
    analysis: (nights, observed) =>
      `Kaynağın kendi son analiziyle ${nights} gecede karşılaştırıldı, çünkü ${observed === 0 ? 'orada ölçüm yok' : `orada yalnızca ${observed} gece ölçüldü`}. Bir termometreye göre hatalar daha büyüktür.`,
    none: () => 'Burada tahmin edilmiş hiçbir gece henüz sona ermedi.'
  }
}
