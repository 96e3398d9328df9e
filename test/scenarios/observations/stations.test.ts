/** Stations send in the protocols of their makers, through the real HTTP intake. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '../../../src/common/time.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { startApp, type TestApp } from '../../app.ts'

const evening = Date.parse('2026-04-11T19:00:00Z')
const keys = { grower: 'a-growers-key', neighbour: 'a-neighbours-key' }
const air = { location: 'malatya', kind: 'air_2m' }

let now = evening
let app: TestApp
let store: Store

beforeEach(() => open())
afterEach(close)

async function open(environment: Readonly<Record<string, string>> = {}, at = evening): Promise<void> {
  now = at
  app = await startApp({
    environment: { SOURCES: 'demo', TIERS: 'free=100000/60', ...environment },
    clock: () => now
  })
  store = await openStore({ ...app.data, now })
  for (const [id, key] of Object.entries(keys)) {
    const hash = createHash('sha256').update(key).digest('hex')
    await store.apiKeys.add({ id, hash, tier: 'free', label: id, operator: false, createdAt: now })
  }
}

async function close(): Promise<void> {
  await store.close()
  await app.close()
}

interface Intake {
  readonly id: string
  readonly label: string | null
  readonly last_contact_at: string | null
  readonly channels: readonly { device: string; field: string; last_value: string; sensor: object | null }[]
  readonly refusals: readonly { reason: string; detail: string; count: number }[]
}
interface Made {
  readonly intake: Intake
  readonly secret: string
  readonly addresses: { readonly ecowitt: string }
}

async function call(method: string, path: string, body?: object, key = keys.grower) {
  const answer = await fetch(app.api + path, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) })
  })
  return { status: answer.status, json: (await answer.json()) as unknown }
}
const make = async (body: object = {}) => (await call('POST', '/intakes', body)).json as Made
const intakeOf = async ({ intake }: Made) =>
  ((await call('GET', `/intakes/${intake.id}`)).json as { intake: Intake }).intake
const reasons = async (made: Made) =>
  (await intakeOf(made)).refusals.map(({ reason, count }) => [reason, count])

async function map(made: Made, field: string, sensor: object | null = air): Promise<void> {
  const { channels } = await intakeOf(made)
  const device = channels.find((one) => one.field === field)?.device ?? ''
  const body = { channels: [{ device, field, sensor }] }
  const { status, json } = await call('PATCH', `/intakes/${made.intake.id}`, body)
  expect([status, JSON.stringify(json)]).toEqual([200, expect.any(String)])
}

/** What a station gets as an answer. */
async function send(path: string, body?: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(
    app.origin + path,
    body === undefined ? { headers, redirect: 'manual' } : { method: 'POST', headers, body }
  )
  return [answer.status, await answer.text()] as const
}

/** What is stored of all sensors, as instant and temperature. */
async function readings(): Promise<readonly (readonly [string, number])[]> {
  const sensors = await store.record.sensors(null, 100)
  const all = await Promise.all(sensors.map(({ seq }) => store.record.readings(seq, 0, 1e14)))
  return all
    .flat()
    .map(({ measuredAt, temperatureC }) => [
      new Date(measuredAt).toISOString().slice(0, 16),
      Math.round(temperatureC * 100) / 100
    ])
}

