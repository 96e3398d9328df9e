/** What the record says of itself. */
import { type Language, wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import { leastNights, type PlaceVerification } from '../../observations/place-verification.ts'

/** What the forecasts are compared with, as a sentence. */
export function basisSentence(verification: PlaceVerification, lang: Language): string {
  const { basis, nights, observedNights } = verification
  return wordsIn(lang).record[basis](nights, observedNights)
}

/** Why there are no figures yet; null where there are. */
export function reasonSentence(verification: PlaceVerification, lang: Language): string | null {
  if (verification.isEnough) return null
  return wordsIn(lang).record.tooFew(verification.nights, leastNights)
}

/** An airport near with its distance, and how many of its nights could be compared. */
export function airportSentence(name: string, distanceKm: number, nights: number, lang: Language): string {
  return wordsIn(lang).record.airport(name, formatNumber(distanceKm, 0, lang), nights)
}
