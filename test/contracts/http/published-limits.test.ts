/** What the document publishes of a parameter or a member is what the service enforces, limit by limit. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allVariables } from '../../../src/app/configuration.ts'
import { startApp, type TestApp } from '../../app.ts'
import { bearer, post, type Subscribed } from '../http-alerts/client.ts'
import { type CheckedClient, openClient } from './client.ts'
import { inlined, isObject, type Json, type JsonObject } from './close-schemas.ts'
import { addKeys, plainKey } from './generated/things.ts'
import { limitCases, membersOf } from './limit-cases.ts'
import { type Members, subscription, usualBodies, usualQueries, usualValues } from './usual-requests.ts'

const at = Date.parse('2026-04-11T17:30:00Z')
let app: TestApp
let client: CheckedClient
let subscribed: Subscribed
let intake = ''
let document: JsonObject
beforeAll(async () => {
  // More cases than a client may make subscriptions a day.
  const unlimited = { SUBSCRIPTIONS_PER_DAY: '0', UNPROVEN_PER_DAY: '0', TIERS: 'free=100000/60' }
  app = await startApp({ environment: { SOURCES: 'demo', ...unlimited }, clock: () => at })
  await addKeys(app.data, at)
  client = await openClient(app.origin)
  document = (await client.ask('/openapi.json')).json as JsonObject
  subscribed = (await post(client, '/alerts/subscribe', subscription)).json as Subscribed
  const made = await post(client, '/intakes', {}, { 'x-api-key': plainKey })
  const ofKey = await post(client, '/alerts/subscribe', subscription, { 'x-api-key': plainKey })
  taken['listSubscriptions cursor'] = (ofKey.json as Subscribed).id
  intake = (made.json as { readonly intake: { readonly id: string } }).intake.id
})
afterAll(async () => {
  await client.close()
  await app.close()
})

const ofReadings = ['measured_at', 'temperature', 'relative_humidity', 'dew_point', 'wind_speed']

const points = ['lat', 'lon', 'elevation']

/** A request with one value changed; a point instead of a place where a part of it is the value. */
function changed(usual: Members, name: string, value: Json): Members {
  const { location: _, ...rest } = usual
  if (name === 'observations') return { observations: value }
  if (ofReadings.includes(name)) return { ...reading(), [name]: value }
  if (name.startsWith('threshold_')) return { ...inDegrees(usual), [name]: value }
  const base = points.includes(name) ? { ...rest, lat: 38.355, lon: 38.31, ...coldest(usual, name) } : usual
  // The air has no exposure.
  if (name === 'exposure' && 'kind' in usual) return { ...usual, kind: 'plant', exposure: value }
  return { ...base, [name]: value }
}

/** A minimum that a night can have at the pole, and on a mountain. */
function coldest(usual: Members, name: string): Members {
  return 'minimum' in usual && (name === 'lat' || name === 'elevation') ? { minimum: -30 } : {}
}

/** A reading instead of a night. */
function reading(): Members {
  return {
    location: 'malatya',
    kind: 'air_2m',
    unit: 'C',
    temperature: 3,
    measured_at: new Date(at).toISOString()
  }
}

/** A threshold in degrees instead of one on the score. */
function inDegrees({ threshold: _, ...rest }: Members): Members {
  return { ...rest, threshold_temperature: -2 }
}

/** A date of the calendar is taken only where the forecast has its night, a cursor only from its client. */
const taken: { [name: string]: Json } = {
  'getNight date': '2026-04-16',
  'changeIntake channels': []
}

const importedRow = 'external_id,location,channel,threshold\n1,malatya,feed,60\n'

/** A malformed id gets the same answer as an unknown one, so that no limit of it can be seen. */
const unseen = ['sensor', 'id', 'intake']
/** What a parameter is taken with. */
const takenWith: Readonly<Partial<Record<string, Members>>> = { 'getFrostRisk threshold': { format: 'ics' } }

/** One published parameter or member, and what the service answers to a value of it. */
interface Published {
  readonly name: string
  readonly schema: JsonObject
  readonly usual: Json
  readonly statusOf: (value: Json) => Promise<number>
}

// The subscription of a demo is a preview, which has no contacts.
function publishedIn(openApi: JsonObject): readonly Published[] {
  const operations = Object.entries(inlined(openApi['paths'] ?? {}, openApi) as JsonObject).flatMap(
    ([path, item]) =>
      Object.entries(item as JsonObject).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation: operation as JsonObject
      }))
  )
  return operations
    .filter(({ path }) => !path.includes('/contacts'))
    .flatMap((one) => [...parametersOf(one), ...bodyMembersOf(one)])
}

interface Described {
  readonly path: string
  readonly method: string
  readonly operation: JsonObject
}

function headers(): Readonly<Record<string, string>> {
  return { ...bearer(subscribed), 'x-api-key': plainKey }
}

