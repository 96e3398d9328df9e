/**
 * One real night of frost at Ankara, hour by hour through the service. Its forecast is a series made from the station's
 * own reports and the minimum that ERA5, an analysis, has for it: 4.2 °C where −1.9 °C came. No model has made it.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { patience } from '../../patience.ts'
import { type LoopbackServer, startLoopback } from '../../receivers/loopback.ts'
import type { UpstreamWeather } from '../../upstream/weather.ts'
import { openStage, type Stage, settle } from '../weather/harness.ts'

type Report = readonly [string, number, number, number, number]
const { reports } = JSON.parse(readFileSync(new URL('./ankara-night.json', import.meta.url), 'utf8')) as {
  readonly reports: readonly Report[]
}
const startAt = Date.parse('2023-04-30T12:02:00Z')
const esenboga = {
  ...{ icaoId: 'LTAC', site: 'Ankara/Esenboga', lat: 40.128, lon: 32.995, elev: 953, siteType: ['METAR'] }
}
/** The station's own point, 13 km from the place that is watched. */
const there = 'lat=40.128&lon=32.995&elevation=953'
const analysedC = 4.2
const measuredC = -1.9
const coldestAt = Date.parse('2023-05-01T02:20:00Z')

/** The station's own day with the fall of the night shortened to the minimum of ERA5; mild nights around. */
function forecastAt(_: object, hour: number): UpstreamWeather {
  const at = hour * hourMs
  const [one] = reports.filter(([time]) => Math.abs(Date.parse(time) - at) <= 15 * minuteMs)
  const share = Math.min(1, Math.max(0, (at - startAt) / (coldestAt - startAt)))
  const nearest = reports.find(([time]) => Date.parse(time) >= at - 15 * minuteMs) ?? reports[0]
  const [, ownC = 9, , wind = 2, cloud = 0.5] = at > coldestAt + 4 * hourMs ? [] : (one ?? nearest ?? [])
  const temperatureC = Math.max(analysedC, ownC + share * (analysedC - measuredC))
  return {
    ...{ temperatureC, dewPointC: 0, humidityPercent: 70, cloudPercent: 100 * cloud, windMps: wind },
    ...{ gustMps: wind * 2, windDirection: 20, precipitationMm: 0, pressureHpa: 1015, visibilityM: 20_000 },
    weatherCode: 0
  }
}

interface Hour {
  readonly at: string
  readonly minimum: number
  readonly width: number
  readonly chance: number
  /** That plants fall to 0 °C. */
  readonly plantChance: number
  readonly updatedBy: { readonly station: string } | null
  /** Kinds of all that was sent so far, newest first, by subscription. */
  readonly messages: Readonly<Record<Subject, string>>
}

/** What is subscribed to: 0 °C of the air or of plants, from a probability on. */
const thresholds = {
  air: ['air', 0.5],
  even: ['plant', 0.5],
  likely: ['plant', 0.7],
  sure: ['plant', 0.8]
} as const
type Subject = keyof typeof thresholds

interface Subscribed {
  readonly id: string
  readonly manage: { readonly token: string }
  readonly channel_url: string
}

let stage: Stage
let server: LoopbackServer
const hours: Hour[] = []
const subscribed: Partial<Record<Subject, Subscribed>> = {}

beforeAll(async () => {
  server = await startLoopback(({ path }) => {
    if (path.startsWith('/data/cache/')) return { status: 200, body: gzipSync(JSON.stringify([esenboga])) }
    const last = reports.findLast(([time]) => Date.parse(time) + 10 * minuteMs <= stage.clock.read())
    if (last === undefined) return { status: 200, body: '[]' }
    const [time, temp, dewp, wind, cloud] = last
    const cover = cloud === 0 ? 'CLR' : cloud < 0.5 ? 'SCT' : 'BKN'
    const report = { icaoId: 'LTAC', obsTime: Date.parse(time) / 1000, temp, dewp, wspd: wind / 0.5144 }
    return { status: 200, body: JSON.stringify([{ ...report, clouds: [{ cover }] }]) }
  })
  const environment = { SOURCES: 'open-meteo', METAR: 'on', METAR_URL: server.origin }
  stage = await openStage({ at: startAt, roundsOnClock: true, environment })
  stage.upstream.setWeather(forecastAt)
  await settle(stage)
  await observeTheNight()
})
afterAll(async () => {
  await stage.close()
  await server.close()
})

