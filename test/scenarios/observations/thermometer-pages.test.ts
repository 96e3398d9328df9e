/** The pages of thermometers, as a browser without scripts uses them: forms, and the uploads of a console between. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentFinding } from '../../../src/app/findings.ts'
import { dayMs, hourMs, minuteMs } from '../../../src/common/time.ts'
import { wordsIn } from '../../../src/language/language.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { startApp, type TestApp } from '../../app.ts'
import { datesBefore, issuePastNights } from './past-nights.ts'
import { placesNamed } from './synthetic-record.ts'

const evening = Date.parse('2026-04-11T19:00:00Z')

let now = evening
let app: TestApp
let store: Store

beforeEach(async () => {
  now = evening
  const environment = { SOURCES: 'demo', TIERS: 'free=100000/60', PAGES_PER_MINUTE: '100000' }
  app = await startApp({ environment, clock: () => now })
  store = await openStore({ ...app.data, now })
  for (const id of ['grower', 'neighbour']) {
    const hash = createHash('sha256').update(`key of ${id}`).digest('hex')
    await store.apiKeys.add({ id, hash, tier: 'free', label: id, operator: false, createdAt: now })
  }
})
afterEach(async () => {
  await store.close()
  await app.close()
})

const token = 'key of grower'

interface Seen {
  readonly status: number
  readonly text: string
  readonly html: string
  readonly headers: Headers
}

/** What a person reads on the page that a form leads to. */
async function send(members: Readonly<Record<string, string>>, lang = 'en', by = token): Promise<Seen> {
  const answer = await fetch(`${app.origin}/thermometers?lang=${lang}`, {
    method: 'POST',
    body: new URLSearchParams({ token: by, ...members })
  })
  const html = await answer.text()
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const text = main
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
  return { status: answer.status, text, html, headers: answer.headers }
}

const secretIn = ({ html }: Seen) => /\/ingest\/ecowitt\/([a-z0-9]{16})/.exec(html)?.[1] ?? 'none'
const make = (members: Readonly<Record<string, string>> = {}) =>
  send({ act: 'make', known: '0', label: 'Lower field', ...members })

/** An upload as a console of Ecowitt makes it. */
async function upload(secret: string, more: Readonly<Record<string, string>> = {}): Promise<number> {
  const body = new URLSearchParams({
    PASSKEY: 'A1B2',
    dateutc: new Date(now).toISOString().slice(0, 19).replace('T', ' '),
    tempinf: '70.5',
    baromabsin: '26.8',
    tempf: '30.2',
    ...more
  })
  const { status } = await fetch(`${app.origin}/ingest/ecowitt/${secret}`, { method: 'POST', body })
  return status
}

const map = (more: Readonly<Record<string, string>> = {}, by = token) =>
  send(
    { act: 'map', intake: '1', field: 'tempf', where: 'air_2m', place: 'malatya', ...device, ...more },
    'en',
    by
  )
let device: { readonly device: string }
async function connected(): Promise<string> {
  const secret = secretIn(await make())
  await upload(secret)
  device = { device: (await store.record.channels(1))[0]?.device ?? '' }
  return secret
}

