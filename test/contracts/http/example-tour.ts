/** One good request to every operation of an app on fixed weather at a fixed time, and what was answered. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { OperationExample } from '../../../src/http/openapi.ts'
import { openStore } from '../../../src/store/open.ts'
import { patience } from '../../patience.ts'
import { startLoopback } from '../../receivers/loopback.ts'
import { codeIn, smsGateway } from '../../receivers/sms-gateway.ts'
import { openStage, type Stage, settle } from '../../scenarios/weather/harness.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import type { Subscribed } from '../http-alerts/client.ts'
import { isObject, type Json, type JsonObject } from './close-schemas.ts'

const apiKey = 'your-api-key'
/** What stands for the secrets of a subscription, and for the receiver's address. */
const subscriptionId = 'sub_2fC0xkq3T9mVw1b7Zr4yQA'
const receiverUrl = 'https://farm.example/frost'

interface Call {
  readonly id: string
  readonly method?: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: JsonObject | string
}

const key = { 'X-API-Key': apiKey }
const malatya = 'location=malatya'

/** Each weather operation for many places, short: a whole answer stands at the operation itself. */
const placesCalls: readonly Call[] = [
  ['Forecast', '/weather/places'],
  ['CurrentWeather', '/weather/current/places'],
  ['FrostRisk', '/weather/frost-risk/places'],
  ['Night', '/weather/night/places'],
  ['Hourly', '/weather/hourly/places'],
  ['WidgetData', '/weather/widget-data/places']
].flatMap(([name, path]) => [
  { id: `get${name}OfPlaces`, target: `${path}?locations=malatya,sivas&detail=short` },
  {
    id: `post${name}OfPlaces`,
    method: 'POST',
    target: `${path}?detail=short`,
    body: { places: ['malatya', { lat: 38.355, lon: 38.31 }] }
  }
])

/** What needs no subscription. */
const openCalls: readonly Call[] = [
  ...placesCalls,
  { id: 'getFrostOverview', target: '/weather/frost-risk/overview?region=malatya' },
  { id: 'getIndex', target: '/' },
  { id: 'getForecast', target: `/weather?${malatya}&days=2` },
  { id: 'getCurrentWeather', target: '/weather/current?lat=38.355&lon=38.31' },
  {
    id: 'getFrostRisk',
    target: `/weather/frost-risk?${malatya}&days=2&crop=apricot&stage=full-bloom`
  },
  { id: 'getNight', target: `/weather/night?${malatya}&crop=apricot&stage=full-bloom` },
  { id: 'getHourly', target: `/weather/hourly?${malatya}&slots=2` },
  { id: 'getWidgetData', target: `/weather/widget-data?${malatya}&lang=tr` },
  { id: 'searchLocations', target: '/locations?q=malat&limit=2' },
  { id: 'getPlacesNear', target: '/locations/near?lat=38.4&lon=38.2&limit=2' },
  { id: 'getLocation', target: '/locations/malatya' },
  { id: 'getCrops', target: '/crops' },
  { id: 'getChannels', target: '/channels' },
  { id: 'getLimits', target: '/limits' },
  {
    id: 'postObservations',
    method: 'POST',
    target: '/observations',
    headers: key,
    body: { location: 'malatya', date: '2026-04-11', kind: 'air_2m', minimum: -2.3 }
  },
  { id: 'listSensors', target: '/sensors', headers: key },
  { id: 'revokeSensor', method: 'POST', target: '/sensors/1/revoke', headers: key },
  { id: 'acceptSensor', method: 'POST', target: '/sensors/1/accept', headers: key },
  { id: 'makeIntake', method: 'POST', target: '/intakes', headers: key, body: { label: 'Lower field' } },
  { id: 'listIntakes', target: '/intakes', headers: key },
  { id: 'getIntake', target: '/intakes/1', headers: key },
  { id: 'changeIntake', method: 'PATCH', target: '/intakes/1', headers: key, body: { unit: 'C' } },
  { id: 'rotateIntake', method: 'POST', target: '/intakes/1/rotate', headers: key },
  { id: 'revokeIntake', method: 'DELETE', target: '/intakes/1', headers: key },
  { id: 'getVerification', target: `/verification?${malatya}` },
  { id: 'getIssuedNights', target: `/verification/nights?${malatya}&lead_days=1&limit=1` },
  {
    id: 'getSeasonSurvival',
    target: `/season-survival?${malatya}&crop=apricot&stages=first-bloom@2026-04-06`,
    headers: key
  },
  { id: 'getFrostDates', target: `/frost-dates?${malatya}` },
  { id: 'getOpenApi', target: '/openapi.json' }
]

