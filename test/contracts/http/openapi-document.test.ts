/** The document itself: what the usual linters say of it, and that nothing in it is said twice. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationExamples } from '../../../src/http/openapi-examples.ts'
import { startApp, type TestApp } from '../../app.ts'
import { isObject, type Json, type JsonObject } from './close-schemas.ts'
import { readOperations } from './published-operations.ts'

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

  it('has an example of every operation', () => {
    const ids = readOperations(document).operations.map(({ id }) => id)
    expect(Object.keys(operationExamples).sort()).toEqual([...ids].sort())
    expect(text.split('"x-codeSamples"')).toHaveLength(ids.length + 1)
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

/** The parameters of an operation, with those that it shares. */
function resolved(operation: Json | undefined, shared: JsonObject): readonly Json[] {
  const { parameters } = operation as { parameters: readonly { $ref?: string }[] }
  return parameters.map((one) =>
    one.$ref === undefined ? (one as Json) : (shared[one.$ref.split('/').at(-1) ?? ''] ?? null)
  )
}
