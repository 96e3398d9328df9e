import type { Finding } from './finding.ts'
import { eachPair, meanDifference, meanOf, type Overlap, partOf, rangeOf, steadySpans } from './overlap.ts'

/** Wrong hours in a row [h]. */
const longestBlock = 16
/** A minimum above zero that may have been one below [°C]. */
const atZeroC = 0.45
/** Parts are a day, which has one cold and one warm time. */
const dayHours = 24
/** The share of one course that the other one explains. */
const minAlike = 0.85
const minHours = 18

/** Runs that differ by less everywhere have no shape that matters [°C]. */
const minApartC = 0.8

export function temperatureShapes(whole: Overlap): readonly Finding[] {
  let most = 0
  eachPair(whole, (fresh, earlier) => {
    most = Math.max(most, Math.abs(fresh - earlier))
  })
  if (most < minApartC) return []
  return [
    ...steadyTemperatures(whole),
    ...daysOf(whole, dayHours / 2).flatMap((day) => [
      ...otherUnit(day),
      ...otherScale(day),
      ...lostSign(day)
    ]),
    ...shiftedHours(whole),
    ...wrongBlock(whole)
  ]
}

function daysOf(whole: Overlap, stepHours: number): readonly Overlap[] {
  const days: Overlap[] = []
  for (let start = 0; start + dayHours <= whole.fresh.length; start += stepHours)
    days.push(partOf(whole, start, start + dayHours))
  return days
}

export function finding(shape: Finding['shape'], isCertain: boolean, { from, fresh }: Overlap): Finding {
  return { shape, isCertain, from, to: from + fresh.length }
}

function steadyTemperatures(whole: Overlap): readonly Finding[] {
  return steadySpans(whole.fresh, 0.05, 4).flatMap(([start, end]): readonly Finding[] => {
    const part = partOf(whole, start, end)
    const hours = end - start
    const range = rangeOf(part.earlier)
    const apart = meanDifference(part)
    if (hours >= 10 && range >= 2.5 && apart >= 1) return [finding('constant', true, part)]
    const isOdd = apart >= 1 || (hours >= 6 && range >= 1 && apart >= 0.5)
    return isOdd ? [finding('constant', false, part)] : []
  })
}

/** y = slope · x + shift of what a wrong unit makes of degrees Celsius. */
const units = [
  { slope: 1.8, shift: 32 },
  { slope: 1 / 1.8, shift: -32 / 1.8 },
  { slope: 1, shift: 273.15 },
  { slope: 1, shift: -273.15 },
  { slope: 1, shift: 32 }
] as const

function otherUnit(day: Overlap): readonly Finding[] {
  const apart = meanDifference(day, minHours)
  if (!(apart >= 5)) return []
  const isIn = units.some(({ slope, shift }) => {
    const rest = meanOf(day, (fresh, earlier) => Math.abs(fresh - slope * earlier - shift))
    return rest < 0.3 * apart
  })
  return isIn ? [finding('unit', true, day)] : []
}

/** The course of the run before, stretched or flattened: a multiple of it. */
function otherScale(day: Overlap): readonly Finding[] {
  if (rangeOf(day.earlier) < 3) return []
  const [own, other] = [meanOf(day, (fresh) => fresh, minHours), meanOf(day, (_, earlier) => earlier)]
  const together = meanOf(day, (fresh, earlier) => (fresh - own) * (earlier - other))
  const ofOwn = meanOf(day, (fresh) => (fresh - own) ** 2)
  const ofOther = meanOf(day, (_, earlier) => (earlier - other) ** 2)
  const slope = together / ofOther
  const isAlike = together * together > minAlike * ofOwn * ofOther
  return isAlike && (slope > 1.5 || slope < 0.5) ? [finding('unit', false, day)] : []
}

/** Frost with its sign lost: as far above zero as the run before is below, whatever its error. */
function lostSign(day: Overlap): readonly Finding[] {
  let lowest = Number.POSITIVE_INFINITY
  let deepest = 0
  let frosty = 0
  eachPair(day, (fresh, earlier) => {
    lowest = Math.min(lowest, fresh)
    deepest = Math.min(deepest, earlier)
    if (earlier <= -0.25) frosty++
  })
  if (lowest < -0.05 || frosty === 0) return []
  const mean = meanOf(day, (fresh, earlier) => fresh - earlier)
  const plain = meanOf(day, (fresh, earlier) => (fresh - earlier - mean) ** 2, minHours)
  let folded = Number.POSITIVE_INFINITY
  for (let offC = -3; offC <= 3; offC += 0.5) {
    const rest = meanOf(day, (fresh, earlier) => (fresh - Math.abs(earlier + offC)) ** 2)
    folded = Math.min(folded, rest)
  }
  if (folded < 0.35 * plain && deepest <= -2) return [finding('sign', true, day)]
  if (folded < 0.6 * plain || isTurned(day)) return [finding('sign', false, day)]
  return timesAtZero(day.fresh) >= 2 ? [finding('at_zero', false, day)] : []
}

