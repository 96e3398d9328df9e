/**
 * What lying thermometers change of the scores that their owners, and everybody, are given: through the service's own
 * intake, store and record.
 */
import { hourMs, minuteMs } from '../../src/common/time.ts'
import { openSnapshot } from '../../src/forecasts/derived-snapshot.ts'
import type { ForecastSnapshot } from '../../src/forecasts/forecast-snapshot.ts'
import { comingWindows, nightsIn, siteSettings } from '../../src/forecasts/frost-view.ts'
import type { LearnedSite } from '../../src/forecasts/ports.ts'
import type { FaultReason } from '../../src/observations/faults/sensor-fault.ts'
import { openLearning } from '../../src/observations/learning.ts'
import { createNightRecord } from '../../src/observations/night-record.ts'
import type { IssuedNight, NewSensor } from '../../src/observations/ports.ts'
import { endedNights, readingSpan } from '../../src/observations/reading-nights.ts'
import { readReading } from '../../src/observations/reading-row.ts'
import { createIssueLookup } from '../../src/observations/submit.ts'
import { submitReadings } from '../../src/observations/submit-readings.ts'
import { openStore } from '../../src/store/open.ts'
import { type Point, pointOf } from '../../src/weather/point.ts'
import { column, emptySeries } from '../../src/weather/series.ts'
import { generator } from '../plausible/honest-weather.ts'
import { openPassingData } from '../tested-data.ts'
import { type LiarName, liarNames, liars } from './liars.ts'
import type { HourlyRecord } from './records.ts'
import { everyMs, roundedC, type Site, siteOf } from './site.ts'

const beganAt = Date.UTC(2026, 2, 14, 12)
const owner = 'grower'
const thresholds = [20, 40, 60]
/** Without the sensor so much above the threshold. */
const surely = 5
/** Plants freeze at so much or less in the air [°C]. */
const harmfulC = -1
/** On the mean of three hours, by which a night is moved. */
const bigLieC = 3
const hourLies: readonly LiarName[] = ['hours ahead or behind', 'local time sent as UTC']

interface Field {
  readonly name: LiarName
  readonly hasRecord: boolean
  readonly site: Site
  readonly point: Point
  readonly snapshot: ForecastSnapshot
  readonly send: (at: number) => number | null
  /** What was learned before it lied. */
  before: LearnedSite | null
}

export interface Effect {
  readonly name: LiarName
  readonly hasRecord: boolean
  /** Looks at which frost was sure to be raised without the sensor. */
  readonly raised: number
  /** Looks at which a night stayed below a threshold, or left it, that it reached without the sensor. */
  readonly prevented: number
  readonly preventedBySmall: number
  /** Looks at which somebody else's score was another one. */
  readonly movedOthers: number
  readonly reason: FaultReason | null
}

/** A night with frost, so many hours after its day began, about the same time of the year. */
function frostyStart(record: HourlyRecord, seed: number): number {
  const days = Math.floor(record.hourlyC.length / 24) - 6
  const random = generator(seed * 61 + 7)
  const isLike = (day: number): boolean => {
    const at = new Date((record.startHour + day * 24) * hourMs)
    const nights = record.hourlyC.slice(day * 24 + 30, day * 24 + 56)
    return (
      (record.name === 'made' || (at.getUTCMonth() >= 1 && at.getUTCMonth() <= 3)) &&
      Math.min(...nights) < -1.5
    )
  }
  const first = 20 + Math.floor(random() * (days - 20))
  for (let index = 0; index < days; index++) {
    const day = 20 + ((first - 20 + index) % (days - 20))
    if (isLike(day)) return record.startHour + day * 24
  }
  return record.startHour + first * 24
}

function fieldOf(record: HourlyRecord, name: LiarName, seed: number, place: number): Field {
  const startHour = record.startHour + beganAt / hourMs - (frostyStart(record, seed) + 12)
  const lat = 36 + 0.6 * (place % 9)
  const lon = 30 + 0.7 * Math.floor(place / 9)
  const moved = { ...record, startHour, lat, lon }
  const site = siteOf(moved, seed + 3, beganAt / hourMs - 14 * 24, 20 * 24)
  const fault = liars[name]({ site, beganAt, random: generator(seed + 1) })
  const hasRecord = (seed + place) % 2 === 1
  const point = pointOf({ lat, lon, elevation: record.elevation, timezone: 'Europe/Istanbul' })
  return {
    name,
    hasRecord,
    site,
    point,
    snapshot: snapshotOf(point, site),
    send: (at) => (at >= beganAt ? fault(at) : hasRecord ? site.honestC(at) : null),
    before: null
  }
}