describe('a station', () => {
  it('is made once, with the lines to type into a console, and its secret is never shown again', async () => {
    const made = await make()
    expect(made.status).toBe(200)
    expect(made.text).toContain('Server ayaz.example Path /ingest/ecowitt/')
    expect(made.text).toContain('Port 80 Interval 60 s')
    const secret = secretIn(made)
    // A reload sends the same form.
    const again = await make()
    expect([again.status, secretIn(again)]).toEqual([422, 'none'])
    expect(await store.record.intakes('grower', 9)).toMatchObject([{ label: 'Lower field' }])
    for (const seen of [await send({}), await send({ intake: '1' })]) expect(seen.html).not.toContain(secret)
    expect(made.headers.get('cache-control')).toBe('private, no-store')
    expect(made.headers.get('referrer-policy')).toBe('no-referrer')
    expect(app.log().join('')).not.toContain(secret)
    expect(app.log().join('')).not.toContain(token)
  })

  it('has its probes listed, none of them mapped by itself; what is mapped is shown with its readings', async () => {
    const secret = await connected()
    const heard = await send({ intake: '1' })
    expect(heard.text).toContain('30.2 °F · not mapped')
    expect(heard.text).toContain('70.5 °F · in a room · not mapped')
    expect(heard.text).toContain('Everything that came was accepted.')
    expect((await map()).text).toContain('Its readings are stored from the next upload on.')
    now += 10 * minuteMs
    await upload(secret)
    const { text, html } = await send({ intake: '1' })
    expect(text).toContain('Thermometer in the shade at 1.5 to 2 m Last reading: −1.0 °C, 11 April, 22:10')
    expect(text).toContain('No night could be compared yet')
    expect(text).toContain('10 more nights are needed')
    expect(html).toContain('aria-label="1 reading in three days')
    expect((await send({ intake: '1' }, 'tr')).text).toContain('Son ölçüm: −1,0 °C, 11 Nisan 22.10')
    expect((await map({ where: 'none' })).text).toContain('It is no longer stored.')
  })

  it('of one title is told from the others', async () => {
    const secret = await connected()
    await map({ place: '38.355, 38.310' })
    await map({ place: '38.400, 38.310', field: 'tempinf' })
    await send({ act: 'make', known: '1', label: 'Lower field' })
    now += 10 * minuteMs
    const { text, html } = await send({ intake: '1' })
    expect(text).toContain('30.2 °F')
    expect((await send({ intake: '1' }, 'tr')).text).toContain('30,2 °F')
    // What is no plain number is shown as it came.
    for (const [tempf, shown] of [
      ['-21.299999237060547', '−21.299999237060547'],
      ['.5', '.5'],
      ['1e-3', '1e−3'],
      ['0x10', '0x10']
    ]) {
      now += 10 * minuteMs
      await upload(secret, { tempf: tempf ?? '' })
      expect((await send({ intake: '1' })).text).toContain(` ${shown} °F · `)
    }
    const names = (of: string, from: RegExp) => [...of.matchAll(from)].map(([, name]) => name)
    for (const shown of [
      names(html, /<button aria-label="([^"]+)">/g),
      names((await send({})).html, /aria-label="(Open: [^"]+)"/g)
    ])
      expect(new Set(shown).size).toBe(2)
  })

  it('refuses a place that is none, a name that is none, and two probes as one thermometer', async () => {
    await connected()
    expect((await map({ place: 'malatyaa' })).text).toContain('“malatyaa” is not a place known here')
    expect((await map({ station: '=1' })).status).toBe(422)
    await map({ place: '38.355, 38.310' })
    expect((await map({ place: '38.355,38.310', field: 'tempinf' })).text).toContain(
      'Give this one another name'
    )
    expect((await map({ place: '38.355,38.310', field: 'tempinf', station: 'second' })).status).toBe(200)
    expect((await map({ field: 'temp9f' })).text).toContain('no longer sends this')
    const { place } = (await store.record.channels(1)).find(({ field }) => field === 'tempf')?.sensor ?? {}
    expect(place).toEqual({ lat: 38.355, lon: 38.31, elevation: null })
  })

  it('says what was not accepted and why, with how often', async () => {
    const secret = await connected()
    await map()
    for (const tempf of ['-9999', '-9999']) await upload(secret, { tempf })
    await upload(secret, { baromabsin: '906' })
    const { text } = await send({ intake: '1' })
    expect(text).toMatch(
      /No probe is connected, or air is never so cold or warm\. \(2, last 11 April, 22:00\)/
    )
    expect(text).toMatch(/set to other units than its fields are named for.*\(1, last/)
    expect((await send({ intake: '1' }, 'tr')).text).toContain('Algılayıcı bağlı değil')
  })

  it('says that its clock is wrong before a probe is mapped', async () => {
    const secret = await connected()
    await upload(secret, { dateutc: '2025-04-11 19:00:00' })
    expect((await send({ intake: '1' })).text).toMatch(/clock.*\(1, last 11 April, 22:00\).*2025-04-11/)
  })

  it('is missed once a mapped probe has been silent for six hours, in the season and for a month', async () => {
    const secret = await connected()
    const gazetteer = await openGazetteer()
    const seen = async () => {
      const silent = await silentFinding({ store, gazetteer }, wordsIn('en').doctor, now)
      const [, count] = /^ayaz_thermometers_silent (\d)$/m.exec(await metrics()) ?? []
      const [list, page] = [(await send({})).text, (await send({ intake: '1' })).text]
      return [silent.length, Number(count), list.includes('· silent'), page.includes('has been silent since')]
    }
    const metrics = async () => (await fetch(`${app.origin}/metrics`)).text()
    const [missed, heard] = [
      [1, 1, true, true],
      [0, 0, false, false]
    ]
    now += 7 * hourMs
    expect(await seen()).toEqual(heard)
    await map()
    expect(await seen()).toEqual(missed)
    expect((await send({ intake: '1' }, 'tr')).text).toContain(
      'termometresinden 11 Nisan 22.00 zamanından beri'
    )
    await upload(secret)
    expect(await seen()).toEqual(heard)
    now += 32 * dayMs
    expect(await seen()).toEqual(heard)
    await upload(secret)
    now = Date.parse('2026-07-01T00:00:00Z')
    await upload(secret)
    now += 8 * hourMs
    expect(await seen()).toEqual(heard)
  })

  it('gets another secret, and is disconnected at the second word', async () => {
    const secret = await connected()
    const rotated = secretIn(await send({ act: 'rotate', intake: '1' }))
    expect([await upload(secret), await upload(rotated)]).toEqual([404, 200])
    expect((await send({ act: 'revoke', intake: '1' })).text).toContain('Yes, disconnect it')
    expect(await upload(rotated)).toBe(200)
    expect((await send({ act: 'revoke', sure: 'yes', intake: '1' })).text).toContain('is disconnected')
    expect(await upload(rotated)).toBe(404)
  })

  it('takes another name and the unit that its console shows', async () => {
    await connected()
    const { text } = await send({ act: 'change', intake: '1', label: 'Üst bahçe', unit: 'C' })
    expect(text).toContain('Saved.')
    expect(await store.record.intake(1)).toMatchObject({ label: 'Üst bahçe', unit: 'C' })
    for (const [letters, status] of [
      [64, 200],
      [65, 422]
    ] as const) {
      const label = 'x'.repeat(letters)
      expect((await send({ act: 'change', intake: '1', label })).status).toBe(status)
      expect((await send({ act: 'make', known: '1', label })).status).toBe(status)
    }
  })
})

