/**
 * Of two forecasts of one night the colder is published, whole, and the other's numbers stay beside it. A threshold in
 * degrees is reached by whichever of both is likelier to reach it (`probabilityAtOrBelow`), because the wider of two
 * distributions may be the warmer one: so neither forecast keeps a night from being raised.
 */
import type { FrostNight, KnownNight, NightBeside } from './frost-night.ts'

/**
 * The night to publish: the one with the higher score; of the same score, the one whose plants become colder. A night
 * that is known stands before one that is not.
 * @param other The second forecast of the night: of the earlier run, or with a measurement.
 * @param because Why there are two.
 */
export function colderNight(
  night: FrostNight,
  other: FrostNight,
  because: NightBeside['because']
): FrostNight {
  if (other.state === 'unknown') return night
  if (night.state === 'unknown') return other
  const isOther = isColder(other, night)
  const [published, warmer] = isOther ? [other, night] : [night, other]
  return { ...published, beside: { ...numbersOf(warmer), because, isOfOther: !isOther } }
}

function isColder(one: KnownNight, than: KnownNight): boolean {
  return one.score === than.score
    ? one.plantTemperatureMinC < than.plantTemperatureMinC
    : one.score > than.score
}

function numbersOf(night: KnownNight): Omit<NightBeside, 'because' | 'isOfOther'> {
  const { score, level, plantTemperatureMinC, sigmaC, airTemperatureMinC, sigmaAirC, coldestHour } = night
  return { score, level, plantTemperatureMinC, sigmaC, airTemperatureMinC, sigmaAirC, coldestHour }
}