/** By the manage token, one after the other. */
const manageCalls: readonly (Omit<Call, 'target'> & { readonly suffix: string })[] = [
  { id: 'verifySubscription', method: 'POST', suffix: '/verify' },
  { id: 'getSubscription', suffix: '' },
  { id: 'changeSubscription', method: 'PATCH', suffix: '', body: { threshold: 95, lang: 'tr' } },
  { id: 'pauseSubscription', method: 'POST', suffix: '/pause' },
  { id: 'resumeSubscription', method: 'POST', suffix: '/resume' },
  { id: 'testSubscription', method: 'POST', suffix: '/test' },
  { id: 'getDeliveries', suffix: '/deliveries' },
  { id: 'redeliver', method: 'POST', suffix: '/deliveries/{newest}/redeliver' },
  { id: 'rotateSecret', method: 'POST', suffix: '/rotate-secret' },
  { id: 'endSubscription', method: 'DELETE', suffix: '' }
]

/** The examples by operation; the secrets in them are always the same ones. */
export async function exampleTour(): Promise<Readonly<Record<string, OperationExample>>> {
  let proves = false
  const receiver = await startLoopback(({ body }) => {
    const { data } = JSON.parse(body.toString()) as { data: { challenge?: string } }
    const headers = { 'content-type': 'application/json' }
    const answer = JSON.stringify({ challenge: proves ? data.challenge : '' })
    return { status: 200, headers, body: answer }
  })
  const stage = await openStage({
    environment: {
      SOURCES: 'open-meteo',
      TIERS: 'free=60/60,partner=6000/60',
      WEBHOOK_ALLOW_HTTP: 'yes',
      WEBHOOK_ALLOW_CIDR: `127.0.0.1:${receiver.port}`
    }
  })
  stage.upstream.setWeather(shifted(clearNights, 1))
  try {
    await settle(stage)
    await addOperatorKey(stage)
    const examples: Record<string, OperationExample> = {}
    for (const call of openCalls) examples[call.id] = await exampleOf(stage, call)
    const own = { location: 'malatya', channel: 'webhook', threshold: 90 }
    const { example, subscribed } = await subscribe(stage, { ...own, destination: { url: receiver.origin } })
    examples['subscribe'] = example
    await vi.waitFor(() => firstAttempt(stage, subscribed), patience)
    proves = true
    Object.assign(examples, await keyExamples(stage))
    examples['importSubscriptions'] = await exampleOf(stage, importCall)
    for (const call of manageCalls) examples[call.id] = await manageExample(stage, call, subscribed)
    return { ...examples, ...(await examplesByCode()) }
  } finally {
    await stage.close()
    await receiver.close()
  }
}