function parametersOf({ path, method, operation }: Described): readonly Published[] {
  const id = String(operation['operationId'])
  const parameters = (operation['parameters'] ?? []) as readonly JsonObject[]
  return parameters
    .filter(({ name }) => !unseen.includes(String(name)))
    .map((parameter) => {
      const name = String(parameter['name'])
      const schema = parameter['schema'] as JsonObject
      const base = { ...usualQueries[id], ...takenWith[`${id} ${name}`] }
      const statusOf = async (value: Json): Promise<number> => {
        const isInPath = parameter['in'] === 'path'
        const target = (isInPath ? path.replace(`{${name}}`, encodeURIComponent(String(value))) : path)
          .replace('{id}', subscribed.id)
          .replace('{intake}', intake)
        const members = isInPath || parameter['in'] === 'header' ? base : changed(base, name, value)
        const texts = Object.entries(members).map(([member, one]) => [member, String(one)])
        // A list of places and rows of members stand in the body, and all else in the query.
        const isOfRows = path.endsWith('/import')
        const isOfPlaces = path.endsWith('/places') && method === 'POST'
        const body = isOfPlaces ? JSON.stringify(usualBodies[id]) : isOfRows ? importedRow : null
        const type = body === null ? {} : { 'content-type': isOfRows ? 'text/csv' : 'application/json' }
        const sent = { method, headers: { ...headers(), ...type }, ...(body !== null && { body }) }
        return (await client.ask(`${target}?${new URLSearchParams(texts)}`, sent)).status
      }
      return { name: `${id} ${name}`, schema, usual: usualOf(base, name, schema), statusOf }
    })
}

function bodyMembersOf({ path, method, operation }: Described): readonly Published[] {
  const id = String(operation['operationId'])
  const content = operation['requestBody']
  if (!isObject(content)) return []
  const { schema = null } = (content['content'] as Record<string, JsonObject>)['application/json'] ?? {}
  const base = usualBodies[id] ?? {}
  return membersOf(schema).map(([name, member]) => {
    const statusOf = async (value: Json): Promise<number> => {
      const sent = {
        method,
        headers: { ...headers(), 'content-type': 'application/json' },
        body: JSON.stringify(changed(base, name, value))
      }
      const target = path.replace('{id}', subscribed.id).replace('{intake}', intake)
      return (await client.ask(target, sent)).status
    }
    return { name: `${id} ${name}`, schema: member, usual: usualOf(base, name, member), statusOf }
  })
}

function usualOf(base: Members, name: string, schema: JsonObject): Json {
  const examples = (schema['examples'] ?? []) as readonly Json[]
  return base[name] ?? usualValues[name] ?? reading()[name] ?? examples[0] ?? ''
}

/** Every value of every limit that the service judges otherwise than the document. */
async function disagreements(
  published: readonly Published[]
): Promise<{ readonly cases: number; readonly faults: string[] }> {
  const faults: string[] = []
  let cases = 0
  for (const { name, schema, usual, statusOf } of published) {
    for (const { limit, isInside, value } of limitCases(schema, usual)) {
      cases++
      const status = await statusOf(isInside ? (taken[name] ?? value) : value)
      const isRight = isInside ? status < 400 : [400, 422].includes(status)
      if (!isRight) faults.push(`${name}: ${limit}: ${JSON.stringify(value).slice(0, 80)} → ${status}`)
    }
  }
  return { cases, faults }
}

it('every parameter and member is taken up to its published limits and not beyond', async () => {
  const { cases, faults } = await disagreements(publishedIn(document))
  expect(faults).toEqual([])
  expect(cases).toBeGreaterThan(150)
})

it.each([
  ['"maximum":16', '"maximum":17'],
  ['"minimum":1,"maximum":100', '"minimum":2,"maximum":100'],
  ['"enum":["metric","imperial"]', '"enum":["metric","imperial","kelvin"]'],
  ['"maxLength":80', '"maxLength":79'],
  ['"maxItems":100', '"maxItems":101'],
  ['"pattern":"^[\\\\p{L}\\\\p{N}][\\\\p{L}\\\\p{N} ._:/-]*$"', '"pattern":"^[0-9]*$"']
])('a document that said %s → %s would be found out', async (said, other) => {
  const text = JSON.stringify(document)
  expect(text).toContain(said)
  const known = publishedIn(document).map(({ schema }) => JSON.stringify(schema))
  const changed = publishedIn(JSON.parse(text.replaceAll(said, other)) as JsonObject).filter(
    ({ schema }, index) => JSON.stringify(schema) !== known[index]
  )
  const { faults } = await disagreements(changed)
  expect(faults).not.toEqual([])
  expect(faults.filter((fault) => !/→ (20\d|400|422)$/.test(fault))).toEqual([])
})

it('every variable is taken up to the limits in its schema and not beyond', () => {
  const faults = allVariables.flatMap(({ name, schema, parse }) =>
    limitCases(schema as JsonObject, usualVariables[name] ?? 'x')
      .filter(({ isInside, value }) => 'value' in parse(String(value)) !== isInside)
      .map(({ limit, value }) => `${name}: ${limit}: ${value}`)
  )
  expect(faults).toEqual([])
})

/** What the variables with a pattern may be. */
const usualVariables: Members = {
  DEFAULT_CALLING_CODE: '90',
  WIDGET_FRAME_ANCESTORS: 'https://example.org',
  SECURITY_CONTACT: 'mailto:security@example.org',
  OPERATOR_CONTACT: 'mailto:frost@example.org',
  MET_NORWAY_CONTACT: 'weather@example.org',
  OPEN_METEO_KEY: '0123456789abcdef',
  OPENWEATHERMAP_KEY: '0123456789abcdef',
  TELEGRAM_BOT_TOKEN: '123456:abcdefghij',
  TELEGRAM_BOT_NAME: 'my_frost_bot'
}
