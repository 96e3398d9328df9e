/** Four days of a spring that are always the same: what is sent, and what API and pages show meanwhile. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { hourMs, minuteMs } from '../../src/common/time.ts'
import { languages, wordsIn } from '../../src/language/language.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { startApp, type TestApp } from '../app.ts'
import type { FreshDatabase } from '../contracts/store/engines.ts'
import { holdPauses } from '../held-pauses.ts'
import { patience } from '../patience.ts'
import { datesBefore, issuePastNights } from '../scenarios/observations/past-nights.ts'
import { placesNamed } from '../scenarios/observations/synthetic-record.ts'
import { startSource } from '../seasons/source.ts'
import { springWeather, uniform } from '../seasons/weather.ts'
import { openTestedData } from '../tested-data.ts'
import { openReceivers } from './receivers.ts'

/** 13:00 in Malatya. */
const from = Date.UTC(2027, 2, 8, 10)
const hours = 96
const operatorKey = 'the-operators-key'
const malatya = { lat: 38.353, lon: 38.312 }

export interface Spring {
  /** Of each message its hour, where it came to and its text. */
  readonly messages: readonly string[]
  /** Of each request its hour and its address, the status, and a digest of the answer and of some headers. */
  readonly answers: readonly string[]
}

const crops = [
  '',
  'crop=apricot&stage=full-bloom',
  'crop=apple&stage=silver-tip&exposure=ground',
  'exposure=canopy'
]
const places = ['malatya', 'isparta', 'sivas', 'yakima', 'bologna']

/**
 * Addresses of an hour: of one place in all forms, of the others in one. Left out are the issued nights, which a round
 * of their own records at any moment of the hour, and `/status`, which shows real time.
 */
function asked(index: number): readonly string[] {
  const [place, crop] = [places[index % places.length] ?? '', crops[index % crops.length] ?? '']
  const [plain, planted] = [`location=${place}`, `location=${place}${crop === '' ? '' : `&${crop}`}`]
  const all = `locations=${places.join()}`
  const api = [
    ...[
      `weather?${plain}&days=7`,
      `weather/current?${plain}&units=imperial`,
      `weather/hourly?${plain}&slots=9`
    ],
    ...[`weather/night?${planted}`, `weather/widget-data?${planted}&lang=tr&units=imperial`],
    ...[`weather/frost-risk?${planted}&days=7&format=csv`, `weather/places?${all}&format=geojson`],
    ...[`weather/frost-risk?${planted}&format=ics&threshold=30`, `weather/night/places?${all}&detail=short`],
    ...['weather/frost-risk/overview?region=malatya', `verification?${plain}`],
    ...[`frost-dates?${plain}`, ...places.map((one) => `weather/frost-risk?location=${one}&days=3`)]
  ].map((path) => `/api/v1/${path}`)
  const query = crop === '' ? '' : `?${crop}`
  return [
    ...api,
    ...[`/tr/yer/${place}${query}`, `/en/place/${place}${query}`, `/en/place/${place}?units=imperial`],
    ...[`/tr/yer/${place}/dogrulama`, `/en/place/${place}/verification`, `/en/widget/${place}${query}`],
    `/picture/${place}${query}`
  ]
}

export async function liveSpring(): Promise<Spring> {
  const weather = springWeather(13)
  let at = from
  const [source, data, pauses] = [await startSource(weather, () => at), await openTestedData(), holdPauses()]
  const receivers = await openReceivers(data.dataDir, () => at)
  const environment = {
    ...source.environment,
    ...receivers.environment,
    SOURCES: 'open-meteo',
    TIERS: 'free=1000000/60',
    PAGES_PER_MINUTE: '100000'
  }
  const app = await startApp({ data, environment, clock: () => at, pause: pauses.pause })
  const pass = async (milliseconds: number): Promise<void> => {
    at += milliseconds
    await pauses.pass(milliseconds)
    await vi.waitFor(() => isSettled(app), patience)
  }
  const close = async (): Promise<void> => {
    await app.close()
    await Promise.all([source.close(), receivers.close(), data.remove()])
  }
  await using _closed = { [Symbol.asyncDispose]: close }
  await pauses.rest()
  for (const place of places) await fetch(`${app.api}/frost-dates?location=${place}`)
  await prepare(data)
  await receivers.subscribe(app, () => pass(minuteMs))
  await pass(minuteMs)
  const answers: string[] = []
  for (let hour = 0; hour < hours; hour++) {
    await pass(hourMs)
    await measure(app, at, (one) => weather.airC(malatya, one))
    receivers.read()
    if (hour % 3 === 2)
      for (const path of asked((hour - 2) / 3))
        answers.push(`${local(at)} ${path} ${await digest(app, path)}`)
  }
  for (const path of others) answers.push(`${local(at)} ${path} ${await digest(app, path)}`)
  const messages = receivers.read()
  return { messages: messages.map(constant).toSorted(), answers }
}

