/** Readings that are the forecast in another unit, without its sign or of another hour. */
import { gainOf, type Hour, lastHours, meanOf, rangeOf, spreadOf } from './hours.ts'
import type { LieReason } from './lie.ts'

interface Meaning {
  readonly reason: LieReason
  /** What would be read [°C] at a temperature, and by how much more for each °C. */
  readonly readAt: (airC: number) => number
  readonly slope: number
}

const meanings: readonly Meaning[] = [
  { reason: 'fahrenheit', readAt: (airC) => 1.8 * airC + 32, slope: 1.8 },
  { reason: 'fahrenheit', readAt: (airC) => (airC - 32) / 1.8, slope: 1 / 1.8 },
  { reason: 'tenths', readAt: (airC) => 10 * airC, slope: 10 },
  { reason: 'tenths', readAt: (airC) => airC / 10, slope: 0.1 }
]
/**
 * What was read departs by so much [°C], and by this share of it from what was meant, over so many hours of a moving
 * forecast [°C], which it follows as much as what was meant would.
 */
const meant = { apartC: 4, share: 0.4, hours: 14, lookBack: 24, movesC: 5, gain: { least: 0.65, most: 1.4 } }
/** Of hours colder than this [°C] a sign can be missing: what is read then rises where the forecast falls. */
const sign = { belowC: -1.2, apartC: 3, share: 0.5, hours: 5, mostGain: -0.4, movesC: 1.2 }

/** The unit that fits far better than °C. */
export function unitBy(all: readonly Hour[]): LieReason | null {
  const hours = lastHours(all, meant.lookBack)
  const apartC = rootMeanSquare(hours.map(({ deviationC }) => deviationC))
  const movesC = rangeOf(hours.map(({ forecastC }) => forecastC))
  if (hours.length < meant.hours || apartC < meant.apartC || movesC < meant.movesC) return lostSign(all)
  const gain = gainOf(hours)
  const fits = meanings.find(({ readAt, slope }) => {
    const left = hours.map(({ readC, forecastC }) => (readC - readAt(forecastC)) / Math.max(1, slope))
    const isAlike = gain > meant.gain.least * slope && gain < meant.gain.most * slope
    return isAlike && rootMeanSquare(left) < meant.share * apartC
  })
  return fits?.reason ?? lostSign(all)
}

/** Nothing below 0 where the forecast was, and as far above it. */
function lostSign(hours: readonly Hour[]): LieReason | null {
  const cold = lastHours(hours, meant.lookBack).filter(({ forecastC }) => forecastC <= sign.belowC)
  if (cold.length < sign.hours || cold.some(({ readC }) => readC < -0.3)) return null
  const apartC = rootMeanSquare(cold.map(({ deviationC }) => deviationC))
  const leftC = rootMeanSquare(cold.map(({ readC, forecastC }) => readC + forecastC))
  if (rangeOf(cold.map(({ forecastC }) => forecastC)) < sign.movesC) return null
  const isFar = apartC >= sign.apartC && leftC < sign.share * apartC
  return isFar && gainOf(cold) < sign.mostGain ? 'lost_sign' : null
}

/** How much better another hour fits: share of the variance [°C²], hours, and what the forecast moves in them [°C]. */
const shift = {
  most: 12,
  share: 0.28,
  leastC2: 2.5,
  hours: 28,
  movesC: 6,
  gain: { least: 0.75, most: 1.35 },
  zone: 1.8
}

/**
 * The clock is off by whole hours.
 * @param zoneHours Of the zone; then it is local time sent as UTC, or the other way round.
 */
export function hourBy(
  hours: readonly Hour[],
  forecastOf: (hour: number) => number | null,
  zoneHours: number
): LieReason | null {
  if (hours.length < shift.hours || rangeOf(hours.map(({ forecastC }) => forecastC)) < shift.movesC)
    return null
  const nowC2 = spreadOf(hours.map(({ deviationC }) => deviationC)) ** 2
  if (nowC2 < shift.leastC2) return null
  const zoneBy = Math.abs(zoneHours)
  let best = { by: 0, leftC2: nowC2 * shift.share }
  for (let by = -shift.most; by <= shift.most; by++) {
    const pairs = hours.flatMap(({ hour, readC }) => {
      const forecastC = forecastOf(hour + by)
      return forecastC === null ? [] : [{ readC, forecastC }]
    })
    if (by === 0 || pairs.length < shift.hours) continue
    const leftC2 = spreadOf(pairs.map(({ readC, forecastC }) => readC - forecastC)) ** 2
    const gain = gainOf(pairs)
    if (gain < shift.gain.least || gain > shift.gain.most) continue
    const likelyC2 = Math.abs(by) === zoneBy ? leftC2 / shift.zone : leftC2
    if (likelyC2 < best.leftC2) best = { by, leftC2: likelyC2 }
  }
  if (best.by === 0) return null
  return Math.abs(best.by) === zoneBy ? 'local_time' : 'other_hour'
}

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(meanOf(values.map((value) => value * value)))
}
