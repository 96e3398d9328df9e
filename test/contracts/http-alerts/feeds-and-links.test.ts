/** What is read instead of pushed, and what a link of a message does. */
import { parseAtomFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readCalendar } from '../calendars/read-calendar.ts'
import { manage } from './client.ts'
import { openStream } from './open-stream.ts'
import { openRealApp, type RealApp } from './real-app.ts'

let real: RealApp
beforeAll(async () => {
  real = await openRealApp()
})
afterAll(() => real.close())

describe('a feed', () => {
  it('holds the alert, answers 304, and ends with its subscription', async () => {
    const subscription = await real.subscribed({ channel: 'feed' })
    expect(subscription.status).toBe('active')
    const path = new URL(subscription.channel_url ?? '').pathname
    const read = (headers = {}) => fetch(real.app.origin + path, { headers })
    const etag = await vi.waitFor(async () => {
      const answer = await read()
      expect(answer.headers.get('content-type')).toContain('application/atom+xml')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(parseAtomFeed(await answer.text()).entries).toHaveLength(1)
      return answer.headers.get('etag') ?? ''
    }, 60_000)
    expect((await read({ 'if-none-match': etag })).status).toBe(304)
    const wrong = await fetch(
      real.app.origin + path.replace(/.\.atom$/, (end) => `${end[0] === 'A' ? 'B' : 'A'}.atom`)
    )
    expect(wrong.status).toBe(404)
    await fetch(real.linkOf(subscription), { method: 'POST' })
    expect((await read()).status).toBe(410)
  })
})

it('a subscription of any channel has a calendar, under an address that opens nothing else', async () => {
  const subscription = await real.subscribed({ channel: 'sse', lang: 'tr' })
  const { json } = await manage(real.client, subscription, {})
  const { calendar_url } = json as { calendar_url: string }
  expect(calendar_url).toBe(subscription.links.calendar_url)
  const url = real.app.origin + new URL(calendar_url).pathname
  const etag = await vi.waitFor(async () => {
    const answer = await fetch(url)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(readCalendar(await answer.text()).length).toBeGreaterThan(0)
    return answer.headers.get('etag') ?? ''
  }, 60_000)
  const [night] = readCalendar(await (await fetch(url)).text())
  expect(night?.lines).toContain('Hava verileri: Open-Meteo.com (CC BY 4.0)')
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(url.replace('.ics', '.atom'))).status).toBe(404)
  expect((await fetch(url.replace(/.\.ics$/, '.ics'))).status).toBe(404)
  await fetch(real.linkOf(subscription), { method: 'POST' })
  expect((await fetch(url)).status).toBe(410)
})

