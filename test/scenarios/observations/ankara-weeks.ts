/**
 * Weeks of real frost at Ankara's airport, lived through by a whole app 13 km away, which is forecast as ERA5 had the
 * nights: up to 5 °C too warm.
 */
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../src/common/time.ts'
import { type LoopbackServer, startLoopback } from '../../receivers/loopback.ts'
import type { UpstreamWeather } from '../../upstream/weather.ts'
import { openStage, type Stage, settle } from '../weather/harness.ts'

const folder = new URL('../../../../shared/data/verification/', import.meta.url)
export const haveAnkara = existsSync(new URL('ankara_ltac_reports.csv', folder))

const esenboga = {
  ...{ icaoId: 'LTAC', site: 'Ankara/Esenboga', lat: 40.128, lon: 32.995, elev: 953, siteType: ['METAR'] }
}
/** Reports are published this long after they were made. */
const publishedMs = 6 * minuteMs
/** A model is off by so much more for each day ahead [°C]. */
const growthC = 0.7

interface Report {
  readonly at: number
  readonly temperatureC: number
  readonly dewPointC: number
  readonly windMps: number
  readonly cloud: number
}

/** Subscribed to: as science.md had them. */
export const subscribers = {
  'apricot 10': { crop: 'apricot', stage: 'full_bloom', threshold: 10 },
  'apricot 30': { crop: 'apricot', stage: 'full_bloom', threshold: 30 },
  'score 60': { threshold: 60 },
  'plants −2 °C': { threshold_temperature: -2, threshold_of: 'plant', threshold_probability: 0.5 },
  'air 0 °C': { threshold_temperature: 0, threshold_of: 'air', threshold_probability: 0.5 }
} as const
export type SubscriberName = keyof typeof subscribers

export interface Notified {
  readonly to: string
  /** [ms since epoch] */
  readonly at: number
  readonly kind: string
  readonly title: string
  readonly nights: readonly { readonly date: string; readonly standing: string }[]
}

export interface LivedWeek {
  /** [ms since epoch] */
  readonly from: number
  readonly notified: readonly Notified[]
  /** The official minima of the nights, by the date of the morning [°C]. */
  readonly minima: ReadonlyMap<string, number>
  /** When the airport first reported so much or less in the night to a date [ms since epoch]; null: never. */
  readonly firstAt: (date: string, atMostC: number) => number | null
}

function linesOf(name: string): readonly (readonly string[])[] {
  return readFileSync(new URL(name, folder), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(','))
}

function reportsBetween(from: number, until: number): readonly Report[] {
  return linesOf('ankara_ltac_reports.csv')
    .filter(([, type]) => type === 'FM-15')
    .map(([time = '', , temperature, dewPoint, wind, , cloud]) => ({
      at: Date.parse(time),
      temperatureC: Number(temperature),
      dewPointC: Number(dewPoint),
      windMps: Number(wind),
      cloud: Number(cloud)
    }))
    .filter(({ at }) => at >= from && at < until)
}

/** What ERA5 was off by, by the date of the morning [°C]. */
function errorsByDate(official: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map(
    linesOf('era5_minimum_ankara_ltac.csv').flatMap(([date = '', era5]) => {
      const own = official.get(date)
      return own === undefined ? [] : [[date, Number(era5) - own]]
    })
  )
}

const isoDate = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The station's own day, with the fall of each night changed to the minimum of ERA5. */
function forecastOf(
  reports: readonly Report[],
  errors: ReadonlyMap<string, number>,
  now: () => number
): (place: object, hour: number) => UpstreamWeather {
  const mean = [...errors.values()].reduce((sum, one) => sum + one, 0) / Math.max(1, errors.size)
  return (_, hour) => {
    const at = hour * hourMs
    const last = reports.findLast((one) => one.at <= at) ?? reports[0]
    const { temperatureC = 8, dewPointC = 0, windMps = 2, cloud = 0.4 } = last ?? {}
    const morning = isoDate(at + 6 * hourMs)
    const sinceNoon = (hour + 24 - 12) % 24
    // From 15:00 local time to 06:00 the error grows, and by 12:00 it is gone.
    const share = sinceNoon <= 15 ? sinceNoon / 15 : Math.max(0, (21 - sinceNoon) / 6)
    const days = Math.max(0, (at - now()) / dayMs)
    const offC = share * ((errors.get(morning) ?? mean) + growthC * days)
    return {
      ...{ temperatureC: Math.round(10 * (temperatureC + offC)) / 10, dewPointC, humidityPercent: 70 },
      ...{ cloudPercent: Math.round(100 * (Number.isNaN(cloud) ? 0.4 : cloud)), windMps },
      ...{ gustMps: windMps * 2, windDirection: 20, precipitationMm: 0, pressureHpa: 1015 },
      ...{ visibilityM: 20_000, weatherCode: 0 }
    }
  }
}