function timesAtZero(fresh: Float64Array): number {
  let times = 0
  for (let index = 1; index + 1 < fresh.length; index++) {
    const [before, own, after] = [fresh[index - 1], fresh[index], fresh[index + 1]]
    if ((own ?? Number.NaN) <= atZeroC && (before ?? 0) > (own ?? 0) && (after ?? 0) >= (own ?? 0)) times++
  }
  return times
}

/** A shallow frost that has lost its sign: with some hours in a row turned back it follows the run before. */
function isTurned(day: Overlap): boolean {
  const { fresh } = day
  const plain = varianceApart(day)
  for (let start = 0; start < fresh.length; start++) {
    let turned = 0
    for (let end = start; end < Math.min(fresh.length, start + longestBlock); end++) {
      turned += fresh[end] ?? Number.NaN
      const hours = end + 1 - start
      if (hours < 2 || !(turned >= minTurnedC * hours)) continue
      if (varianceApart(day, 0, [start, end + 1]) < 0.5 * plain) return true
    }
  }
  return false
}

/** A smaller effect would not matter [°C]. */
const minTurnedC = 0.5

/**
 * The variance [°C²] of the difference to the earlier course, which is moved by `shift` hours, while the sign of the
 * hours from `start` up to `end` is turned; NaN for too few hours.
 */
function varianceApart({ fresh, earlier }: Omit<Overlap, 'from'>, shift = 0, [start, end] = [0, 0]): number {
  let [count, sum, squares] = [0, 0, 0]
  for (let index = Math.max(0, shift); index < fresh.length + Math.min(0, shift); index++) {
    const own = fresh[index] ?? Number.NaN
    const apart = (index >= start && index < end ? -own : own) - (earlier[index - shift] ?? Number.NaN)
    if (Number.isNaN(apart)) continue
    count++
    sum += apart
    squares += apart * apart
  }
  return count < minHours ? Number.NaN : squares / count - (sum / count) ** 2
}

/** A smaller shift may be the model's own [h]. */
const minShift = 2
const maxShift = 6

/** The course of the run before at other hours, on three days alike: a front that comes earlier moves one. */
function shiftedHours(whole: Overlap): readonly Finding[] {
  const days = daysOf(whole, dayHours)
  const shifts = days.map(shiftOf)
  for (const shift of new Set(shifts)) {
    const alike = shifts.filter((one) => one !== 0 && Math.abs(one - shift) <= 1).length
    if (shift !== 0 && alike >= 3) return [finding('shifted', true, whole)]
  }
  return days.flatMap((day, index) => (shifts[index] === 0 ? [] : [finding('shifted', false, day)]))
}

/** How many hours a day's course is shifted; 0 where it is not. */
function shiftOf(day: Overlap): number {
  if (rangeOf(day.earlier) < 3) return 0
  const still = varianceApart(day)
  let [best, rest] = [0, still]
  for (let shift = -maxShift; shift <= maxShift; shift++) {
    const one = varianceApart(day, shift)
    if (one < rest) [best, rest] = [shift, one]
  }
  return Math.abs(best) >= minShift && still >= 0.5 && rest < 0.4 * still ? best : 0
}

/** Steps of the difference between two hours [°C]. */
const minStepC = 1.6
const absurdStepC = 7

function wrongBlock(whole: Overlap): readonly Finding[] {
  const { fresh, earlier } = whole
  const apart = Float64Array.from(fresh, (value, index) => value - (earlier[index] ?? Number.NaN))
  const found: Finding[] = []
  for (let start = 1; start < apart.length; start++) {
    const up = stepAt(apart, start)
    if (!(Math.abs(up) >= minStepC)) continue
    for (let end = start + 1; end < Math.min(apart.length, start + longestBlock + 1); end++) {
      const down = stepAt(apart, end)
      if (!(Math.abs(down) >= minStepC) || Math.sign(down) === Math.sign(up)) continue
      const steps = [up, down, stepAt(fresh, start), stepAt(fresh, end)]
      const isAbsurd = steps.every((step) => Math.abs(step) >= absurdStepC)
      found.push(finding('block', isAbsurd, partOf(whole, start, end)))
    }
  }
  return found
}

function stepAt(values: Float64Array, index: number): number {
  return (values[index] ?? Number.NaN) - (values[index - 1] ?? Number.NaN)
}
