/** Of a generated mistake in a query or a body the `detail` alone says how to mend the request. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayMs } from '../../../src/common/time.ts'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from './client.ts'
import { inlined, isObject, type Json, type JsonObject } from './close-schemas.ts'
import { addKeys, plainKey } from './generated/things.ts'
import { limitCases, membersOf } from './limit-cases.ts'
import { type Members, usualBodies, usualQueries } from './usual-requests.ts'

const at = Date.parse('2026-04-11T17:30:00Z')
let now = at
let app: TestApp
let client: CheckedClient
let document: JsonObject
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=100000/60' }, clock: () => now })
  await addKeys(app.data, at)
  client = await openClient(app.origin)
  document = (await client.ask('/openapi.json')).json as JsonObject
})
afterAll(async () => {
  await client.close()
  await app.close()
})

interface Mistake {
  readonly what: string
  readonly name: string
  readonly schema: JsonObject
}

/** A good request without one member; where that is of a point, at a point. */
function without(base: Members, name: string): Members {
  const { [name]: _, location, ...rest } = base
  if (location === undefined || name === 'location') return rest
  return ['lat', 'lon', 'elevation'].includes(name)
    ? { ...rest, lat: 38.355, lon: 38.31, ...(name !== 'elevation' && { [name]: 0 }) }
    : { ...rest, location }
}

/** A name with two letters the wrong way round; one letter more where it is short. */
function misspelt(name: string): string {
  return name.length < 4 ? `${name}x` : `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`
}

/** What a detail must have, and has not. */
function lacksOf(detail: string, { what, name, schema }: Mistake): readonly string[] {
  const wanted = [name]
  if (what === 'misspelt') wanted.push(`"${name}"`)
  // A text of another form has its own words; a list of crops is too long to be whole.
  const words = Array.isArray(schema['enum']) ? schema['enum'].filter((word) => word !== null) : []
  if (what === 'limit' && words.length > 0) wanted.push(String(words[0]))
  if (what === 'limit' && words.length === 0)
    for (const keyword of ['minimum', 'maximum', 'maxItems'])
      if (schema[keyword] !== undefined) wanted.push(String(Math.abs(Number(schema[keyword]))))
  const said = detail.replaceAll(',', '').replaceAll('…', ' … ')
  return wanted.filter((part) => !said.includes(part))
}

type Send = (
  name: string,
  value: Json | undefined,
  written?: string
) => Promise<{ status: number; json: unknown }>

/** A place that is wrong is the problem of its row. */
function withProblem(answer: { status: number; json: unknown }): { status: number; json: unknown } {
  const { results } = Object(answer.json) as { results?: readonly { problem?: { status: number } }[] }
  const problem = results?.[0]?.problem
  return problem === undefined ? answer : { status: problem.status, json: problem }
}

/** All mistakes of one parameter or member, sent one at a time. */
async function mistakesOf(
  id: string,
  name: string,
  schema: JsonObject,
  send: Send
): Promise<readonly string[]> {
  const faults: string[] = []
  const judge = async (what: string, answer: Promise<{ status: number; json: unknown }>, value: Json) => {
    const { status, json } = withProblem(await answer)
    const { detail = '' } = json as { readonly detail?: string }
    const lacks = lacksOf(detail, { what, name, schema })
    if (status >= 400 && status < 500 && status !== 401 && lacks.length === 0) return
    faults.push(
      `${id} ${name} ${what} ${JSON.stringify(value).slice(0, 40)} → ${status} lacks ${lacks}: ${detail}`
    )
  }
  await judge('misspelt', send(name, undefined, misspelt(name)), misspelt(name))
  // Any text is a search.
  if (name !== 'q') await judge('type', send(name, { not: 'this' }), { not: 'this' })
  const outside = limitCases(schema, 'x').filter(
    ({ limit, isInside }) => !isInside && !/^(pattern|format)/.test(limit)
  )
  for (const { value } of outside) await judge('limit', send(name, value), value)
  return faults
}

