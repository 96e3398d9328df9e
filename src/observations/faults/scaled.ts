/** Readings that are the forecast in another unit, without its sign or of another hour. */
import { meanOf } from '../../common/mean.ts'
import { gainOf, type Hour, lastHours, rangeOf, spreadOf } from './hours.ts'
import type { FaultReason } from './sensor-fault.ts'

interface Meaning {
  readonly reason: FaultReason
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
/** Off by [°C], by this share of it from what was meant, over hours of a moving forecast [°C] followed alike. */
const meant = { apartC: 4, share: 0.4, hours: 14, lookBack: 24, movesC: 5, gain: { least: 0.65, most: 1.4 } }
/** Hours colder than this [°C] can lack a sign: what is read then rises where the forecast falls. */
const sign = { belowC: -1.2, apartC: 3, share: 0.5, hours: 7, maxGain: -0.4, movesC: 1.2 }

/** The unit that fits far better than °C. */
export function unitReason(all: readonly Hour[]): FaultReason | null {
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

/** A lost sign: readings are as far above 0 as the forecast is below it. */
function lostSign(hours: readonly Hour[]): FaultReason | null {
  const cold = lastHours(hours, meant.lookBack).filter(({ forecastC }) => forecastC <= sign.belowC)
  if (cold.length < sign.hours || cold.some(({ readC }) => readC < -0.3)) return null
  const apartC = rootMeanSquare(cold.map(({ deviationC }) => deviationC))
  const leftC = rootMeanSquare(cold.map(({ readC, forecastC }) => readC + forecastC))
  if (rangeOf(cold.map(({ forecastC }) => forecastC)) < sign.movesC) return null
  const isFar = apartC >= sign.apartC && leftC < sign.share * apartC
  return isFar && gainOf(cold) < sign.maxGain ? 'lost_sign' : null
}

/**
 * How much better another hour fits over either span: share of the mean square [°C²] of hourly changes, which forecast
 * errors hardly disturb, and of departures; and the forecast's range in them [°C].
 */
const shift = {
  most: 12,
  changes: 0.5,
  departures: 0.6,
  zone: 1.4,
  minC2: 1,
  hours: 28,
  lookBacks: [30, 48],
  movesC: 5,
  gain: { least: 0.65, most: 1.5 }
}
/** A front at another hour disturbs this many hours: without them the other hour fits hardly better. */
const front = { hours: 9, share: 0.9 }

/**
 * A clock off by whole hours, also without the hours of a front, which may come at another hour. @param zoneHours The
 * zone's: then it is local time sent as UTC, or the reverse.
 */
export function hourReason(
  all: readonly Hour[],
  forecastOf: (hour: number) => number | null,
  zoneHours: number
): FaultReason | null {
  for (const lookBack of shift.lookBacks) {
    const found = hourIn(lastHours(all, lookBack), forecastOf, zoneHours)
    if (found !== null) return found
  }
  return null
}

function hourIn(
  hours: readonly Hour[],
  forecastOf: (hour: number) => number | null,
  zoneHours: number
): FaultReason | null {
  if (hours.length < shift.hours || rangeOf(hours.map(({ forecastC }) => forecastC)) < shift.movesC)
    return null
  const now = leftOf(hours)
  if (now.departuresC2 < shift.minC2) return null
  const zoneBy = Math.abs(zoneHours)
  let best: { readonly by: number; readonly left: number; readonly pairs: readonly Pair[] } | null = null
  for (let by = -shift.most; by <= shift.most; by++) {
    const pairs = hours.flatMap(({ hour, readC }) => {
      const forecastC = forecastOf(hour + by)
      return forecastC === null ? [] : [{ hour, readC, forecastC }]
    })
    const gain = by === 0 || pairs.length < shift.hours ? Number.NaN : gainOf(pairs)
    if (!(gain >= shift.gain.least && gain <= shift.gain.most)) continue
    const likely = Math.abs(by) === zoneBy ? shift.zone : 1
    const { changesC2, departuresC2 } = leftOf(pairs)
    const [changes, departures] = [changesC2 / now.changesC2 / likely, departuresC2 / now.departuresC2]
    const left = changes * departures
    const isBetter = changes <= shift.changes && departures <= shift.departures
    if (isBetter && left < (best?.left ?? Number.POSITIVE_INFINITY)) best = { by, left, pairs }
  }
  if (best === null || !isWithoutFront(hours, best.pairs)) return null
  return Math.abs(best.by) === zoneBy ? 'local_time' : 'other_hour'
}

/** Whether another hour fits better whichever hours are left out: a clock is off at all hours. */
function isWithoutFront(now: readonly Pair[], other: readonly Pair[]): boolean {
  return now.every(({ hour: from }) => {
    const isOutside = ({ hour }: Pair): boolean => hour < from || hour >= from + front.hours
    const [nowLeft, otherLeft] = [leftOf(now.filter(isOutside)), leftOf(other.filter(isOutside))]
    return (
      otherLeft.changesC2 <= front.share * nowLeft.changesC2 &&
      otherLeft.departuresC2 <= front.share * nowLeft.departuresC2
    )
  })
}

type Pair = Pick<Hour, 'hour' | 'readC' | 'forecastC'>

function leftOf(pairs: readonly Pair[]) {
  const leftC = pairs.map(({ readC, forecastC }) => readC - forecastC)
  const changes = pairs.flatMap(({ hour }, index) =>
    pairs[index - 1]?.hour === hour - 1 ? [(leftC[index] ?? 0) - (leftC[index - 1] ?? 0)] : []
  )
  return { changesC2: rootMeanSquare(changes) ** 2, departuresC2: spreadOf(leftC) ** 2 }
}

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(meanOf(values.map((value) => value * value)))
}
