/** What an operator can follow: a request by its id from the answer to the log, and all of them in the metrics. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../../../src/store/migrations/registry.ts'
import { startApp, type TestApp } from '../../app.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'

let upstream: Upstream
let app: TestApp

beforeAll(async () => {
  upstream = await startUpstream()
  const environment = { ...upstream.environment, TIERS: 'free=100000/60' }
  app = await startApp({ environment })
})
afterAll(async () => {
  await app.close()
  await upstream.close()
})

type Line = Readonly<Record<string, unknown>>

const linesOf = (requestId: string | null): readonly Line[] =>
  app
    .log()
    .map((line): Line => JSON.parse(line))
    .filter((line) => line['requestId'] === requestId)

async function ask(path: string, init?: RequestInit): Promise<{ status: number; id: string | null }> {
  const answer = await fetch(app.origin + path, init)
  await answer.arrayBuffer()
  return { status: answer.status, id: answer.headers.get('x-request-id') }
}

const metricsText = async (): Promise<string> => (await fetch(`${app.origin}/metrics`)).text()

test('each request is one line at the level debug, under the id of its answer, on the fast path too', async () => {
  const path = '/api/v1/weather?location=malatya'
  const answers = [
    await ask(path),
    await ask(path),
    await ask('/api/v1/weather?location=nowhere-at-all'),
    await ask('/tr/yer/malatya'),
    await ask('/nothing'),
    await ask('/api/v1/alerts/subscribe', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' }
    })
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200, 404, 400])
  expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length)
  for (const { id, status } of answers) {
    const own = linesOf(id).filter(({ event }) => event === 'request')
    expect(own).toEqual([
      {
        level: 'debug',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        event: 'request',
        requestId: id,
        operation: expect.any(String),
        status,
        ms: expect.any(Number)
      }
    ])
  }
  expect(app.log().join('\n')).not.toContain('location=')
})

test('a 5xx is a warning, and what went wrong during the request has its id as well', async () => {
  await upstream.fail({ kind: 'status', status: 500 })
  const { status, id } = await ask('/api/v1/weather?lat=41&lon=35')
  await upstream.fail(null)
  expect(status).toBe(503)
  const lines = linesOf(id)
  expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', event: 'request', status: 503 }))
  expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', event: 'source_failed' }))
})

test('the histogram has every answer of the counter, its buckets cumulative', async () => {
  await ask('/api/v1/limits')
  const text = await metricsText()
  const buckets = [
    ...text.matchAll(
      /^ayaz_http_request_duration_seconds_bucket\{le="([^"]+)",operation="getLimits",status="2xx"\} (\d+)$/gm
    )
  ].map(([, bound, count]) => [bound, Number(count)] as const)
  const counts = buckets.map(([, count]) => count)
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  expect(buckets.at(-1)?.[0]).toBe('+Inf')
  const sum = (pattern: RegExp): number =>
    [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
  expect(sum(/^ayaz_http_requests_total\{[^}]*\} (\d+)$/gm)).toBe(
    sum(/^ayaz_http_request_duration_seconds_count\{[^}]*\} (\d+)$/gm)
  )
  expect(sum(/^ayaz_http_request_duration_seconds_sum\{[^}]*\} (\S+)$/gm)).toBeGreaterThan(0)
})

test('metrics are named by convention and documented', async () => {
  const text = await metricsText()
  const types = [...text.matchAll(/^# TYPE (ayaz_\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type
  }))
  expect(types.length).toBeGreaterThan(20)
  for (const { name, type } of types)
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
  const helps = [...text.matchAll(/^# HELP (ayaz_\w+) (.*)$/gm)]
  for (const [, name = '', help = ''] of helps) {
    if (/^When /.test(help)) expect(name).toMatch(/_timestamp_seconds$/)
    expect(help).toMatch(/\.$/)
  }
  const version = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version
  const schema = migrations.at(-1)?.version
  expect(text).toContain(
    `ayaz_build_info{version="${version}",node="${process.version}",schema="${schema}"} 1`
  )
  // What has never been asked has no time, so that its age is not half a century.
  expect(text).not.toMatch(/_timestamp_seconds\{[^}]*\} 0$/m)
  const documents = readdirSync('docs').filter((file) => file.endsWith('.md'))
  const written = documents.map((file) => readFileSync(`docs/${file}`, 'utf8')).join('\n')
  expect(types.filter(({ name }) => !written.includes(`\`${name}`)).map(({ name }) => name)).toEqual([])
})