const form = (fields: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()
const dateutc = (at = now) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const upload = (more: Readonly<Record<string, string | number>> = {}) =>
  form({
    PASSKEY: 'A1B2',
    dateutc: dateutc(),
    tempinf: 70.5,
    baromabsin: 26.8,
    tempf: 30.2,
    humidity: 88,
    ...more
  })

describe('a console of Ecowitt', () => {
  it('is mapped by its owner; before, nothing of it is stored, and never twice', async () => {
    const made = await make({ label: 'Lower field' })
    expect(made.secret).toMatch(/^[a-z0-9]{16}$/)
    expect(made.addresses.ecowitt).toBe(`https://ayaz.example/ingest/ecowitt/${made.secret}`)
    const path = `/ingest/ecowitt/${made.secret}`
    expect(await send(path, upload())).toEqual([200, 'OK'])
    const heard = await intakeOf(made)
    expect(heard.channels).toMatchObject([
      { field: 'tempf', last_value: '30.2', unit: 'F', is_indoors: false, sensor: null, clock_seconds: 0 },
      { field: 'tempinf', last_value: '70.5', unit: 'F', is_indoors: true, sensor: null }
    ])
    expect(heard).toMatchObject({ label: 'Lower field', last_contact_at: '2026-04-11T19:00:00.000Z' })
    expect(await readings()).toEqual([])
    await map(made, 'tempf')
    const sent = upload()
    for (let time = 0; time < 3; time++) expect(await send(path, sent)).toEqual([200, 'OK'])
    expect(await readings()).toEqual([['2026-04-11T19:00', -1]])
    expect(await reasons(made)).toEqual([])
  })

  it('may write its address in every way consoles do', async () => {
    const made = await make()
    const path = `/ingest/ecowitt/${made.secret}`
    await send(path, upload())
    await map(made, 'tempf')
    const typed: readonly (readonly [string, boolean])[] = [
      ['', true],
      ['/', true],
      ['?', true],
      ['/?', true],
      ['?', false],
      ['/?', false],
      ['?&', false],
      ['/', false],
      ['&', false],
      ['', false]
    ]
    for (const [index, [end, isPost]] of typed.entries()) {
      now = evening + (index + 1) * minuteMs
      const fields = upload()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = isPost ? await send(path + end, fields, headers) : await send(path + end + fields)
      expect([end, isPost, answer]).toEqual([end, isPost, [200, 'OK']])
    }
    expect(await readings()).toHaveLength(typed.length)
  })

  it('whose clock is wrong is corrected once that is sure, and one in local time at once', async () => {
    const made = await make()
    const path = `/ingest/ecowitt/${made.secret}`
    await send(path, upload())
    await map(made, 'tempf')
    const ahead = 3 * 60 * minuteMs
    expect(await send(path, upload({ dateutc: dateutc(now + ahead) }))).toEqual([200, 'OK'])
    expect(await readings()).toEqual([['2026-04-11T19:00', -1]])
    for (let turn = 0; turn < 4; turn++) {
      now += 10 * minuteMs
      await send(path, upload({ dateutc: dateutc(now + 70 * minuteMs) }))
    }
    expect((await readings()).map(([at]) => at.slice(11))).toEqual(['19:00', '19:30', '19:40'])
    expect(await reasons(made)).toEqual([['clock', 2]])
  })
})

describe('what sends to Weather Underground', () => {
  const fields = (more: object = {}) =>
    form({ ID: 'IMALATYA1', tempf: 30.2, humidity: 88, dateutc: 'now', action: 'updateraw', ...more })

  it('gets its answer at its own path, and where the path is fixed', async () => {
    const made = await make()
    const own = `/ingest/wu/${made.secret}/weatherstation/updateweatherstation.php`
    expect(await send(`${own}?${fields({ PASSWORD: 'any' })}`)).toEqual([200, 'success'])
    await map(made, 'tempf')
    for (const end of ['.php', '.asp', '']) {
      now += minuteMs
      const path = `/weatherstation/updateweatherstation${end}?${fields({ PASSWORD: made.secret })}`
      expect([end, await send(path)]).toEqual([end, [200, 'success']])
    }
    expect(await readings()).toHaveLength(3)
    expect((await send(`/weatherstation/updateweatherstation.php?${fields({ PASSWORD: 'x' })}`))[0]).toBe(404)
  })

  it('that has lost its sensor is content, and its −9999 is counted', async () => {
    const made = await make()
    const path = `/ingest/wu/${made.secret}?`
    await send(path + fields())
    await map(made, 'tempf')
    const lost = fields({ tempf: -9999, humidity: -9999, dewptf: -9999, windspeedmph: -9999 })
    expect(await send(path + lost)).toEqual([200, 'success'])
    expect([await readings(), await reasons(made)]).toEqual([[], [['implausible', 1]]])
  })
})

describe('an application of a LoRaWAN network', () => {
  const uplink = (device: string, decoded_payload: object) =>
    JSON.stringify({
      end_device_ids: { device_id: device },
      uplink_message: { decoded_payload, received_at: new Date(now).toISOString() }
    })

  it('has many devices by one secret; a probe that is not there is counted', async () => {
    const made = await make()
    const path = `/ingest/lorawan/${made.secret}`
    for (const device of ['d1', 'd2']) await send(path, uplink(device, { TempC_DS: 1.5, TempC_SHT: 2.5 }))
    expect((await intakeOf(made)).channels.map(({ device, field }) => `${device} ${field}`)).toEqual([
      'd1 TempC_DS',
      'd1 TempC_SHT',
      'd2 TempC_DS',
      'd2 TempC_SHT'
    ])
    await map(made, 'TempC_DS')
    const sent = uplink('d1', { TempC_DS: 327.67, TempC_SHT: 28.77 })
    expect(await send(path, sent, { 'content-type': 'application/json' })).toEqual([200, 'OK'])
    expect(await send(path, uplink('d2', { TempC_DS: -1 }))).toEqual([200, 'OK'])
    expect([await readings(), await reasons(made)]).toEqual([[], [['implausible', 1]]])
    await send(path, uplink('d1', { TempC_DS: -1.25 }))
    expect(await readings()).toEqual([['2026-04-11T19:00', -1.25]])
  })

  it('whose names have no unit waits for its owner to say it', async () => {
    const made = await make()
    const path = `/ingest/lorawan/${made.secret}`
    await send(path, uplink('d1', { temperature: 1.5 }))
    await map(made, 'temperature')
    await send(path, uplink('d1', { temperature: 1.5 }))
    expect([await readings(), await reasons(made)]).toEqual([[], [['unit_unknown', 1]]])
    await call('PATCH', `/intakes/${made.intake.id}`, { unit: 'C' })
    await send(path, uplink('d1', { temperature: 1.5 }))
    expect(await readings()).toEqual([['2026-04-11T19:00', 1.5]])
  })
})

describe('a clock a year off', () => {
  const year = 365 * 24 * 60 * minuteMs
  const uplink = (at: number) => ({
    end_device_ids: { device_id: 'd1' },
    uplink_message: { decoded_payload: { TempC_DS: 1.5 }, received_at: new Date(at).toISOString() }
  })
  const chirp = (at: number) => ({
    deviceInfo: { devEui: 'd1' },
    object: { TempC_DS: 1.5 },
    time: new Date(at).toISOString()
  })
  const console = (at: number, more: object = {}) => upload({ dateutc: dateutc(at), ...more })
  const protocols: readonly (readonly [
    string,
    (secret: string, at: number) => readonly [string, string?]
  ])[] = [
    ['Ecowitt', (secret, at) => [`/ingest/ecowitt/${secret}`, console(at)]],
    ['Weather Underground', (secret, at) => [`/ingest/wu/${secret}?${console(at, { ID: 'I1' })}`]],
    [
      'its fixed path',
      (secret, at) => [
        `/weatherstation/updateweatherstation.php?${console(at, { ID: 'I1', PASSWORD: secret })}`
      ]
    ],
    ['The Things Stack', (secret, at) => [`/ingest/lorawan/${secret}`, JSON.stringify(uplink(at))]],
    ['ChirpStack', (secret, at) => [`/ingest/lorawan/${secret}`, JSON.stringify(chirp(at))]]
  ]

  it.each(protocols)('by %s is refused and counted once an upload, mapped or not', async (_, sent) => {
    for (const offMs of [-year, year]) {
      const made = await make()
      expect((await send(...sent(made.secret, now + offMs)))[0]).toBe(200)
      expect(await reasons(made)).toEqual([['clock', 1]])
      const field = (await intakeOf(made)).channels[0]?.field ?? ''
      await map(made, field)
      expect((await send(...sent(made.secret, now + offMs)))[0]).toBe(200)
      expect([await readings(), await reasons(made)]).toEqual([[], [['clock', 2]]])
    }
  })
})

describe('bad input', () => {
  it.each([
    ['a body over 64 kB', () => `${upload()}&x=${'y'.repeat(66_000)}`, 'too_large'],
    [
      '300 fields',
      () => `${upload()}&${form(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`x${i}`, 1])))}`,
      'too_many_fields'
    ],
    [
      'a clock that is a year off',
      () => upload({ dateutc: dateutc(now - 365 * 24 * 60 * minuteMs) }),
      'clock'
    ],
    ['NaN', () => upload({ tempf: 'NaN' }), 'invalid_type'],
    ['hPa under a name of inches', () => upload({ baromabsin: 837.793, tempf: -4.4 }), 'units_contradict'],
    ['a temperature that no air has', () => upload({ tempf: 185 }), 'implausible'],
    ['a humidity that is a fraction', () => upload({ humidity: 0.84 }), 'implausible']
  ])('%s is refused, counted and shown, and the station is content', async (_, body, reason) => {
    const made = await make()
    const path = `/ingest/ecowitt/${made.secret}`
    await send(path, upload())
    await map(made, 'tempf')
    expect(await send(path, body())).toEqual([200, 'OK'])
    expect(await readings()).toEqual([])
    const { refusals } = await intakeOf(made)
    expect(refusals).toMatchObject([{ reason, count: 1, detail: expect.stringMatching(/[.?]$/) }])
  })

  it('names that no database holds are stored in another form, and keep nothing else out', async () => {
    const made = await make()
    const path = `/ingest/lorawan/${made.secret}`
    const decoded = '{"temp_c\\u0000":"\\u0000","a":{"temp\\ud800_c":1},"temp_c":-1.5}'
    const body = `{"end_device_ids":{"device_id":"d\\u0000"},"uplink_message":{"received_at":"${new Date(now).toISOString()}","decoded_payload":${decoded}}}`
    for (let time = 0; time < 2; time++) expect(await send(path, body)).toEqual([200, 'OK'])
    expect((await intakeOf(made)).channels).toHaveLength(3)
    await map(made, 'temp_c')
    expect(await send(path, body)).toEqual([200, 'OK'])
    expect(await readings()).toEqual([['2026-04-11T19:00', -1.5]])
  })

  it('a channel with two values in one upload has none, and the others are read', async () => {
    const made = await make()
    const path = `/ingest/lorawan/${made.secret}`
    const messages = (two: number) =>
      JSON.stringify({
        end_device_ids: { device_id: 'd' },
        uplink_message: {
          received_at: new Date(now).toISOString(),
          decoded_payload: {
            temp_c: 4,
            messages: [1, two].map((value) => ({
              type: 'Air Temperature',
              measurementValue: value,
              unit: 'C'
            }))
          }
        }
      })
    await send(path, messages(1))
    await map(made, 'temp_c')
    await send(path, messages(2))
    expect([await readings(), await reasons(made)]).toEqual([
      [['2026-04-11T19:00', 4]],
      [['repeated_field', 1]]
    ])
  })

  it('guessed secrets are limited for an address; many stations that come at once after a start are not', async () => {
    const made = await Promise.all(Array.from({ length: 70 }, () => make()))
    const statuses = async (secrets: readonly string[]) => {
      const all = await Promise.all(secrets.map((secret) => send(`/ingest/ecowitt/${secret}`, upload())))
      return new Set(all.map(([status]) => status))
    }
    expect(await statuses(made.map(({ secret }) => secret))).toEqual(new Set([200]))
    const guesses = made.map((_, index) => `${index}`.padStart(16, 'x'))
    expect(await statuses(guesses)).toContain(404)
    expect(await statuses(guesses)).toEqual(new Set([429]))
    expect(await statuses(made.map(({ secret }) => secret))).toEqual(new Set([200]))
    const blockedAt = now
    for (const at of [now + minuteMs + 1, now - 60 * minuteMs]) {
      now = at
      expect(await statuses(guesses.slice(1, 9)), `${now - blockedAt}`).toEqual(new Set([404]))
    }
  })

  it('an intake takes 1200 uploads in a minute, and each other intake its own', async () => {
    const [made, other] = [await make(), await make()]
    const refused: string[] = []
    for (let round = 0; round < 12; round++) {
      const all = Array.from({ length: 101 }, () => send(`/ingest/ecowitt/${made.secret}`, upload()))
      for (const [status, text] of await Promise.all(all)) if (status !== 200) refused.push(text)
    }
    expect(refused).toEqual(Array(12).fill(expect.stringContaining('More than 1200 uploads in a minute.')))
    expect((await send(`/ingest/ecowitt/${other.secret}`, upload()))[0]).toBe(200)
  })

  it('an unknown secret, a revoked one, a rotated one and an unknown protocol are one 404', async () => {
    const [made, rotated, revoked] = [await make(), await make(), await make()]
    const other = (await call('POST', `/intakes/${rotated.intake.id}/rotate`)).json as Made
    await call('DELETE', `/intakes/${revoked.intake.id}`)
    const paths = [
      `/ingest/ecowitt/${'a'.repeat(16)}`,
      '/ingest/ecowitt/',
      `/ingest/ecowitt/${rotated.secret}`,
      `/ingest/ecowitt/${revoked.secret}`,
      `/ingest/teletype/${made.secret}`
    ]
    const answers = new Set<string>()
    for (const path of paths) answers.add(JSON.stringify(await send(path, upload())))
    expect([...answers]).toEqual([expect.stringMatching(/^\[404,/)])
    for (const { secret } of [made, other])
      expect(await send(`/ingest/ecowitt/${secret}`, upload())).toEqual([200, 'OK'])
    await store.apiKeys.revoke('grower', now)
    expect((await send(`/ingest/ecowitt/${made.secret}`, upload()))[0]).toBe(404)
  })

  it('what could not be stored is 503, never a success', async () => {
    const made = await make()
    const path = `/ingest/ecowitt/${made.secret}`
    await send(path, upload())
    await map(made, 'tempf')
    await sql`drop table readings`.execute(store.database.queries)
    expect((await send(path, upload()))[0]).toBe(503)
  })

  it('another key’s intake is not known, and a channel that was never heard is not mapped', async () => {
    const made = await make()
    const path = `/intakes/${made.intake.id}`
    for (const method of ['GET', 'DELETE', 'PATCH'])
      expect(await call(method, path, method === 'PATCH' ? {} : undefined, keys.neighbour)).toMatchObject({
        status: 404,
        json: { code: 'intake_not_found' }
      })
    const channels = [{ device: '', field: 'tempf', sensor: air }]
    expect(await call('PATCH', path, { channels })).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/channels/0/field', code: 'not_allowed' }] }
    })
    await send(`/ingest/ecowitt/${made.secret}`, form({ tempf: 30 }))
    const wrong = [{ device: '', field: 'tempf', sensor: { location: 'malatia', kind: 'air_2m' } }]
    expect(await call('PATCH', path, { channels: wrong })).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/channels/0/sensor/location', code: 'location_not_found' }] }
    })
  })
})

