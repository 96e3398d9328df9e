/**
 * Of two forecasts of one night the colder is published whole, with the other's numbers beside it. A threshold in
 * degrees takes the likelier of both (`probabilityAtOrBelow`): the wider distribution may be the warmer one.
 */
import type { FrostNight, KnownNight, NightBeside } from './frost-night.ts'

/** The night with the higher score, then with the colder plants; a known one before an unknown one. */
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
