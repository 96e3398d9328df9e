/** What else is known about a place than its earlier run: thermometers near it, the sun, its climate. */
import { meanOf } from '../../common/mean.ts'
import { hourMs } from '../../common/time.ts'
import type { EveningStation } from '../../frost/evening-station.ts'
import { column, endHour, type HourlySeries, valueBetween } from '../../weather/series.ts'
import type { TwoRuns } from './overlap.ts'

export interface Evidence {
  /** Degrees east. */
  readonly lon: number
  /** [ms since epoch] */
  readonly now: number
  readonly stations: readonly EveningStation[]
  /** The lowest and the highest minimum of these weeks in other years [°C]; null: not known. */
  readonly minima: readonly [lowest: number, highest: number] | null
}

type Contradicting = 'thermometer' | 'sun' | 'climate'

export interface Contradiction {
  readonly by: Contradicting
  /** The thermometer's name for people; null: none. */
  readonly station: string | null
}

/** Readings of the last hours are compared [ms]. */
const heardMs = 9 * hourMs
const minReadings = 3
const lapseCPerM = 0.0065
/** Valleys and sudden fogs depart by less [°C]; beyond three times what a thermometer usually departs by. */
const farC = 8
/** Largest departure of the right run, and how much smaller it must be than that of the other [°C]. */
const nearC = 3
const clearlyC = 2.5
/** Largest difference between two thermometers whose departures confirm each other [°C]. */
const alikeC = 5

interface Heard {
  readonly station: EveningStation
  /** The mean of readings less the run, and of its absolute value [°C]. */
  readonly byC: number
  readonly absoluteC: number
}

function heard(series: HourlySeries, { stations, now }: Evidence): readonly Heard[] {
  return stations.flatMap((station) => {
    const { record, heightDifferenceM, readings } = station
    const offC = (record?.usualC ?? 0) - lapseCPerM * heightDifferenceM
    const departures = readings
      .filter(({ at }) => at > now - heardMs && at <= now)
      .map(({ at, temperatureC }) => temperatureC - offC - valueBetween(series, 'temperature', at))
      .filter((one) => !Number.isNaN(one))
    if (departures.length < minReadings) return []
    return [{ station, byC: meanOf(departures), absoluteC: meanOf(departures.map(Math.abs)) }]
  })
}

/** What speaks against a run where nothing else is there to decide; null: nothing. */
export function contradictionOf(series: HourlySeries, evidence: Evidence): Contradiction | null {
  const departing = heard(series, evidence)
  const isFar = ({ station, absoluteC }: Heard): boolean =>
    absoluteC > Math.max(farC, 3 * (station.record?.sigmaC ?? 0))
  const [nearest] = departing
  if (nearest !== undefined && departing.every(isFar))
    return { by: 'thermometer', station: nearest.station.name }
  if (isOutOfSun(series, evidence)) return { by: 'sun', station: null }
  return isOutOfClimate(series, evidence) === null ? null : { by: 'climate', station: null }
}

/** Null: undecided. A thermometer with a record decides, or two that depart alike; climate only against the warmer. */
export function decisionOf(
  runs: TwoRuns,
  evidence: Evidence
): { readonly for: keyof TwoRuns; readonly by: Contradicting } | null {
  const measured = measuredFor(runs, evidence)
  if (measured !== null) return { for: measured, by: 'thermometer' }
  const { fresh, earlier } = runs
  const ofSun = [fresh, earlier].map((run) => isOutOfSun(run, evidence))
  if (ofSun[0] !== ofSun[1]) return { for: ofSun[0] === true ? 'earlier' : 'fresh', by: 'sun' }
  const warm = [fresh, earlier].map((run) => isOutOfClimate(run, evidence) === 'warm')
  if (warm[0] !== warm[1]) return { for: warm[0] === true ? 'earlier' : 'fresh', by: 'climate' }
  return null
}

