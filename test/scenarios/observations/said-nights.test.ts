/** What was said of nights when they began: on the page of their place, behind a threshold, and on an alert's page. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reaches } from '../../../src/alerts/threshold.ts'
import { dayMs, hourMs } from '../../../src/common/time.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import { startApp, type TestApp } from '../../app.ts'
import { placesNamed } from './synthetic-record.ts'

/** 04:30 of an April night whose cold runs. */
const start = Date.parse('2026-04-12T01:30:00Z')
let now = start
let app: TestApp
let store: Store
const said = Array.from({ length: 40 }, (_, index) => ({
  date: addDays('2026-04-12', -index),
  plantC: -4 + index * 0.2,
  airC: -2 + index * 0.2,
  ...{ sigmaC: 1.5, sigmaAirC: 1 }
}))

beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo', PAGES_PER_MINUTE: '100000' }, clock: () => now })
  store = await openStore({ ...app.data, now })
  const hash = createHash('sha256').update('key of grower').digest('hex')
  const key = { id: 'grower', hash, tier: 'free', label: 'grower', operator: true, createdAt: now }
  await store.apiKeys.add(key)
  const [point] = await placesNamed(['malatya'])
  if (point === undefined) throw new Error('Malatya is there')
  const { key: pointKey, lat, lon, timezone, elevation } = point
  for (const { date, plantC, airC, sigmaC, sigmaAirC } of said) {
    const issuedAt = Date.parse(`${date}T00:00:00Z`) - 8 * hourMs
    const minimum = { minimumC: plantC, sigmaC, learnedC: 0 }
    const night = {
      ...{ date, leadDay: 0, leadDays: 0.3, source: 'demo', issuedAt, biasC: 0, score: 0 },
      ...{
        airMinimumC: airC,
        airSigmaC: sigmaAirC,
        plantMinimumC: plantC,
        plantSigmaC: sigmaC,
        fullOffsetC: 2
      },
      ...{ ensembleMeanC: null, ensembleSpreadC: null, airFrostProbability: 0, plantFrostProbability: 0 },
      ...{ moderateFrostProbability: 0, strongFrostProbability: 0 },
      exposed: { ground: minimum, vine: minimum, canopy: minimum }
    }
    const issuance = { at: issuedAt, method: 'frost-p 2.0' }
    await store.record.saveIssued({
      ...{ point: { pointKey, lat, lon, timezone, elevation }, synthetic: true, nights: [night], issuance }
    })
  }
  const observations = said.slice(0, 12).map(({ date, airC }) => ({
    ...{ location: 'malatya', kind: 'air_2m', date, minimum: airC + 0.7, unit: 'C' }
  }))
  now = start + dayMs
  await fetch(`${app.api}/observations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'key of grower' },
    body: JSON.stringify({ observations })
  })
  now = start
})
afterAll(async () => {
  await store.close()
  await app.close()
})

interface NightsOnRecord {
  readonly nights: number
  readonly degrees: Readonly<Record<'air' | 'plant', Readonly<Record<string, readonly number[]>>>>
  readonly scores: readonly number[]
}
const recordAt = async (asked: string): Promise<NightsOnRecord> =>
  (await (await fetch(`${app.origin}/alert-record?${asked}`)).json()) as NightsOnRecord
const text = async (path: string): Promise<string> => {
  const answer = await fetch(app.origin + path)
  return (await answer.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('stands beside the night that runs, and beside the one that is over with what was measured', async () => {
  const running = await text('/en/place/malatya')
  expect(running).toContain('forecast, not measured')
  expect(running).toContain('Evening forecast: plants down to −4.0 °C, air down to −2.0 °C')
  // Of a place without a record nothing was said.
  expect(await text('/en/field/38.400,38.200')).not.toContain('Evening forecast')
  now = start + 4.5 * hourMs
  const dawn = await text('/en/place/malatya')
  expect(dawn).toMatch(
    /Last night .* \(forecast; evening forecast: plants down to −4\.0 °C, air down to −2\.0 °C ?\)/
  )
  now = start
})

it('tells of a threshold how many nights on record would have brought a message', async () => {
  const record = await recordAt('at=malatya&crop=apricot&stage=full-bloom')
  // Tonight is not over.
  const nights = said.slice(1)
  expect(record.nights).toBe(nights.length)
  expect(record.scores).toHaveLength(nights.length)
  expect(record.scores.toSorted((one, other) => other - one)).toEqual(record.scores)
  for (const whose of ['air', 'plant'] as const)
    for (const probability of [0.5, 0.3, 0.1])
      for (const temperatureC of [-5, -2, -0.7, 0, 1.3, 4]) {
        const raised = nights.filter((night) =>
          reaches(
            { temperatureC, of: whose, probability },
            {
              score: null,
              distribution: {
                ...{ airTemperatureMinC: night.airC, sigmaAirC: night.sigmaAirC },
                ...{ plantTemperatureMinC: night.plantC, sigmaC: night.sigmaC }
              }
            }
          )
        )
        const from = record.degrees[whose][String(probability)] ?? []
        const known = `${whose} ${probability} ${temperatureC}`
        expect([known, from.filter((one) => one <= temperatureC).length]).toEqual([known, raised.length])
      }
  for (const asked of ['at=38.400,38.200', 'at=no-such-place', 'at=malatya&crop=no-such-crop'])
    expect((await recordAt(asked)).nights, asked).toBe(0)
})

it.each([
  [
    'en',
    '/en/subscribe',
    'The last nights',
    'air measured −1.1 °C',
    'reached today’s threshold',
    'did not reach'
  ],
  ['tr', '/tr/abone-ol', 'Geçen geceler', 'ölçülen hava −1,1 °C', 'eşiğinize ulaşıyordu', 'ulaşmıyordu']
])(
  'lists the last week on the page of an alert: said, measured, message or none (%s)',
  async (lang, path, ...words) => {
    now = start + 11 * hourMs
    const sent = (to: string, form: Readonly<Record<string, string>>) =>
      fetch(app.origin + to, { method: 'POST', body: new URLSearchParams(form) }).then((one) => one.text())
    const made = await sent(path, {
      ...{ location: 'malatya', channel: 'feed', threshold_kind: 'degrees', threshold_temperature: '-3' },
      ...{ threshold_of: 'plant', threshold_probability: '0.5' }
    })
    const [, token = ''] = /alerts\/manage\?lang=\w+#([\w-]+)/.exec(made) ?? []
    const page = await sent(`/alerts/manage?lang=${lang}`, { token, act: 'look' })
    const past =
      /<details>.*?<\/details>/s.exec(/<section data-nights>.*?<\/section>/s.exec(page)?.[0] ?? '')?.[0] ?? ''
    for (const one of words) expect(past.replaceAll('\u00a0', ' ')).toContain(one)
    expect(past.match(/<li>/g)).toHaveLength(7)
    now = start
  }
)

it('compares the score of what was said with a threshold in points, and says it', async () => {
  now = start + 11 * hourMs
  const sent = (to: string, form: Readonly<Record<string, string>>) =>
    fetch(app.origin + to, { method: 'POST', body: new URLSearchParams(form) }).then((one) => one.text())
  const wanted = { location: 'malatya', channel: 'feed', threshold_kind: 'score', threshold: '70' }
  const made = await sent('/en/subscribe', wanted)
  const [, token = ''] = /alerts\/manage\?lang=\w+#([\w-]+)/.exec(made) ?? []
  const page = await sent('/alerts/manage?lang=en', { token, act: 'look' })
  const items = [...page.matchAll(/<li>([^<]*°C[^<]* today’s threshold[^<]*)<\/li>/g)].map(([, item]) => item)
  // 100·Φ((−2.2 − t)/√(1.717² + 1² + 0.8²)) of −3.8, −3.6, … °C at the ground, in whole points.
  const scores = items.map((item) => Number(/([\d.]+) \/ 100/.exec(item ?? '')?.[1]))
  expect(scores).toEqual([77, 74, 71, 68, 65, 61, 57])
  expect(items.map((item) => item?.includes('did not reach'))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true
  ])
  now = start
})
