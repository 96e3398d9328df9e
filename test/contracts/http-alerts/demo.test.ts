/** The documented example on demo data: accepted at once, and its alert can be seen. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from '../http/client.ts'
import { post, type Subscribed } from './client.ts'

let app: TestApp
let client: CheckedClient
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=100000/60' } })
  client = await openClient(app.origin)
})
afterAll(async () => {
  await client.close()
  await app.close()
})

const documented = { location: 'malatya', channel: 'telegram', threshold: 60 }

describe('on demo data', () => {
  it('the documented body is accepted at once as a preview', async () => {
    const answer = await post(client, '/alerts/subscribe', documented)
    const body = answer.json as Subscribed
    expect(answer.status).toBe(201)
    expect(body).toMatchObject({ ...documented, status: 'active', preview: true })
    expect(body.preview_url).toBe(`https://ayaz.example/preview#${body.id}`)
    expect(body.evaluation.current_score).toBeTypeOf('number')
    expect(answer.headers['location']).toBe(body.manage.url)
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  it('an alert it raises stands on the preview page, marked DEMO', async () => {
    const answer = await post(client, '/alerts/subscribe', { ...documented, threshold: 1 })
    const body = answer.json as Subscribed
    expect(body.evaluation.would_fire_now).toBe(true)
    await vi.waitFor(async () => {
      const page = await (await fetch(`${app.origin}/preview?lang=en`)).text()
      expect(page).toContain('Malatya')
      expect(page).toContain('DEMO')
      expect(page).not.toContain(body.manage.token)
      // Where `preview_url` leads.
      expect(page.split(`id="${body.id}"`)).toHaveLength(2)
      const log = await client.ask(`/alerts/subscriptions/${body.id}/deliveries`, {
        headers: { authorization: `Bearer ${body.manage.token}` }
      })
      expect(log.json).toMatchObject({ deliveries: [{ kind: 'raised', status: 'delivered' }] })
    }, 60_000)
  })

  it.each(['telegram', 'ntfy', 'mqtt', 'feed', 'sse'])('%s takes the minimal body', async (channel) => {
    const answer = await post(client, '/alerts/subscribe', { ...documented, channel })
    expect(answer.json).toMatchObject({ status: 'active', preview: true })
  })

  it('every channel says that it is a preview', async () => {
    const { json } = await client.ask('/channels')
    const { channels } = json as {
      channels: readonly { id: string; preview: boolean; available: boolean; warning: string | null }[]
    }
    // SITE_URL is that of an example, which no push service can write to.
    expect(channels.filter(({ warning }) => warning !== null)).toMatchObject([
      { id: 'webpush', warning: expect.stringContaining('WEBPUSH_CONTACT') }
    ])
    expect(channels.map(({ id }) => id)).toEqual(expect.arrayContaining(['webhook', 'telegram', 'feed']))
    expect(channels.every((one) => one.preview && one.available)).toBe(true)
  })
})