/** On a separate app, because the other one has no gateway. */
async function examplesByCode(): Promise<Readonly<Record<string, OperationExample>>> {
  const provider = await startLoopback(() => ({ status: 200, body: JSON.stringify({ code: '00' }) }))
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-gateways-'))
  const file = join(folder, 'gateways.json')
  writeFileSync(file, JSON.stringify([smsGateway(provider.origin)]))
  const stage = await openStage({ environment: { SOURCES: 'open-meteo', GATEWAYS_FILE: file } })
  try {
    await settle(stage)
    const own = {
      location: 'malatya',
      channel: 'sms',
      threshold: 90,
      destination: { phone: '0532 123 45 67' }
    }
    const { subscribed } = await subscribe(stage, own)
    const codeSent = () =>
      vi.waitFor(() => {
        const found = codeIn(provider.requests.at(-1)?.body.toString())
        expect(found).not.toBe('')
        return found
      }, patience)
    const confirm = { id: 'confirmSubscription', method: 'POST', suffix: '/confirm' } as const
    const body = { code: await codeSent() }
    const confirmed = await manageExample(stage, { ...confirm, body }, subscribed)
    const example = { confirmSubscription: { ...confirmed, body: { code: '073519' } } }
    const contact = { channel: 'sms', destination: { phone: '0532 123 45 68' }, label: 'Neighbour' }
    const before = provider.requests.length
    const add = { id: 'addContact', method: 'POST', suffix: '/contacts', body: contact } as const
    const addContact = await manageExample(stage, add, subscribed)
    await vi.waitFor(() => expect(provider.requests.length).toBeGreaterThan(before), patience)
    const { contacts } = addContact.answer as unknown as { contacts: readonly { id: string }[] }
    const id = contacts[0]?.id ?? ''
    const ofOne = `/contacts/${id}`
    const enter = { id: 'confirmContact', method: 'POST', suffix: `${ofOne}/confirm` } as const
    const entered = await manageExample(stage, { ...enter, body: { code: await codeSent() } }, subscribed)
    const move = { id: 'moveContact', method: 'PATCH', suffix: ofOne, body: { step: 2 } } as const
    const moveContact = await manageExample(stage, move, subscribed)
    const listContacts = await manageExample(stage, { id: 'listContacts', suffix: '/contacts' }, subscribed)
    const end = { id: 'endContact', method: 'DELETE', suffix: ofOne } as const
    const endContact = await manageExample(stage, end, subscribed)
    const confirmContact = { ...entered, body: { code: '073519' } }
    const ofContacts = { addContact, confirmContact, moveContact, listContacts, endContact }
    const text = JSON.stringify(ofContacts).replaceAll(id, 'sub_9hC0xkq3T9mVw1b7Zr4yQA')
    return { ...example, ...(JSON.parse(text) as typeof ofContacts) }
  } finally {
    await stage.close()
    await provider.close()
    rmSync(folder, { recursive: true })
  }
}

async function subscribe(
  stage: Stage,
  body: JsonObject
): Promise<{ readonly example: OperationExample; readonly subscribed: Subscribed }> {
  const target = '/alerts/subscribe'
  const answer = await ask(stage, { id: 'subscribe', method: 'POST', target, body })
  const subscribed = answer as unknown as Subscribed
  const shown = { ...body, destination: { url: receiverUrl } }
  return {
    subscribed,
    example: { target, headers: {}, body: shown, answer: withoutSecrets(answer, subscribed) }
  }
}

const importCall: Call = {
  id: 'importSubscriptions',
  method: 'POST',
  target: '/alerts/subscriptions/import?dry_run=true',
  headers: { ...key, 'Content-Type': 'text/csv' },
  body: 'external_id,location,channel,threshold,label\n1041,malatya,feed,60,Lower orchard\n1042,malatia,feed,60,\n'
}

/** What a key made, and what its holder does about tonight’s warning. */
async function keyExamples(stage: Stage): Promise<Readonly<Record<string, OperationExample>>> {
  const body = { location: 'malatya', channel: 'feed', threshold: 60, label: 'Lower orchard', tag: 'north' }
  const made = await ask(stage, {
    id: 'subscribe',
    method: 'POST',
    target: '/alerts/subscribe',
    headers: key,
    body
  })
  const target = '/alerts/subscriptions?tag=north'
  await vi.waitFor(async () => {
    const { subscriptions } = (await stage.client.ask(target, { headers: key })).json as unknown as {
      readonly subscriptions: readonly { readonly tonight: { readonly notified_at: string | null } | null }[]
    }
    if (subscriptions[0]?.tonight?.notified_at == null) throw new Error('the warning has not been sent')
  }, patience)
  const own = made as unknown as Subscribed
  const ofOne = (id: string, suffix: string) =>
    exampleOf(stage, {
      id,
      method: 'POST',
      target: `/alerts/subscriptions/${own.id}${suffix}`,
      headers: key
    })
  const examples = {
    listSubscriptions: await exampleOf(stage, { id: 'listSubscriptions', target, headers: key }),
    sendAgain: await ofOne('sendAgain', '/again'),
    noteSeen: await ofOne('noteSeen', '/seen')
  }
  return withoutSecrets(examples as unknown as JsonObject, own) as unknown as typeof examples
}

/** Throws until the first request for the proof is in the log. */
async function firstAttempt({ client }: Stage, { id, manage }: Subscribed): Promise<void> {
  const headers = { ...key, authorization: `Bearer ${manage.token}` }
  const { json } = await client.ask(`/alerts/subscriptions/${id}/deliveries`, { headers })
  const { deliveries } = json as { deliveries: readonly { status: string; attempts: number }[] }
  expect(deliveries).toEqual([expect.objectContaining({ status: 'queued', attempts: 1 })])
}