function measuredFor({ fresh, earlier }: TwoRuns, evidence: Evidence): keyof TwoRuns | null {
  const [ofFresh, ofEarlier] = [heard(fresh, evidence), heard(earlier, evidence)]
  const votes = ofFresh.flatMap((one) => {
    const other = ofEarlier.find(({ station }) => station === one.station)
    if (other === undefined) return []
    const maxC = Math.max(nearC, 2 * (one.station.record?.sigmaC ?? 0))
    const isFor = (right: Heard, wrong: Heard): boolean =>
      right.absoluteC <= maxC && wrong.absoluteC - right.absoluteC >= clearlyC
    const vote: keyof TwoRuns | null = isFor(one, other) ? 'fresh' : isFor(other, one) ? 'earlier' : null
    return [{ ...one, vote }]
  })
  const [first] = votes
  if (first === undefined || votes.some(({ vote }) => vote !== first.vote)) return null
  const isProven =
    votes.some(({ station }) => station.record !== null) ||
    votes.some((one) => votes.some((other) => other !== one && Math.abs(one.byC - other.byC) <= alikeC))
  return isProven ? first.vote : null
}

/** Days over which the warmest time of day is found. */
const sunDays = 6
/** Between these hours after local midnight by the sun lies the warmth of any six days with such a range. */
const warmestFrom = 12.9
const warmestTo = 17.6
const minAmplitudeC = 3

function isOutOfSun(series: HourlySeries, { lon, now }: Evidence): boolean {
  const from = Math.max(0, Math.floor(now / hourMs) - 24 - series.startHour)
  const hours = column(series, 'temperature').subarray(from, from + sunDays * 24)
  const solarOf = (index: number): number => series.startHour + from + index + lon / 15
  const { amplitude, phase } = firstHarmonic(hours, solarOf)
  return amplitude >= minAmplitudeC && (phase < warmestFrom || phase > warmestTo)
}

/** The daily wave of a row of hours without its trend: half its range, and the hour at which it is highest. */
function firstHarmonic(values: ArrayLike<number>, solarOf: (index: number) => number) {
  const known = Array.from(values, (value, index) => ({ value, index })).filter(
    ({ value }) => !Number.isNaN(value)
  )
  if (known.length < 0.9 * sunDays * 24) return { amplitude: 0, phase: 0 }
  const middle = meanOf(known.map(({ index }) => index))
  const level = meanOf(known.map(({ value }) => value))
  const spread = meanOf(known.map(({ index }) => (index - middle) ** 2))
  const slope = meanOf(known.map(({ value, index }) => (index - middle) * (value - level))) / spread
  let [cosine, sine] = [0, 0]
  for (const { value, index } of known) {
    const angle = (2 * Math.PI * solarOf(index)) / 24
    const rest = value - level - slope * (index - middle)
    cosine += (2 * rest * Math.cos(angle)) / known.length
    sine += (2 * rest * Math.sin(angle)) / known.length
  }
  const phase = ((24 * Math.atan2(sine, cosine)) / (2 * Math.PI) + 24) % 24
  return { amplitude: Math.hypot(cosine, sine), phase }
}

/** A departure from the thirty years before that no year has had [°C]. */
const beyondClimateC = 8

function isOutOfClimate(series: HourlySeries, { minima, now }: Evidence): 'warm' | 'cold' | null {
  if (minima === null) return null
  const nowHour = Math.floor(now / hourMs)
  const found = new Set<'warm' | 'cold'>()
  for (let hour = nowHour; hour + 24 <= Math.min(endHour(series), nowHour + 72); hour += 24) {
    const from = Math.max(0, hour - series.startHour)
    const day = column(series, 'temperature').subarray(from, from + 24)
    const least = Math.min(...day.filter((value) => !Number.isNaN(value)))
    if (least > minima[1] + beyondClimateC && Number.isFinite(least)) found.add('warm')
    if (least < minima[0] - beyondClimateC) found.add('cold')
  }
  return found.has('warm') ? 'warm' : found.has('cold') ? 'cold' : null
}