/** Lives from noon of a day to noon of another. */
export async function liveAtAnkara(from: string, until: string): Promise<LivedWeek> {
  const [startAt, endAt] = [Date.parse(`${from}T12:02:00Z`), Date.parse(`${until}T10:00:00Z`)]
  const reports = reportsBetween(startAt - 2 * dayMs, endAt + 10 * dayMs)
  const minima = new Map(
    linesOf('ankara_ltac_official_minimum.csv').map(([date = '', minimum]) => [date, Number(minimum)])
  )
  const notified: Notified[] = []
  const now = (): number => stage.clock.read()
  const metar = await startLoopback(({ path }) => metarAnswer(path, reports, now()))
  const hook = await startLoopback(({ path, body }) => {
    const { type, data } = JSON.parse(body.toString()) as {
      readonly type: string
      readonly data: Omit<Notified, 'at' | 'to' | 'kind'> & { readonly challenge?: string }
    }
    if (data.challenge !== undefined)
      return { status: 200, body: JSON.stringify({ challenge: data.challenge }) }
    const nights = data.nights.map(({ date, standing }) => ({ date, standing }))
    const kind = type.replace('frost.alert.', '')
    notified.push({ to: decodeURIComponent(path.slice(1)), at: now(), kind, title: data.title, nights })
    return { status: 204 }
  })
  const stage = await openStage({
    at: startAt,
    roundsOnClock: true,
    environment: {
      ...{ SOURCES: 'open-meteo', OPEN_METEO_MODELS: 'none', METAR: 'on', METAR_URL: metar.origin },
      ...{ WEBHOOK_ALLOW_HTTP: 'yes', WEBHOOK_ALLOW_CIDR: `127.0.0.1:${hook.port}` }
    }
  })
  try {
    stage.upstream.setWeather(forecastOf(reports, errorsByDate(minima), now))
    await settle(stage)
    await subscribeAll(stage, hook)
    while (now() < endAt) await halfAnHour(stage)
    const [first, last] = [isoDate(startAt + dayMs), isoDate(endAt)]
    const lived = new Map([...minima].filter(([date]) => date >= first && date <= last))
    return { from: startAt, notified, minima: lived, firstAt: firstColdIn(reports) }
  } finally {
    await stage.close()
    await metar.close()
    await hook.close()
  }
}

function firstColdIn(reports: readonly Report[]): LivedWeek['firstAt'] {
  return (date, atMostC) => {
    const morning = Date.parse(`${date}T06:00Z`)
    const night = reports.filter(({ at }) => at > morning - 14 * hourMs && at <= morning)
    return night.find(({ temperatureC }) => temperatureC <= atMostC)?.at ?? null
  }
}

function metarAnswer(path: string, reports: readonly Report[], now: number) {
  if (path.startsWith('/data/cache/')) return { status: 200, body: gzipSync(JSON.stringify([esenboga])) }
  const last = reports.findLast(({ at }) => at + publishedMs <= now)
  if (last === undefined) return { status: 200, body: '[]' }
  const { at, temperatureC, dewPointC, windMps, cloud } = last
  const cover = cloud === 0 ? 'CLR' : cloud < 0.5 ? 'SCT' : 'BKN'
  const report = { icaoId: 'LTAC', obsTime: at / 1000, temp: temperatureC, dewp: dewPointC }
  return { status: 200, body: JSON.stringify([{ ...report, wspd: windMps / 0.5144, clouds: [{ cover }] }]) }
}

async function subscribeAll(stage: Stage, hook: LoopbackServer): Promise<void> {
  for (const [name, threshold] of Object.entries(subscribers)) {
    const destination = { url: `${hook.origin}/${encodeURIComponent(name)}` }
    const { status, body } = await stage.client.ask('/alerts/subscribe', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ location: 'ankara-cubuk', channel: 'webhook', destination, ...threshold })
    })
    expect([200, 201], body.toString()).toContain(status)
  }
}