function operations(): readonly { id: string; method: string; path: string; operation: JsonObject }[] {
  return Object.entries(inlined(document['paths'] ?? {}, document) as JsonObject).flatMap(([path, item]) =>
    Object.entries(item as JsonObject).map(([method, one]) => {
      const operation = one as JsonObject
      return { id: String(operation['operationId']), method: method.toUpperCase(), path, operation }
    })
  )
}

it('of a query', async () => {
  const faults: string[] = []
  let tried = 0
  for (const { id, method, path, operation } of operations()) {
    const base = usualQueries[id]
    if (base === undefined) continue
    const ask = (query: string) =>
      client.ask(`${path}?${query}`, { method, headers: { 'x-api-key': plainKey } })
    const good = (left: string): Record<string, string> =>
      Object.fromEntries(
        Object.entries(without(base, left)).flatMap(([name, value]) =>
          name === left ? [] : [[name, String(value)]]
        )
      )
    for (const parameter of (operation['parameters'] ?? []) as readonly JsonObject[]) {
      if (parameter['in'] !== 'query') continue
      const name = String(parameter['name'])
      const send: Send = (_, value, written = name) =>
        ask(
          String(
            new URLSearchParams({
              ...good(name),
              [written]: isObject(value ?? null) ? 'x y' : String(value ?? 1)
            })
          )
        )
      const schema = parameter['schema'] as JsonObject
      faults.push(...(await mistakesOf(id, name, schema, send)))
      for (const twice of [`${name}=1&${name}=1`, `${name}=`]) {
        const { status, json } = await ask(`${new URLSearchParams(good(name))}&${twice}`)
        const detail = String((json as JsonObject)['detail'])
        if (status !== 400 || !detail.includes(name)) faults.push(`${id} ${twice} → ${status}: ${detail}`)
      }
      tried += 1
    }
  }
  expect(faults).toEqual([])
  expect(tried).toBeGreaterThan(60)
})

it('of a body', async () => {
  const faults: string[] = []
  for (const { id, method, path, operation } of operations()) {
    const base: Members | undefined = usualBodies[id]
    const content = operation['requestBody']
    if (base === undefined || !isObject(content) || path.includes('{')) continue
    const { schema = null } = (content['content'] as Record<string, JsonObject>)['application/json'] ?? {}
    for (const [name, member] of membersOf(schema)) {
      const send: Send = (_, value, written = name) => {
        now += dayMs / 12
        const { [name]: _left, ...rest } = name === 'observations' ? {} : without(base, name)
        const body = JSON.stringify({ ...rest, [written]: value ?? base[name] ?? 1 })
        const headers = { 'x-api-key': plainKey, 'content-type': 'application/json' }
        return client.ask(path, { method, headers, body })
      }
      faults.push(...(await mistakesOf(id, name, member, send)))
    }
  }
  expect(faults).toEqual([])
})

it('of a member that stands twice in a body, whichever operation it is of', async () => {
  const faults: string[] = []
  let tried = 0
  for (const { id, method, path, operation } of operations()) {
    const content = operation['requestBody']
    if (!isObject(content)) continue
    const { schema = null } = (content['content'] as Record<string, JsonObject>)['application/json'] ?? {}
    for (const [name] of membersOf(schema)) {
      const written = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`
      const inside = `"${name}": 1, "${written}": 2`
      for (const [at, body] of [
        [name, `{${inside}}`],
        [`places/1/${name}`, `{"places": ["malatya", {${inside}}]}`]
      ] as const) {
        const headers = { 'x-api-key': plainKey, 'content-type': 'application/json' }
        const { status, json } = await client.ask(path.replace(/\{\w+\}/g, '1'), { method, headers, body })
        const detail = String((json as JsonObject)['detail'])
        if (status !== 400 || !detail.includes(`"${at}" twice`))
          faults.push(`${id} ${at} → ${status}: ${detail}`)
        tried += 1
      }
    }
  }
  expect(faults).toEqual([])
  expect(tried).toBeGreaterThan(60)
})