async function observeTheNight(): Promise<void> {
  for (const [subject, [of, probability]] of entriesOf(thresholds)) {
    const threshold = { threshold_temperature: 0, threshold_of: of, threshold_probability: probability }
    const { status, json } = await stage.client.ask('/alerts/subscribe', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ location: 'ankara-cubuk', channel: 'feed', ...threshold })
    })
    expect(status).toBe(201)
    subscribed[subject] = json as Subscribed
  }
  for (let half = 0; half < 34; half += 1) {
    await stage.clock.rests('airports')
    stage.clock.move(28 * minuteMs)
    await stage.clock.rests('airports')
    await stage.clock.rests('watch')
    stage.clock.move(2 * minuteMs)
    await stage.clock.rests('watch')
    if (half % 2 === 1) hours.push(await seen())
  }
}

function entriesOf<Name extends string, Value>(all: Readonly<Record<Name, Value>>) {
  return Object.entries(all) as [Name, Value][]
}

async function seen(): Promise<Hour> {
  const { json } = await stage.client.ask('/weather/frost-risk?location=ankara-cubuk')
  const { tonight } = (json as { frost_risk: { tonight: Tonight } }).frost_risk
  const { p10, p90 } = tonight.plant_temperature_min_range
  const sent = await Promise.all(
    entriesOf(thresholds).map(async ([one]) => [one, await sentTo(one)] as const)
  )
  return {
    at: new Date(stage.clock.read()).toISOString().slice(0, 16),
    minimum: tonight.temperature_min,
    width: p90 - p10,
    chance: tonight.probability.air_frost,
    plantChance: tonight.probability.frost,
    updatedBy: tonight.updated_by,
    messages: Object.fromEntries(sent) as Hour['messages']
  }
}

/** Once nothing waits to be sent. */
async function sentTo(subject: Subject): Promise<string> {
  const { id, manage } = subscribed[subject] ?? { id: '', manage: { token: '' } }
  const headers = { authorization: `Bearer ${manage.token}` }
  const deliveries = async () => {
    const { json } = await stage.client.ask(`/alerts/subscriptions/${id}/deliveries`, { headers })
    return (json as { deliveries: { kind: string; status: string }[] }).deliveries
  }
  const waiting = async () =>
    (await deliveries()).filter(({ status }) => status === 'queued' || status === 'sending')
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience)
  const sent = (await deliveries()).filter(({ status }) => status === 'delivered')
  return sent.map(({ kind }) => kind).join()
}

interface Tonight {
  readonly temperature_min: number
  readonly plant_temperature_min_range: { readonly p10: number; readonly p90: number }
  readonly probability: { readonly air_frost: number; readonly frost: number }
  readonly updated_by: { readonly station: string } | null
}

const updated = () => hours.filter(({ updatedBy }) => updatedBy !== null)

it('by day it is the forecast, and no alert; from sunset on it follows the airport', () => {
  const [first] = hours
  expect(first).toMatchObject({ updatedBy: null, messages: { air: '', even: '', likely: '', sure: '' } })
  expect(Math.abs((first?.minimum ?? 0) - analysedC)).toBeLessThan(1.5)
  expect(updated()[0]?.at.slice(0, 13)).toBe('2023-04-30T17')
  expect(updated().every(({ updatedBy }) => updatedBy?.station === 'Ankara/Esenboga (LTAC)')).toBe(true)
})

it('the distribution narrows and comes nearer to what came', () => {
  const [before, first, last] = [hours[0], updated()[0], updated().at(-1)]
  const widths = updated().map(({ width }) => width)
  for (const [index, width] of widths.entries()) {
    expect(width).toBeLessThanOrEqual((widths[index - 1] ?? before?.width ?? 0) + 0.3)
  }
  // The airport shares 0.69 of the forecast's error: no reading there makes σ of the air less than 0.72 of what it was.
  expect(last?.width).toBeLessThan((before?.width ?? 0) * 0.91)
  const missedBy = (hour: Hour | undefined) => Math.abs((hour?.minimum ?? 99) - measuredC)
  expect(missedBy(last)).toBeLessThan(missedBy(before) * 0.6)
  expect(missedBy(last)).toBeLessThan(missedBy(first))
})