/** Airports answer, then places are judged, then messages leave. */
async function halfAnHour({ clock }: Stage): Promise<void> {
  for (const [minutes, round] of [
    [28, 'airports'],
    [2, 'watch']
  ] as const) {
    for (const name of ['airports', 'watch', 'deliver']) await clock.rests(name)
    clock.move(minutes * minuteMs)
    await clock.rests(round)
  }
  await clock.rests('deliver')
}

/** When a night was first named as raised to a subscriber, by the date of the morning [ms since epoch]. */
export function raisedAt({ notified }: LivedWeek, to: SubscriberName): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  for (const one of notified.filter((message) => message.to === to))
    for (const { date, standing } of one.nights)
      if (standing !== 'seen' && standing !== 'cleared' && !first.has(date)) first.set(date, one.at)
  return first
}

/**
 * When each night was first raised by the service of November 2026, which still reported nights whose coldest hour was
 * past: measured once, so that what was done against such messages tells of no night later.
 */
const notifiedBefore: Readonly<Record<SubscriberName, Readonly<Record<string, string>>>> = {
  'apricot 10': {
    ...{ '2022-03-25': '03-24T12:02', '2022-03-26': '03-24T12:02', '2022-03-27': '03-24T12:02' },
    ...{ '2022-04-13': '04-12T04:00', '2022-04-14': '04-13T19:30' }
  },
  'apricot 30': {
    ...{ '2022-03-25': '03-24T12:02', '2022-03-26': '03-25T23:30', '2022-03-27': '03-24T12:02' },
    ...{ '2022-04-13': '04-13T00:00' }
  },
  'score 60': {
    ...{ '2022-03-25': '03-24T12:02', '2022-03-26': '03-24T12:02', '2022-03-27': '03-24T12:02' },
    ...{ '2022-03-28': '03-28T02:00', '2022-03-29': '03-28T23:00' },
    ...{ '2022-04-13': '04-12T04:00', '2022-04-14': '04-13T08:00' }
  },
  'plants −2 °C': {
    ...{ '2022-03-25': '03-24T12:02', '2022-03-26': '03-24T12:02', '2022-03-27': '03-24T12:02' },
    ...{ '2022-03-28': '03-27T22:30', '2022-03-29': '03-28T19:30', '2022-04-13': '04-11T12:02' },
    ...{ '2022-04-14': '04-11T14:00', '2022-04-15': '04-15T02:00' }
  },
  'air 0 °C': {
    ...{ '2022-03-25': '03-24T12:02', '2022-03-26': '03-24T12:02', '2022-03-27': '03-24T12:02' },
    ...{ '2022-03-28': '03-27T22:30', '2022-04-13': '04-11T12:02', '2022-04-14': '04-13T17:00' }
  }
}

/** Nights that are raised later than before, or no more, of those that were first raised after the week began. */
export function notifiedLater(week: LivedWeek): readonly string[] {
  return (Object.keys(notifiedBefore) as SubscriberName[]).flatMap((name) => {
    const now = raisedAt(week, name)
    return Object.entries(notifiedBefore[name]).flatMap(([date, before]) => {
      const beforeAt = Date.parse(`${date.slice(0, 4)}-${before}Z`)
      if (!week.minima.has(date) || beforeAt < week.from) return []
      const at = now.get(date)
      const isLater = at === undefined || at > beforeAt
      return isLater
        ? [`${name}: ${date}, ${before} → ${at === undefined ? 'never' : new Date(at).toISOString()}`]
        : []
    })
  })
}

/** The air at which each subscriber's damage begins [°C]: whole degrees, the first at or below the threshold. */
const damageFromC: Readonly<Partial<Record<SubscriberName, number>>> = { 'apricot 10': -3, 'air 0 °C': -1 }
const noticeMs = hourMs

/** Nights whose damage began less than an hour after they were first raised, or before. */
export function raisedTooLate(week: LivedWeek): readonly string[] {
  return (Object.entries(damageFromC) as [SubscriberName, number][]).flatMap(([name, atMostC]) => {
    const raised = raisedAt(week, name)
    return [...week.minima.keys()].flatMap((date) => {
      const damageAt = week.firstAt(date, atMostC)
      // The week begins at noon: what its first night does is not known before.
      if (damageAt === null || damageAt < week.from) return []
      const at = raised.get(date)
      if (at !== undefined && at <= damageAt - noticeMs) return []
      return [
        `${name}: ${date}, damage ${new Date(damageAt).toISOString()}, ${at === undefined ? 'never' : new Date(at).toISOString()}`
      ]
    })
  })
}