it('over the internet a secret goes by https, unless the operator opens http', async () => {
  const statusOf = async (secret: string, scheme: string | null, client = '88.255.1.2') => {
    const headers = { 'x-forwarded-for': client, ...(scheme !== null && { 'x-forwarded-proto': scheme }) }
    return (await send(`/ingest/ecowitt/${secret}`, upload(), headers))[0]
  }
  for (const [opened, expected] of [
    ['no', [403, 200, 200, 200]],
    ['yes', [200, 200, 200, 200]]
  ] as const) {
    await close()
    await open({ TRUST_PROXY: 'loopback', INGEST_HTTP: opened })
    const { secret } = await make()
    expect([
      await statusOf(secret, 'http'),
      await statusOf(secret, 'https'),
      await statusOf(secret, null),
      await statusOf(secret, 'http', '192.168.1.7')
    ]).toEqual(expected)
  }
})

it('no secret is in the log, the metrics or the database', async () => {
  const made = await make()
  const wrong = 'q'.repeat(16)
  for (const secret of [made.secret, wrong]) {
    await send(`/ingest/ecowitt/${secret}/`, upload({ PASSKEY: 'MARKEDPASSKEY' }))
    await send(`/ingest/ecowitt/${secret}/?${upload()}`)
    await send(`/weatherstation/updateweatherstation.php?PASSWORD=${secret}&tempf=30`)
    await fetch(`${app.origin}/ingest/ecowitt/${secret}`, { method: 'DELETE' })
  }
  await sql`drop table intake_channels`.execute(store.database.queries)
  await send(`/ingest/ecowitt/${made.secret}`, upload())
  const metrics = await (await fetch(`${app.origin}/metrics`)).text()
  const { rows } = await sql`select * from intakes`.execute(store.database.queries)
  const text = [...app.log(), metrics, JSON.stringify(rows)].join('\n')
  for (const secret of [made.secret, wrong, 'MARKEDPASSKEY']) expect(text).not.toContain(secret)
})