/** The id of the newest message once its outcome is in the log. */
async function newestDelivered({ client }: Stage, { id, manage }: Subscribed): Promise<string> {
  const headers = { authorization: `Bearer ${manage.token}` }
  return vi.waitFor(async () => {
    const { json } = await client.ask(`/alerts/subscriptions/${id}/deliveries?limit=1`, { headers })
    const { deliveries } = json as { deliveries: readonly { status: string; message_id: string }[] }
    expect(deliveries).toEqual([expect.objectContaining({ status: 'delivered' })])
    return deliveries[0]?.message_id ?? ''
  }, patience)
}

async function manageExample(
  stage: Stage,
  { suffix: written, ...call }: (typeof manageCalls)[number],
  subscribed: Subscribed
): Promise<OperationExample> {
  const suffix = written.includes('{newest}')
    ? written.replace('{newest}', await newestDelivered(stage, subscribed))
    : written
  const target = `/alerts/subscriptions/${subscribed.id}${suffix}`
  const headers = { Authorization: `Bearer ${subscribed.manage.token}` }
  const example = await exampleOf(stage, { ...call, target, headers })
  return withoutSecrets(example as unknown as JsonObject, subscribed) as unknown as OperationExample
}

async function exampleOf(stage: Stage, call: Call): Promise<OperationExample> {
  const { target, headers = {}, body = null } = call
  return { target, headers, body, answer: await ask(stage, call) }
}

/** The body of a successful answer, its lists cut. */
async function ask({ client }: Stage, call: Call): Promise<JsonObject> {
  const { id, method = 'GET', target, headers = {}, body } = call
  const json = typeof body === 'object' ? { 'content-type': 'application/json' } : {}
  const answer = await client.ask(target, {
    method,
    headers: { ...headers, ...json },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) })
  })
  expect([id, answer.status < 300, answer.body.toString().slice(0, 300)]).toEqual([
    id,
    true,
    expect.anything()
  ])
  // The document would contain itself.
  if (id === 'getOpenApi') return { openapi: (answer.json as JsonObject)['openapi'] ?? null }
  return withoutSignatures(cut(answer.json as Json) as JsonObject)
}

/** They follow from a key that each database draws for itself. */
function withoutSignatures(value: JsonObject): JsonObject {
  const signed = /"(signature|public_key)":"[^"]*"/g
  const text = JSON.stringify(value)
    .replaceAll(signed, '"$1":"$1-of-this-installation"')
    .replaceAll(/(\/ingest\/\w+\/|"secret":")[a-z0-9]{16}"/g, '$1your16letters234"')
  return JSON.parse(text) as JsonObject
}

const maxRows = 2

function cut(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, maxRows).map(cut)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one)]))
}

/** What is drawn anew each time. */
function withoutSecrets(value: JsonObject, { id, manage, channel_secret }: Subscribed): JsonObject {
  const text = JSON.stringify(value)
    .replaceAll(manage.token, 'your-manage-token')
    .replaceAll(/feeds\/sub_[^"]*\.ics/g, 'feeds/your-calendar-token.ics')
    .replaceAll(manage.unsubscribe_url, 'https://ayaz.example/u/your-unsubscribe-token')
    .replaceAll(/\/feeds\/[\w-]+\.ics/g, '/feeds/your-feed-token.ics')
    .replaceAll(id, subscriptionId)
    .replaceAll(channel_secret ?? id, 'whsec_your-signing-secret')
    .replaceAll(/"secret":"[^"]*"/g, '"secret":"whsec_your-new-signing-secret"')
    .replaceAll(/deliveries\/msg_[^/"]*/g, 'deliveries/msg_3gR8mZ1vW0pXk7Qd')
    .replaceAll(/"message_id":"[^"]*"/g, '"message_id":"msg_3gR8mZ1vW0pXk7Qd"')
  return JSON.parse(text) as JsonObject
}

async function addOperatorKey({ app, clock }: Stage): Promise<void> {
  const store = await openStore({ url: null, dataDir: app.dataDir, now: clock.read() })
  const hash = createHash('sha256').update(apiKey).digest('hex')
  await store.apiKeys.add({
    ...{ id: 'farm', hash, tier: 'partner', label: 'farm', operator: true },
    createdAt: clock.read()
  })
  await store.close()
}
