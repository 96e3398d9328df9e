/** An operator's named channel is read by others than the subscriber: no name that the subscriber gave is there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Subscribed } from './client.ts'
import { evening, openRealApp, type RealApp } from './real-app.ts'

let real: RealApp
const folder = mkdtempSync(join(tmpdir(), 'ayaz-named-'))
beforeAll(async () => {
  real = await openRealApp(evening, (receiver) => {
    const path = join(folder, 'channels.json')
    const destination = { url: `${receiver}/koop` }
    writeFileSync(path, JSON.stringify({ 'koop-relay': { kind: 'webhook', destination, open: true } }))
    return { CHANNELS_FILE: path }
  })
})
afterAll(async () => {
  await real.close()
  rmSync(folder, { recursive: true })
})

const label = 'Behind the old mill'
const field = { location: undefined, lat: 39.123, lon: 37.456, elevation: 1234 }

async function received(subscription: Subscribed): Promise<string> {
  return vi.waitFor(() => {
    const found = real.receiver.requests
      .map(({ body }) => body.toString())
      .find((body) => body.includes(subscription.id))
    expect(found).toBeDefined()
    return found ?? ''
  }, 60_000)
}

it.each([
  ['a field', field, 'A field near Alacahan'],
  ['a place', {}, 'Malatya']
])('%s is named there by what everybody may know', async (_, where, name) => {
  const subscription = await real.subscribed({ ...where, channel: 'koop-relay', label, lang: 'en' })
  expect(subscription).toMatchObject({ label })
  const body = await received(subscription)
  expect(body).not.toContain(label)
  expect(JSON.parse(body).data).toMatchObject({ label: null, location: { name } })
  // Every reader of the message can open the link that ends it.
  const page = await (await fetch(`${real.linkOf(subscription)}?lang=en`)).text()
  expect(page).toContain(`<dd>${name}</dd>`)
  expect(page).not.toContain(label)
})

it('a feed has the label, for its address is given to the subscriber alone', async () => {
  const subscription = await real.subscribed({ ...field, channel: 'feed', label, lang: 'en' })
  const path = new URL(subscription.channel_url ?? '').pathname
  await vi.waitFor(async () => {
    const feed = await (await fetch(real.app.origin + path)).text()
    expect(feed.slice(feed.indexOf('<entry>'))).toContain(label)
  }, 60_000)
  expect(await (await fetch(`${real.linkOf(subscription)}?lang=en`)).text()).toContain(`<dd>${label}</dd>`)
})
