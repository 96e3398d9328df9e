/**
 * Every forbidden form of a destination is given as a webhook to a running app whose name server is hostile; and the
 * guard's own tests.
 */
import '../../src/outgoing/guard.test.ts'
import { isIPv4 } from 'node:net'
import { expect, it } from 'vitest'
import { startApp } from '../app.ts'
import { refused, zone } from '../forbidden-destinations.ts'
import { startNameServer } from '../receivers/name-server.ts'
import { startUpstream } from '../upstream/upstream.ts'
import { printFigures } from './figures.ts'

it('a webhook to a forbidden destination is refused in every form, and nothing is sent', async () => {
  const names = await startNameServer((name) => zone[name]?.filter(isIPv4) ?? null)
  // On synthetic weather no name is looked up, because nothing is sent.
  const upstream = await startUpstream()
  const app = await startApp({
    nameServers: [names.address],
    environment: { ...upstream.environment, TRUST_PROXY: 'loopback', WEBHOOK_ALLOW_HTTP: 'yes' }
  })
  // This name server knows no addresses of version 6: such a name leads nowhere, and is taken until it is proved.
  const hasNone = (url: string): boolean => zone[URL.parse(url)?.hostname ?? '']?.some(isIPv4) === false
  const forms = refused.filter((url) => !hasNone(url))
  const outcomes: Record<number, number> = {}
  const taken: string[] = []
  for (const [index, url] of forms.entries()) {
    const answer = await fetch(`${app.api}/alerts/subscribe`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `85.105.${index >> 8}.${index & 255}`
      },
      body: JSON.stringify({ location: 'malatya', channel: 'webhook', threshold: 60, destination: { url } })
    })
    await answer.arrayBuffer()
    outcomes[answer.status] = (outcomes[answer.status] ?? 0) + 1
    if (answer.ok) taken.push(url)
  }
  const metrics = await (await fetch(`${app.origin}/metrics`)).text()
  const attempts = metrics.match(/^ayaz_delivery_attempts_total\{channel="webhook".*$/gm) ?? []
  await app.close()
  await names.close()
  await upstream.close()
  printFigures('destinations', {
    forms: forms.length,
    refused: outcomes[422] ?? 0,
    taken: taken.length,
    sent: attempts.length
  })
  expect([taken, attempts]).toEqual([[], []])
  expect(outcomes).toEqual({ 422: forms.length })
  expect(forms.length).toBeGreaterThan(200)
})
