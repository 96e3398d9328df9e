/** Small answers: `fields` and `detail=short` show what the whole answer has, and nothing else. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from './client.ts'
import { inlined, isObject, type Json, type JsonObject } from './close-schemas.ts'

const paths = ['', '/current', '/frost-risk', '/night', '/hourly', '/widget-data'].map(
  (path) => `/weather${path}`
)
let app: TestApp
let client: CheckedClient
let document: JsonObject
beforeAll(async () => {
  const environment = { SOURCES: 'demo', TIERS: 'free=100000/60' }
  app = await startApp({ environment, clock: () => Date.parse('2026-04-11T17:30:00Z') })
  client = await openClient(app.origin)
  document = (await client.ask('/openapi.json')).json as JsonObject
})
afterAll(async () => {
  await client.close()
  await app.close()
})

/** Every path of members that the published answer of an operation has. */
function membersOf(path: string): readonly string[] {
  const way = ['paths', path, 'get', 'responses', '200', 'content', 'application/json', 'schema']
  const schema = way.reduce<Json>((at, name) => (isObject(at) ? (at[name] ?? null) : null), document)
  return pathsIn(inlined(schema, document), '')
}

function pathsIn(schema: Json, before: string): readonly string[] {
  if (!isObject(schema)) return []
  const { properties, items, anyOf } = schema
  const own = Object.entries((properties ?? {}) as JsonObject).flatMap(([name, member]) => [
    before + name,
    ...pathsIn(member, `${before}${name}.`)
  ])
  const variants = ((anyOf ?? []) as readonly Json[]).flatMap((one) => pathsIn(one, before))
  return [...new Set([...own, ...variants, ...pathsIn(items ?? null, before)])]
}

/** Of a value what the paths name: the rows of a list one by one, what is null as it is. */
function picked(value: Json, names: readonly (readonly string[])[]): Json {
  if (Array.isArray(value)) return value.map((one: Json) => picked(one, names))
  if (!isObject(value) || names.some((one) => one.length === 0)) return value
  const first = [...new Set(names.map(([name = '']) => name))]
  return Object.fromEntries(
    first.map((name) => {
      const below = names.filter(([one]) => one === name).map((one) => one.slice(1))
      return [name, picked(value[name] ?? null, below)]
    })
  )
}

it.each(paths)('%s shows of its answer the members that a query names', async (path) => {
  const members = membersOf(path)
  expect(members.length).toBeGreaterThan(20)
  const query = path === '/weather/hourly' ? 'location=malatya&slots=3' : 'location=malatya'
  const whole = (await client.ask(`${path}?${query}`)).json as Json
  const chosen = fc.uniqueArray(fc.constantFrom(...members), { minLength: 1, maxLength: 6 })
  const shows = async (fields: readonly string[]) => {
    const answer = await client.ask(`${path}?${query}&fields=${fields.join(',')}`)
    const expected = picked(
      whole,
      fields.map((one) => one.split('.'))
    )
    expect(answer.body.toString()).toBe(JSON.stringify(expected))
    const many = `${path}/places?${query.replace('location', 'locations')}&fields=${fields.join(',')}`
    const { results } = (await client.ask(many)).json as { results: readonly { answer: Json }[] }
    expect(results[0]?.answer).toEqual(expected)
  }
  await fc.assert(fc.asyncProperty(chosen, shows), { numRuns: 20 })
})

it.each(paths)('%s is short with detail=short: as one of many places, and never longer', async (path) => {
  const short = await client.ask(`${path}?location=malatya&detail=short`)
  const { results } = (await client.ask(`${path}/places?locations=malatya&detail=short`)).json as {
    results: readonly { answer: Json }[]
  }
  expect(short.json).toEqual(results[0]?.answer)
  const whole = await client.ask(`${path}?location=malatya`)
  const full = await client.ask(`${path}?location=malatya&detail=full`)
  expect(full.body.equals(whole.body)).toBe(true)
  expect(short.body.length).toBeLessThan(whole.body.length / 2)
  expect(short.headers['etag']).not.toBe(whole.headers['etag'])
})

it('members of one list are the same question in any writing of blanks, and one answer', async () => {
  const [one, other] = [
    await client.ask('/weather/current?location=malatya&fields=units,current.icon'),
    await client.ask('/weather/current?location=malatya&fields=units,%20current.icon')
  ]
  expect(one.headers['etag']).toBe(other.headers['etag'])
})

it.each([
  ['/weather?fields=daly', 'not_allowed', 'The answer has no member "daly". Did you mean "daily"?'],
  ['/weather?fields=daily.rain', 'not_allowed', '"daily" has no member "rain".'],
  ['/weather/night?fields=night.score.x', 'not_allowed', '"night.score" has no member "x".'],
  ['/weather/night?fields=__proto__', 'not_allowed', 'The answer has no member "__proto__".'],
  ['/weather/night?fields=date,', 'not_allowed', 'The answer has no member "".'],
  ['/weather/night?fields=', 'empty_parameter', '"fields" has no value. Give it one, or leave it out.'],
  ['/weather/night?detail=brief', 'not_allowed', '"brief" is none of full, short.'],
  ['/weather/night?detail=Short', 'not_allowed', 'Did you mean "short"?'],
  ['/weather/night?detail=short&fields=date', 'conflicting_parameters', 'not both.'],
  [
    '/weather/night?detail=short&format=csv',
    'conflicting_parameters',
    'A table has all its columns; choose members of json.'
  ],
  [
    '/weather/frost-risk?fields=meta&format=ics',
    'conflicting_parameters',
    'A calendar has all its members; choose members of json.'
  ]
])('%s is refused with what is wrong', async (target, code, said) => {
  const answer = await client.ask(`${target}&location=malatya`)
  const { errors, detail } = answer.json as { errors: readonly { code: string }[]; detail: string }
  expect([answer.status, errors.map((one) => one.code)]).toEqual([400, [code]])
  expect(detail).toContain(said)
})