function snapshotOf(point: Point, site: Site): ForecastSnapshot {
  const startHour = beganAt / hourMs - 72
  const series = emptySeries(startHour, 24 * 8)
  const temperature = column(series, 'temperature')
  for (let hour = 0; hour < series.hours; hour++)
    temperature[hour] = site.forecastC((startHour + hour) * hourMs)
  column(series, 'dewPoint').forEach((_, hour, values) => {
    values[hour] = Math.min(-2, temperature[hour] ?? 0) - 2
  })
  column(series, 'windSpeed').fill(1.2)
  column(series, 'cloudCover').fill(0.1)
  return openSnapshot({
    source: { id: 'made', name: 'Made', license: 'none', url: 'https://made.example', attribution: 'Made' },
    ...{ synthetic: false, run: 'run', issuedAt: beganAt, confirmedAt: beganAt, askAgainAt: beganAt },
    ...{ updatePeriodSeconds: 3600, isFallback: false, validators: { etag: null, lastModified: null } },
    ...{ ensemble: null, grid: { lat: point.lat, lon: point.lon, elevation: point.elevation }, model: null },
    ...{ earlierRuns: [], point, series }
  })
}

const odds = {
  ...{ airFrostProbability: 0, plantFrostProbability: 0 },
  ...{ moderateFrostProbability: 0, strongFrostProbability: 0 }
}

type Store = Awaited<ReturnType<typeof openStore>>

const sensorAt = ({ point: { key: pointKey, ...position } }: Field): NewSensor => ({
  ...{ owner, isOperators: false, kind: 'air_2m', exposure: null, station: 'field' },
  point: { pointKey, ...position }
})

/** Ten nights as they were issued and, with a record, measured. */
async function liveBefore({ record }: Store, field: Field): Promise<void> {
  const { point, site, hasRecord } = field
  const sensor = sensorAt(field)
  const nights = endedNights(point, { from: beganAt - 12 * 24 * hourMs, until: beganAt }, beganAt).slice(-11)
  const lowest = (window: (typeof nights)[number], of: (at: number) => number): number => {
    const { from, until } = readingSpan(window) ?? { from: 0, until: 0 }
    const hours = Array.from(
      { length: Math.ceil((until - from) / hourMs) },
      (_, hour) => from + hour * hourMs
    )
    return Math.min(...hours.map(of))
  }
  const issued = nights.map((window): IssuedNight => {
    const airMinimumC = lowest(window, site.forecastC)
    const plants = { minimumC: airMinimumC - 2, sigmaC: 2, learnedC: 0 }
    const issuedAt = window.overHour * hourMs - 24 * hourMs
    return {
      ...{
        date: window.date,
        leadDay: 1,
        leadDays: 1,
        source: 'made',
        issuedAt,
        biasC: 0,
        score: 0,
        ...odds
      },
      ...{ airMinimumC, airSigmaC: 1.8, plantMinimumC: airMinimumC - 2, plantSigmaC: 2, fullOffsetC: 3 },
      ...{ ensembleMeanC: null, ensembleSpreadC: null },
      exposed: { ground: plants, vine: plants, canopy: plants }
    }
  })
  const issuance = { at: beganAt, method: 'frost-p 2.0' }
  await record.saveIssued({ point: sensor.point, synthetic: false, nights: issued, issuance })
  if (!hasRecord) return
  await record.save(
    nights.map((window) => ({ sensor, date: window.date, minimumC: lowest(window, site.honestC) })),
    beganAt
  )
}

