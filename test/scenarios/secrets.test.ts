/** Secrets of the operator and of subscribers, each marked, while everything that they are for fails: nothing shows one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { startLoopback } from '../receivers/loopback.ts'
import { startUpstream } from '../upstream/upstream.ts'

const mark = 'Marked7Secret'
const shown: string[] = []
let app: TestApp
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  const upstream = await startUpstream()
  await upstream.fail({ kind: 'status', status: 401 })
  const receiver = await startLoopback(({ path, body }) => ({
    status: 500,
    body: `${path} ${body.toString()}`
  }))
  app = await startApp({
    environment: {
      ...upstream.environment,
      SOURCES: 'open-meteo,met-norway,openweathermap',
      OPEN_METEO_KEY: `${mark}-meteo`,
      OPENWEATHERMAP_KEY: `${mark}-owm`,
      METRICS_TOKEN: `${mark}-metrics-token`,
      NTFY_URL: receiver.origin,
      NTFY_TOKEN: `tk_${mark}ntfy`,
      SMTP_URL: `smtp://user:${mark}-smtp@127.0.0.1:${receiver.port}`,
      SMTP_TLS: 'off',
      SMTP_FROM: 'ayaz@example.org',
      HEARTBEAT_URL: `${receiver.origin}/${mark}-heartbeat`,
      WEBHOOK_ALLOW_HTTP: 'yes',
      WEBHOOK_ALLOW_CIDR: `127.0.0.1:${receiver.port}`,
      TIERS: 'free=100000/60'
    }
  })
  ends.push(app.close, receiver.close, upstream.close)
  await subscribe({ channel: 'webhook', destination: { url: `${receiver.origin}/${mark}-hook?key=${mark}` } })
  await subscribe({ channel: 'ntfy', destination: { topic: `${mark}-topic` } })
  await subscribe({ channel: 'email', destination: { address: `${mark}@example.org` } })
})
afterAll(async () => {
  for (const end of ends) await end()
})

/** Only whoever made it sees its destination, in the answer. */
async function subscribe(body: object): Promise<void> {
  const answer = await ask('/api/v1/alerts/subscribe', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ location: 'malatya', threshold: 10, ...body })
  })
  shown.pop()
  expect(answer.status).toBeLessThan(600)
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(app.origin + path, { redirect: 'manual', ...init })
  shown.push(`${path} ${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`)
  return answer
}

it('no page, answer, problem, metric or line of the log shows a marked secret', async () => {
  const headers = { authorization: `Bearer ${mark}-manage-token`, 'x-api-key': `${mark}-api-key` }
  const paths = [
    '/api/v1/weather?location=malatya',
    '/api/v1/alerts/subscriptions/sub_none',
    '/api/v1/limits'
  ]
  for (const path of paths) await ask(path, { headers })
  for (const path of [
    '/en',
    '/tr',
    '/status',
    '/en/place/malatya',
    '/readyz',
    '/docs',
    '/metrics',
    '/nowhere'
  ])
    await ask(path)
  const metrics = await ask('/metrics', { headers: { authorization: `Bearer ${mark}-metrics-token` } })
  expect(metrics.status).toBe(200)
  // What is asked for with a secret in its address is not found, and not repeated in the log.
  await fetch(`${app.origin}/a/${mark}-in-a-path`)
  const log = app.log()
  expect(log.some((line) => line.includes('"level":40') || line.includes('"level":"warn"'))).toBe(true)
  expect([...shown, ...log].filter((text) => text.includes(mark))).toEqual([])
})