describe('who may look', () => {
  it('is the owner: another key, an unknown token and no token see nothing', async () => {
    await connected()
    const other = await send({ intake: '1' }, 'en', 'key of neighbour')
    expect(other.text).toContain('No thermometer is connected yet.')
    expect((await map({}, 'key of neighbour')).text).not.toContain('tempf')
    expect((await store.record.channels(1)).every(({ sensor }) => sensor === null)).toBe(true)
    await send({}, 'en', `#${token}&act=revoke&sure=yes&intake=1`)
    expect(await store.record.intake(1)).toMatchObject({ revokedAt: null })
    for (const unknown of ['no such key', '', 'abcdefghijkmnpqr', '#&intake=1'])
      expect((await send({}, 'en', unknown)).status).toBe(404)
  })

  it('is, for reading, the one with the secret, who is not shown where the field is', async () => {
    const secret = await connected()
    await map({ place: '38.355,38.310' })
    const seen = await send({}, 'en', secret)
    expect(seen.text).toContain('30.2 °F · in the shade at 1.5 to 2 m')
    expect(seen.html).not.toContain('38.355')
    expect(seen.html).not.toContain('name="act"')
    const refused = await send({ act: 'revoke', sure: 'yes', intake: '1' }, 'en', secret)
    expect([refused.status, await upload(secret)]).toEqual([422, 200])
    expect((await send({ act: 'make', known: '0' }, 'en', secret)).status).toBe(422)
  })

  it('is the subscriber by the link of the alert, whose place is offered', async () => {
    const answer = await fetch(`${app.api}/alerts/subscribe`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 30 })
    })
    const { manage } = (await answer.json()) as { manage: { token: string; url?: string } }
    const link = `https://ayaz.example/alerts/manage#${manage.token}`
    const secret = secretIn(await send({ act: 'make', known: '0' }, 'tr', link))
    await upload(secret)
    const { html, text } = await send({}, 'tr', `${link}&intake=1`)
    expect(text).toContain('30,2 °F · eşlenmedi')
    expect(html).toContain('name="place" value="malatya"')
    const managed = await fetch(`${app.origin}/alerts/manage?lang=tr`, {
      method: 'POST',
      body: new URLSearchParams({ token: manage.token })
    })
    expect(await managed.text()).toContain('Termometreleriniz')
  })
})

async function issued(dates: readonly string[]): Promise<void> {
  for (const point of await placesNamed(['malatya']))
    await issuePastNights(store, { ...point, synthetic: true }, dates)
}

it('says what a thermometer has taught, and what it lacks', async () => {
  const dates = datesBefore('2026-04-11')
  await issued(dates)
  const nights = async (some: readonly string[]) => {
    const rows = some.map((date) => ({ location: 'malatya', kind: 'air_2m', date, minimum: 3.6, unit: 'C' }))
    await fetch(`${app.api}/observations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': token },
      body: JSON.stringify({ observations: rows })
    })
    return (await send({})).text
  }
  expect(await nights(dates.slice(0, 6))).toContain(
    '6 nights compared with the forecast. On average it reads 1.0 °C colder than forecast'
  )
  expect((await send({})).text).toContain('It has no record yet: 4 more nights are needed.')
  const text = await nights(dates)
  expect(text).toContain('12 nights compared')
  expect(text).toContain('It has a record')
})

it('draws the range that was foretold for a night, and leaves gaps where nothing was read', async () => {
  const dates = datesBefore('2026-04-12')
  await issued(dates)
  const observations = [-30, -29.5, -3, -2.5].map((hours) => ({
    ...{ location: 'malatya', kind: 'air_2m', temperature: 4, unit: 'C' },
    measured_at: new Date(now + hours * hourMs).toISOString()
  }))
  await fetch(`${app.api}/observations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': token },
    body: JSON.stringify({ observations })
  })
  const { html, text } = await send({})
  expect(html.match(/class="band"/g)).toHaveLength(3)
  expect(html.match(/class="plant"/g)).toHaveLength(2)
  expect(text).toContain('forecast range')
})