/** All lies at once, each at a place far from the others, looked at every two hours for two nights. */
export async function effectsOf(record: HourlyRecord, seeds: readonly number[]): Promise<readonly Effect[]> {
  const data = await openPassingData()
  const store = await openStore({ ...data, now: beganAt })
  let now = beganAt
  const clock = () => now
  const fields = seeds.flatMap((seed, round) =>
    liarNames.map((name, index) =>
      fieldOf(record, name, seed + 100 * index, round * liarNames.length + index)
    )
  )
  const byKey = new Map(fields.map((field) => [field.point.key, field]))
  const learning = openLearning({
    store: store.record,
    recordedAs: async (point) => point,
    clock,
    report: () => undefined
  })
  const night = createNightRecord({
    ...{ store: store.record, clock, sharing: 'operator', learning, report: () => undefined },
    ...{ isNamed: () => true, isSynthetic: () => false, livingOwners: async () => new Set([owner]) },
    stored: async ({ key }) => byKey.get(key)?.snapshot ?? null
  })
  for (const field of fields) await liveBefore(store, field)
  await night.refresh()
  for (const field of fields) field.before = learning.learnedFor(field.snapshot, owner)
  const effects = fields.map(({ name, hasRecord }) => ({
    ...{ name, hasRecord, raised: 0, prevented: 0, preventedBySmall: 0, movedOthers: 0 },
    reason: null as FaultReason | null
  }))
  for (let hours = 0; hours <= 44; hours += 2) {
    const before = now
    now = beganAt + hours * hourMs
    const from = hours === 0 ? beganAt - 24 * hourMs : before
    for (const field of fields) await send(store, field, { from, until: now })
    await night.refresh()
    const isDark = (now / hourMs) % 24 >= 15 || (now / hourMs) % 24 <= 5
    if (!isDark) continue
    fields.forEach((field, index) => {
      const effect = effects[index]
      if (effect !== undefined) look(field, { learning, now, effect })
    })
  }
  for (const sensor of await store.record.sensors(null, 1000)) {
    const index = fields.findIndex(({ point }) => point.key === sensor.point.pointKey)
    const effect = effects[index]
    if (effect !== undefined) effect.reason = sensor.fault?.reason ?? null
  }
  await store.close()
  await data.remove()
  return effects
}

async function send(
  { record: store }: Store,
  field: Field,
  { from, until }: { readonly from: number; readonly until: number }
): Promise<void> {
  const { point, send: sent } = field
  const { lat, lon, elevation } = point
  const rows = []
  for (let at = from + everyMs; at <= until; at += everyMs) {
    const value = sent(at)
    if (value === null) continue
    const raw = { lat, lon, elevation, kind: 'air_2m', station: 'field', unit: 'C' }
    const temperature = Math.round(10 * roundedC(value, 0.1)) / 10
    const read = readReading({ ...raw, measured_at: new Date(at).toISOString(), temperature }, until)
    if (read.kind === 'reading') rows.push(read.reading)
  }
  const issues = createIssueLookup({ store, isNamed: () => true }, { synthetic: false, now: until })
  const { pointKey, ...position } = sensorAt(field).point
  const findPlace = async () => ({ kind: 'point', point: { pointKey, ...position } }) as const
  await submitReadings({ store, findPlace, now: until, issues }, { owner, isOperator: false }, rows)
}

interface Looked {
  readonly learning: ReturnType<typeof openLearning>
  readonly now: number
  readonly effect: { -readonly [Member in keyof Effect]: Effect[Member] }
}

function look(field: Field, { learning, now, effect }: Looked): void {
  const { snapshot, site, send: sent, name } = field
  const [window] = comingWindows(snapshot, now, 1)
  const span = window === undefined ? null : readingSpan(window)
  if (window === undefined || span === null) return
  const scoreOf = (learned: LearnedSite | null, evening = learned?.evening ?? []): number => {
    const [known] = nightsIn(snapshot, [window], now, { ...siteSettings(snapshot, learned), evening })
    return known?.state === 'known' ? known.score : 0
  }
  const without = scoreOf(field.before, [])
  const own = scoreOf(learning.own(snapshot, owner))
  const plain = scoreOf(null)
  if (scoreOf(learning.shared(snapshot)) !== plain) effect.movedOthers += 1
  const instants = Array.from({ length: 6 }, (_, index) => now - index * 30 * minuteMs)
  const liesC = instants.map((at) => Math.abs((sent(at) ?? site.honestC(at)) - site.honestC(at)))
  const meanC = liesC.reduce((sum, one) => sum + one, 0) / liesC.length
  const isBig = hourLies.includes(name) || meanC >= bigLieC
  const dark = Array.from({ length: 30 }, (_, hour) => span.from + hour * hourMs).filter(
    (at) => at < span.until
  )
  const isHarmful = Math.min(...dark.map((at) => site.honestC(at))) <= harmfulC
  const raised = thresholds.filter((threshold) => without >= threshold + surely)
  if (raised.length === 0 || !isHarmful) return
  effect.raised += 1
  if (raised.every((threshold) => own >= threshold)) return
  if (isBig) effect.prevented += 1
  else effect.preventedBySmall += 1
}