it('the alert is raised when the thermometer decides, once: the forecast alone raises none', () => {
  const before = hours.filter(({ at, updatedBy }) => updatedBy === null && at < '2023-05-01')
  expect(before.every(({ plantChance }) => plantChance < 0.35)).toBe(true)
  const raisedAt = (subject: Subject) => hours.find(({ messages }) => messages[subject] !== '')
  const raised = (['even', 'likely', 'sure'] as const).map((subject) => {
    const [, probability] = thresholds[subject]
    const hour = raisedAt(subject)
    expect(hour?.updatedBy?.station).toBe('Ankara/Esenboga (LTAC)')
    expect(hour?.plantChance).toBeGreaterThanOrEqual(probability)
    expect(hour?.messages[subject]).toBe('raised')
    return hour?.at.slice(11)
  })
  expect(raised).toEqual(['18:02', '20:02', '21:02'])
  // Of 28 measurements a few are news after a warning: the frost comes hours earlier, or a degree colder.
  expect(hours.at(-1)?.messages).toEqual({
    air: 'raised',
    even: 'updated,updated,updated,updated,raised',
    likely: 'updated,updated,raised',
    sure: 'updated,updated,raised'
  })
  // The air froze, too.
  expect(measuredC).toBeLessThan(0)
  expect(Math.max(...hours.map(({ chance }) => chance))).toBeGreaterThan(0.5)
})

it('the message says which thermometer decided', async () => {
  const { pathname } = new URL(subscribed.sure?.channel_url ?? '')
  const feed = await (await fetch(stage.app.origin + pathname)).text()
  expect(feed.match(/<entry>/g)).toHaveLength(hours.at(-1)?.messages.sure.split(',').length ?? 0)
  expect(feed).toContain('Ankara/Esenboga (LTAC)')
})

it('the page of its verification shows it, with links to every night', async () => {
  const page = async (path: string) => {
    const response = await fetch(`${stage.app.origin}${path}`)
    return [response.status, await response.text()] as const
  }
  const [status, english] = await page('/en/place/ankara-cubuk/verification')
  expect(status).toBe(200)
  expect(english).toContain('Ankara/Esenboga airport, 13 km: compared with what it measured on 1 night')
  expect(english).toMatch(/verification\/nights\?location=ankara-cubuk&(amp;)?limit=1000&(amp;)?format=csv/)
  expect(english).toMatch(/<code>[0-9a-f]{64}<\/code>/)
  const [, turkish] = await page('/tr/yer/ankara-cubuk/dogrulama?units=imperial')
  expect(turkish).toContain('href="/tr/yer/ankara-cubuk?units=imperial"')
  expect(turkish).toContain('Ankara/Esenboga havalimanı, 13 km')
  expect((await page('/tr/yer/xqxqxq/dogrulama'))[0]).toBe(404)
})

it('afterwards the airport has a record of its own, for its own point and height', async () => {
  interface Verification {
    readonly airports: readonly {
      readonly statement: string
      readonly day_ahead: { readonly nights: number }
    }[]
    readonly verification: { readonly evening: { readonly nights: number } }
  }
  const { json } = await stage.client.ask('/verification?location=ankara-cubuk')
  const [airport] = (json as Verification).airports
  expect(airport?.statement).toBe(
    'Ankara/Esenboga airport, 13 km: compared with what it measured on 1 night, with forecasts for its own point and height.'
  )
  expect(airport?.day_ahead.nights).toBe(1)
  const nights = (await stage.client.ask(`/verification/nights?${there}&lead_days=1&until=2023-05-01`)).json
  expect(nights).toMatchObject({
    nights: [{ date: '2023-05-01', observed_minimum: -2, observed_by: 'airport', missing_reason: null }]
  })
  const own = (await stage.client.ask(`/verification?${there}`)).json as Verification
  expect(own.verification.evening.nights).toBe(1)
})