describe('the unsubscribe link', () => {
  it('shows a button on GET and ends on POST, whatever a mail program sends', async () => {
    const [form, multipart, empty] = await Promise.all(
      [1, 2, 3].map(() => real.subscribed({ channel: 'feed' }))
    )
    const look = await fetch(`${real.linkOf(form)}?lang=tr`)
    const page = await look.text()
    expect(page).toContain('<button>')
    expect(page).toContain('<dd>Malatya</dd>')
    expect(page).toContain('<dd>Atom akışı</dd>')
    expect(page).not.toContain('class="demo-banner"')
    expect(look.headers.get('cache-control')).toBe('private, no-store')
    expect(await real.statusOf(form)).toBe('active')
    const dark = await real.subscribed({ channel: 'feed' })
    const ended = await fetch(`${real.linkOf(dark)}?lang=tr&theme=dark`, { method: 'POST' })
    expect(await ended.text()).toContain('<a class="alone" href="/tr/yer/malatya?theme=dark">')
    const parts = new FormData()
    parts.set('List-Unsubscribe', 'One-Click')
    const bodies = [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), parts, null]
    for (const [index, one] of [form, multipart, empty].entries()) {
      const answer = await fetch(real.linkOf(one), { method: 'POST', body: bodies[index] ?? null })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('<a class="alone" href="/en/place/malatya">Back to Malatya</a>')
      expect(await real.statusOf(one)).toBe('unsubscribed')
    }
    expect((await fetch(`${real.app.origin}/u/nothing`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${real.app.origin}/confirm/nothing`)).status).toBe(404)
  })
})

describe('the page on which an alert is managed', () => {
  it('has no banner of the demo, and is told what place and channel are called', async () => {
    const page = await (await fetch(`${real.app.origin}/alerts/manage`)).text()
    expect(page).toContain('id="manage"')
    expect(page).not.toContain('class="demo-banner"')
    const named = async (query: string): Promise<unknown> =>
      (await fetch(`${real.app.origin}/alerts/manage/names.json?${query}`)).json()
    expect(await named('location=sanliurfa&channel=email&lang=tr')).toMatchObject({
      location: 'Şanlıurfa',
      channel: 'E-posta'
    })
    expect(await named('location=sanliurfa&channel=email&lang=en')).toMatchObject({
      location: 'Şanlıurfa',
      channel: 'E-mail'
    })
    const gone = { location: '<b>', channel: 'pigeon' }
    expect(await named(`${new URLSearchParams(gone)}`)).toMatchObject(gone)
    // A field is forgotten thirty days after its subscription ended.
    expect(await named('')).toMatchObject({ location: 'A field', channel: '' })
  })
})

describe('an event stream', () => {
  it('tells what comes, and again after the last id', async () => {
    const subscription = await real.subscribed({ channel: 'sse', threshold: 100 })
    const url = real.app.origin + new URL(subscription.channel_url ?? '').pathname
    const first = await openStream(url)
    await manage(real.client, subscription, { method: 'POST', suffix: '/test' })
    const [notified] = await first.events(1)
    expect(notified?.data).toMatchObject({ type: 'frost.alert.test', test: true })
    first.close()
    await manage(real.client, subscription, { method: 'POST', suffix: '/test' })
    const again = await openStream(url, notified?.id)
    const [second] = await again.events(1)
    expect(second?.data['type']).toBe('frost.alert.test')
    expect(second?.id).not.toBe(notified?.id)
    again.close()
    const whole = await openStream(url)
    expect((await whole.events(2)).map(({ id }) => id)).toEqual([notified?.id, second?.id])
    whole.close()
  })

  it('never sends again what came before the last id, also when something new comes', async () => {
    const subscription = await real.subscribed({ channel: 'sse', threshold: 100 })
    const url = real.app.origin + new URL(subscription.channel_url ?? '').pathname
    const test = () => manage(real.client, subscription, { method: 'POST', suffix: '/test' })
    const first = await openStream(url)
    await test()
    await test()
    const [, newest] = await first.events(2)
    first.close()
    const again = await openStream(url, newest?.id)
    await test()
    const [next] = await again.events(1)
    expect(next?.id).not.toBe(newest?.id)
    const whole = await openStream(url)
    expect((await whole.events(3)).at(-1)?.id).toBe(next?.id)
    whole.close()
    again.close()
  })

  it('may be open three times for one secret', async () => {
    const subscription = await real.subscribed({ channel: 'sse', threshold: 100 })
    const url = real.app.origin + new URL(subscription.channel_url ?? '').pathname
    const open = await Promise.all([1, 2, 3].map(() => openStream(url)))
    const fourth = await fetch(url)
    expect(fourth.status).toBe(429)
    expect(await fourth.json()).toMatchObject({
      code: 'quota_exceeded',
      'violated-policies': ['streams-per-address']
    })
    for (const one of open) one.close()
    await vi.waitFor(async () => {
      const later = await openStream(url)
      later.close()
    }, 60_000)
  })

  it('may be open ten times for one client, whatever the secrets', async () => {
    const subscriptions = await Promise.all(
      [1, 2, 3, 4].map(() => real.subscribed({ channel: 'sse', threshold: 100 }))
    )
    const urls = subscriptions.map((one) => real.app.origin + new URL(one.channel_url ?? '').pathname)
    const [, , , last = ''] = urls
    const ten = [...urls.slice(0, 3).flatMap((url) => [url, url, url]), last]
    const open = await Promise.all(ten.map((url) => openStream(url)))
    const eleventh = await fetch(last)
    expect(eleventh.status).toBe(429)
    expect(eleventh.headers.get('retry-after')).toBe('60')
    expect(await eleventh.json()).toMatchObject({
      code: 'quota_exceeded',
      'violated-policies': ['streams-per-client']
    })
    open[0]?.close()
    await vi.waitFor(async () => open.push(await openStream(last)), 60_000)
    for (const one of open) one.close()
  })

  it('opens nothing by another secret', async () => {
    const feed = await real.subscribed({ channel: 'feed' })
    const token = new URL(feed.channel_url ?? '').pathname.replace(/^\/feeds\/|\.atom$/g, '')
    expect((await fetch(`${real.app.origin}/streams/${token}`)).status).toBe(404)
    expect((await fetch(`${real.app.origin}/streams/${feed.manage.token}`)).status).toBe(404)
  })
})