/** No message is due. @throws {Error} not yet */
async function isSettled({ origin }: TestApp): Promise<void> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  expect(metrics).toMatch(/^ayaz_outbox_age_seconds 0$/m)
}

/** What is of no place, fields, and faulty questions. */
const others = [
  ...languages.flatMap((lang) => {
    const { paths } = wordsIn(lang)
    return [
      ...['', `/${paths.map}`, `/${paths.embed}`, `/${paths.privacy}`, `/${paths.search}?q=elma`].map(
        (path) => `/${lang}${path}`
      ),
      ...['38.355,38.310', '46.600,-120.505,320'].map(
        (point) => `/${lang}/${paths.field}/${point}?crop=grape&stage=bud-burst`
      ),
      ...['', '?crop=peach&stage=full-bloom', '?crop=lemon'].map(
        (query) => `/${lang}/${paths.place}/malatya${query}`
      )
    ]
  }),
  ...['/preview', '/reference', '/docs', '/robots.txt', '/llms.txt'],
  ...[
    'crops',
    'channels',
    'limits',
    'locations?q=erz',
    'locations/near?lat=38.4&lon=38.2',
    'openapi.json'
  ].map((path) => `/api/v1/${path}`),
  ...[
    'location=malatia',
    'lat=138&lon=38',
    'location=malatya&days=99',
    'location=malatya&crop=aple',
    'lat=N38.3'
  ].map((query) => `/api/v1/weather/frost-risk?${query}`)
]

const local = (at: number): string => new Date(at).toISOString().slice(0, 16)

/** Without what differs from run to run (tokens, ids, ports), and without styles and the space between tags. */
const constant = (text: string): string =>
  text
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/>\s+</g, '><')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'loopback')
    .replaceAll(/\b(sub|msg)_[\w-]+/g, '$1_')
    .replaceAll(/ayaz\.example\/a\/[\w-]+/g, 'ayaz.example/a/…')
    .replaceAll(/\b[\da-f]{32,}\b/g, '…')
    .replaceAll(/\b(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{22,}/g, '…')

/** `RECORDED_BODIES` names a folder for the answers, to compare those of two commits. */
async function digest({ origin }: TestApp, path: string): Promise<string> {
  const answer = await fetch(origin + path)
  const text = constant(await answer.text())
  const folder = process.env['RECORDED_BODIES']
  if (folder !== undefined) writeFileSync(join(folder, `${Date.now()}${encodeURIComponent(path)}`), text)
  const named = ['cache-control', 'content-type', 'link'].map((name) => answer.headers.get(name)).join()
  return `${answer.status} ${createHash('sha256').update(named).update(text).digest('hex').slice(0, 8)}`
}

/** A record of past nights, and a key for measurements. */
async function prepare(data: FreshDatabase): Promise<void> {
  const store = await openStore({ ...data, now: from })
  const hash = createHash('sha256').update(operatorKey).digest('hex')
  await store.apiKeys.add({
    ...{ id: 'operator', label: 'operator', tier: 'free' },
    hash,
    operator: true,
    createdAt: from
  })
  for (const point of await placesNamed(['malatya', 'isparta']))
    await issuePastNights(store, point, datesBefore('2027-03-08'))
  await fillArchive(store)
  await store.close()
}

/** A thermometer of the operator at Malatya, 1.5 °C below the air of the source; every ten minutes of an hour. */
async function measure({ api }: TestApp, at: number, airC: (hour: number) => number): Promise<void> {
  const observations = Array.from({ length: 6 }, (_, index) => {
    const measuredAt = at - (5 - index) * 10 * minuteMs
    return {
      ...{ location: 'malatya', kind: 'air_2m', station: 'garden', unit: 'C' },
      measured_at: new Date(measuredAt).toISOString(),
      temperature: Math.round(10 * (airC(measuredAt / hourMs) - 1.5)) / 10
    }
  })
  const answer = await fetch(`${api}/observations`, {
    method: 'POST',
    headers: { 'x-api-key': operatorKey, 'content-type': 'application/json' },
    body: JSON.stringify({ observations })
  })
  expect(answer.status, await answer.text()).toBe(200)
}

/** Thirty years of minima for the points that were asked about; a source gives one at a time. */
async function fillArchive({ archive }: Pick<Store, 'archive'>): Promise<void> {
  const span = { from: 1997, to: 2026 }
  for (;;) {
    const cell = await archive.next('open-meteo', span, false)
    if (cell === null) return
    for (let year = span.from; year <= span.to; year++) {
      const minimaC = Float32Array.from(
        { length: 366 },
        (_, day) => 7 - 10 * Math.cos(((day - 19) / 366) * 2 * Math.PI) + 8 * (uniform(year, day, 1) - 0.5)
      )
      await archive.save(cell, { year, elevation: 900, minimaC }, from)
    }
  }
}