const folder = new URL('../../../../shared/data/stations/', import.meta.url).pathname
const isThere = existsSync(folder)

describe.skipIf(!isThere)('recorded uploads', () => {
  const fieldsOf = (file: string): Readonly<Record<string, string>> =>
    JSON.parse(readFileSync(`${folder}ecowitt2mqtt/${file}`, 'utf8'))
  const files = isThere ? readdirSync(`${folder}ecowitt2mqtt`).filter((name) => name.endsWith('.json')) : []

  it.each(files)('%s', async (file) => {
    const fields = fieldsOf(file)
    const isWu = 'ID' in fields
    const at = fields['dateutc'] === 'now' ? evening : Date.parse(`${fields['dateutc']}Z`)
    await close()
    await open({}, at)
    const made = await make()
    const path = `/ingest/${isWu ? 'wu' : 'ecowitt'}/${made.secret}`
    const isMetric = Number(fields['baromabsin'] ?? fields['baromin'] ?? 30) > 33
    await send(path, form(fields))
    if (!isMetric) await map(made, 'tempf')
    for (let turn = 0; turn < 2; turn++) expect((await send(path, form(fields)))[0]).toBe(200)
    const temperature = Math.round((Number(fields['tempf']) - 32) * (5 / 9) * 100) / 100
    expect(await readings()).toEqual(isMetric ? [] : [[new Date(at).toISOString().slice(0, 16), temperature]])
    expect(await reasons(made)).toEqual(isMetric ? [['units_contradict', 3]] : [])
    // As they are years later.
    now = evening
    expect((await send(path, form(fields)))[0]).toBe(200)
    if (!isMetric && fields['dateutc'] !== 'now') expect(await reasons(made)).toEqual([['clock', 1]])
  })

  it('of The Things Stack: the probe that is not there is refused, the one in the case is read', async () => {
    const body = readFileSync(`${folder}lorawan/ttn_v3_uplink_dragino_lht52.json`, 'utf8')
    await close()
    await open({}, Date.parse('2022-08-25T21:12:54Z'))
    const made = await make()
    const path = `/ingest/lorawan/${made.secret}`
    await send(path, body)
    await map(made, 'TempC_DS')
    await map(made, 'TempC_SHT', { ...air, station: 'case' })
    expect(await send(path, body)).toEqual([200, 'OK'])
    expect([await readings(), await reasons(made)]).toEqual([
      [['2022-08-25T21:12', 28.77]],
      [['implausible', 1]]
    ])
  })
})
