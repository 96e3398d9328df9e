/** The document itself: what the usual linters say of it, and that nothing in it is said twice. */

import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationExamples } from '../../../src/http/openapi.ts'
import { startApp, type TestApp } from '../../app.ts'
import { isObject, type Json, type JsonObject } from './close-schemas.ts'
import { readOperations } from './published-operations.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython && process.env['CI'] === 'true') throw new Error('CI=true, but there is no python3')

let app: TestApp
let text: string
let document: JsonObject
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo' } })
  text = await (await fetch(`${app.api}/openapi.json`)).text()
  document = JSON.parse(text) as JsonObject
})
afterAll(() => app.close())

async function redoclyErrors(source: string): Promise<readonly string[]> {
  const rules = { 'no-invalid-media-type-examples': 'error' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source, config })
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location: [first] }) => `${ruleId} ${first?.pointer ?? ''}: ${message}`)
}

async function spectralErrors(source: string): Promise<readonly string[]> {
  const spectral = new Spectral()
  spectral.setRuleset({ ...oas, extends: [] })
  const results = await spectral.run(source)
  return results
    .filter(({ severity }) => severity === 0)
    .map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)
}

describe('the document', () => {
  it('has no error by the recommended rules of redocly, examples and schemas among them', async () => {
    expect(await redoclyErrors(text)).toEqual([])
    expect(await redoclyErrors(text.replace('"daily":[{', '"days":[{'))).not.toEqual([])
  })

  it('has no error by the rules of spectral', async () => {
    expect(await spectralErrors(text)).toEqual([])
    expect(
      await spectralErrors(text.replace('"operationId":"getCrops"', '"operationId":"getLimits"'))
    ).not.toEqual([])
  })

  it('calls each operation by a name of its own', () => {
    const items = Object.values(
      document['paths'] as Readonly<Record<string, Readonly<Record<string, object>>>>
    )
    const names = items.flatMap((item) => Object.values(item).map((one) => Object(one).summary))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('has an example of every operation', () => {
    const ids = readOperations(document).operations.map(({ id }) => id)
    expect(Object.keys(operationExamples).sort()).toEqual([...ids].sort())
    expect(text.split('"x-codeSamples"')).toHaveLength(ids.length + 1)
  })

  it(`has samples that send one request in JavaScript and Python${hasPython ? '' : ': no python3'}`, async () => {
    const sent: object[] = []
    const server = createServer(async (request, response) => {
      const { method, url, headers } = request
      sent.push({
        method,
        url,
        key: headers['x-api-key'],
        type: headers['content-type'],
        body: await textOf(request)
      })
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
    const operations = Object.values(document['paths'] as JsonObject).flatMap((item) =>
      Object.entries(item as JsonObject)
    )
    const samples = operations.map(([, operation]) =>
      ((operation as JsonObject)['x-codeSamples'] as { source: string }[]).map(({ source }) =>
        source.replaceAll('https://ayaz.example/api/v1', base)
      )
    )
    const run = promisify(execFile)
    const inJavaScript = samples.map(([, , source]) => `{\n${source}\n}`).join('\n')
    await run(process.execPath, ['--input-type=module', '-e', inJavaScript])
    const requests = sent.splice(0)
    expect(requests.map((one) => Reflect.get(one, 'method'))).toEqual(
      operations.map(([method]) => method.toUpperCase())
    )
    if (hasPython) await run('python3', ['-c', samples.map(([, source]) => source).join('\n')])
    if (hasPython) expect(sent).toEqual(requests)
    server.closeAllConnections()
    server.close()
  })

  it('says of a parameter only what its operation takes', () => {
    const { parameters } = (document['components'] ?? {}) as JsonObject
    const paths = document['paths'] as JsonObject
    for (const [path, without] of [
      ['/locations/near', 'location'],
      ['/locations/{slug}', 'lat']
    ] as const) {
      const described = JSON.stringify(resolved((paths[path] as JsonObject)['get'], parameters as JsonObject))
      expect(described).toContain('description')
      expect(described, path).not.toContain(`\`${without}\``)
    }
  })

  it('says of every address that it is one', () => {
    const addresses = objectSchemas(document).flatMap(({ properties }) =>
      Object.entries(isObject(properties ?? null) ? (properties as JsonObject) : {}).filter(([name]) =>
        /(^|_)url$/.test(name)
      )
    )
    expect(addresses.length).toBeGreaterThan(5)
    // A channel's address may be a topic.
    for (const [name, schema] of addresses.filter(([one]) => one !== 'channel_url'))
      expect(schema, name).toMatchObject({ format: 'uri' })
  })

  it('does not promise the same body of a repeat, whose data may be newer', () => {
    const webhooks = JSON.stringify(document['webhooks'])
    expect(webhooks).toContain('repeat')
    expect(webhooks).not.toMatch(/the same body/)
  })

  it('says of each member and parameter what its name does not, and what null means', () => {
    expect(undescribed(document)).toEqual([])
    const bad = {
      a: { description: '' },
      sky_cover: { description: 'Of the sky’s cover.' },
      b: { $ref: '#' }
    }
    const gap = { type: ['number', 'null'], description: 'Of the whole sky.' }
    expect(undescribed({ type: 'object', properties: { ...bad, gap } })).toEqual([
      'a',
      'sky_cover',
      'b',
      'gap'
    ])
  })

  it('has at most eight names with two types; what is kept under an old name says its successor', () => {
    const { schemas } = document['components'] as JsonObject
    const [kinds, old] = [new Map<string, Set<string>>(), new Set<string>()]
    for (const schema of objectSchemas({ schemas: schemas ?? {}, webhooks: document['webhooks'] ?? {} })) {
      const members = Object.entries(schema['properties'] as JsonObject)
      for (const [name, member] of members) {
        const { deprecated, description } = member as JsonObject
        expect(deprecated === true, name).toBe(successors(`\`${name}\`: ${description}`).length > 0)
        if (deprecated === true) old.add(name)
        for (const kind of kindsOf(member, schemas as JsonObject))
          kinds.set(name, (kinds.get(name) ?? new Set()).add(kind))
      }
      for (const [, successor] of oldNames(schema)) expect(members.map(([name]) => name)).toContain(successor)
    }
    const twofold = [...kinds].filter(([, { size }]) => size > 1).map(([name]) => name)
    expect(twofold.length).toBeLessThanOrEqual(8)
    expect(twofold.filter((name) => !old.has(name)).sort()).toEqual([])
  })

  it('has under each old name what stands under its successor', () => {
    const pairs = objectSchemas(document).flatMap(oldNames)
    const seen = new Set<string>()
    const compare = (part: Json): void => {
      if (isObject(part))
        for (const [name, successor] of pairs.filter((pair) => pair.every((one) => one in part))) {
          expect(part[name], name).toEqual(part[successor])
          seen.add(name)
        }
      if (typeof part === 'object' && part !== null) Object.values(part).forEach(compare)
    }
    compare(Object.values(operationExamples).map(({ answer }) => answer as Json))
    expect(seen.size).toBeGreaterThan(10)
  })

  it('has no two components that differ in case alone', () => {
    const names = Object.values(document['components'] as JsonObject).flatMap((part) =>
      Object.keys(part as JsonObject)
    )
    const folded = names.map((name) => name.toLowerCase())
    expect(folded.filter((name, index) => folded.indexOf(name) !== index)).toEqual([])
  })

  it('says no object twice', () => {
    const objects = objectSchemas(document).map((schema) => JSON.stringify(schema))
    expect(objects.length).toBeGreaterThan(100)
    expect(objects.filter((one, index) => objects.indexOf(one) !== index)).toEqual([])
  })
})

/** Every schema of an object with members, wherever it stands. */
function objectSchemas(part: Json): readonly JsonObject[] {
  if (Array.isArray(part)) return part.flatMap(objectSchemas)
  if (!isObject(part)) return []
  const inside = Object.values(part).flatMap(objectSchemas)
  return part['type'] === 'object' && 'properties' in part ? [part, ...inside] : inside
}

/** Names of members and parameters without a description, or whose description says no more than the name. */
function undescribed(part: Json): readonly string[] {
  const members = objectSchemas(part).flatMap(({ properties }) => Object.entries(properties as JsonObject))
  const parameters = findParameters(part).map((one) => [String(one['name']), one] as const)
  return [...members, ...parameters]
    .filter(([name, schema]) => {
      const { description, ...type } = schema as JsonObject
      const says = String(description ?? '')
      const takesNull = JSON.stringify([type['type'], type['anyOf'], type['oneOf']]).includes('"null"')
      return repeats(name, says) || (takesNull && !/\bnull/i.test(says))
    })
    .map(([name]) => name)
}

/** The old names of an object, each with its successor: members that are deprecated, and additional ones in words. */
function oldNames({ properties, additionalProperties }: JsonObject): readonly (readonly [string, string])[] {
  const members = Object.entries(properties as JsonObject).map(
    ([name, member]) => `\`${name}\`: ${(member as JsonObject)['description']}`
  )
  const further = isObject(additionalProperties) ? additionalProperties : {}
  if (isObject(additionalProperties)) expect(further).toMatchObject({ deprecated: true })
  return [...members, String(further['description'] ?? '')].flatMap(successors)
}

/** What is an old name of what, in the words of a description. */
function successors(words: string): readonly (readonly [string, string])[] {
  return [...words.matchAll(/`(\w+)`: Old name of `(\w+)`/g)].map(([, name = '', of = '']) => [name, of])
}

/** The JSON types that a member may have, beside null. */
function kindsOf(member: Json, schemas: JsonObject): readonly string[] {
  const { $ref, anyOf = [], oneOf = [], const: only, type = [] } = member as JsonObject
  if (typeof $ref === 'string') return kindsOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  const inside = [anyOf, oneOf]
    .flatMap((all) => all as readonly Json[])
    .flatMap((one) => kindsOf(one, schemas))
  const own = [type]
    .flat()
    .filter((one) => one !== 'null')
    .map((one) => (one === 'integer' ? 'number' : String(one)))
  return [...inside, ...own, ...(typeof only === 'string' ? ['string'] : [])]
}

function findParameters(part: Json): readonly JsonObject[] {
  if (Array.isArray(part)) return part.flatMap(findParameters)
  if (!isObject(part)) return []
  const inside = Object.values(part).flatMap(findParameters)
  return typeof part['in'] === 'string' && 'schema' in part ? [part, ...inside] : inside
}

/** Whether each word of a text but the smallest stands in a name already. */
function repeats(name: string, description: string): boolean {
  const small = ['', 'a', 'an', 'the', 'of', 'its', 's', 'is', 'mean']
  const words = description.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => small.includes(word) || name.toLowerCase().includes(word))
}

/** The parameters of an operation, with those that it shares. */
function resolved(operation: Json | undefined, shared: JsonObject): readonly Json[] {
  const { parameters } = operation as { parameters: readonly { $ref?: string }[] }
  return parameters.map((one) =>
    one.$ref === undefined ? (one as Json) : (shared[one.$ref.split('/').at(-1) ?? ''] ?? null)
  )
}
