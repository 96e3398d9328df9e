/** The links to a place or a field, weeks later: an old stage is asked for again, and never shown as that of today. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dayMs } from '../../../src/common/time.ts'
import { manage, post, type Subscribed } from './client.ts'
import { evening, openRealApp, type RealApp } from './real-app.ts'

let real: RealApp
let passedMs = 0
beforeAll(async () => {
  real = await openRealApp(() => evening() + passedMs)
})
afterAll(() => real.close())

async function linkIn({ id }: Subscribed): Promise<string> {
  return vi.waitFor(() => {
    const bodies = real.receiver.requests.map(({ body }) => JSON.parse(body.toString()))
    const raised = bodies.find(({ data }) => data.subscription_id === id && data.links?.place !== undefined)
    return new URL(raised?.data.links.place).pathname
  }, 60_000)
}

async function opened(path: string) {
  const answer = await fetch(real.app.origin + path, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}

it('leads to the field with its crop, and with its stage for as long as that is trusted', async () => {
  const answer = await post(real.client, '/alerts/subscribe', {
    ...{ lat: 39.123, lon: 37.456, elevation: 1234, label: 'Lower orchard', lang: 'en' },
    ...{ channel: 'webhook', destination: { url: `${real.receiver.origin}/hook` }, threshold: 1 },
    ...{ crop: 'apricot', stage: 'full-bloom', exposure: 'canopy' }
  })
  expect(answer.status, answer.body.toString()).toBe(201)
  const subscription = answer.json as Subscribed
  const path = await linkIn(subscription)
  const field = `${path.replace('/field/', '/en/field/')}?label=Lower+orchard&crop=apricot`
  expect(await opened(path)).toBe(`${field}&stage=full-bloom&exposure=canopy`)
  passedMs = 9.9 * dayMs
  expect(await opened(path)).toBe(`${field}&stage=full-bloom&exposure=canopy`)
  passedMs = 24 * dayMs
  expect(await opened(path)).toBe(`${field}&exposure=canopy`)
  const page = await (await fetch(real.app.origin + (await opened(path)))).text()
  expect(page).toContain('<h1>Lower orchard')
  // The stage of today is chosen by one touch, for the same name and height.
  const choice = `${field.split('?')[0]}?crop=apricot&stage=in-the-shuck&exposure=canopy&label=Lower+orchard`
  expect(page).toContain(`href="${choice.replaceAll('&', '&amp;')}"`)
  expect(await (await fetch(real.app.origin + choice)).text()).toContain('Apricot, in the shuck')

  const body = { stage: 'green-fruit' }
  expect((await manage(real.client, subscription, { method: 'PATCH', body })).status).toBe(200)
  expect(await opened(path)).toBe(`${field}&stage=green-fruit&exposure=canopy`)
})

it.each([null, 'generic'])('a crop that is removed with %j takes its stage along', async (crop) => {
  const planted = { channel: 'feed', threshold: 60, crop: 'apricot', stage: 'full-bloom' }
  const subscription = await real.subscribed(planted)
  const change = async (body: object) => {
    const { status, json } = await manage(real.client, subscription, { method: 'PATCH', body })
    expect(status).toBe(200)
    return (json as { subscription: { crop: string; stage: string | null } }).subscription
  }
  expect(await change({ crop })).toMatchObject({ crop: 'generic', stage: null })
  expect(await change({ exposure: 'ground' })).toMatchObject({ crop: 'generic', stage: null })
  expect(await change({ crop: 'apricot', stage: 'full-bloom' })).toMatchObject({ stage: 'full-bloom' })
})

it('is left out of the link on the manage page, with scripts and without, until it is given again', async () => {
  const planting = { crop: 'apricot', stage: 'full-bloom' }
  const alert = await real.subscribed({ channel: 'feed', ...planting })
  const pageOf = async (path: string, form: Readonly<Record<string, string>> | null = null) => {
    const body = form === null ? {} : { method: 'POST', body: new URLSearchParams(form) }
    return (await fetch(`${real.app.origin}/alerts/manage${path}`, body)).text()
  }
  const seen = async (change = {}) => {
    const { json } = await manage(real.client, alert, change)
    const { stage_is_old } = (json as { subscription: { stage_is_old: boolean } }).subscription
    const asked = { location: 'malatya', ...planting, stage_is_old: String(stage_is_old) }
    const { place } = JSON.parse(await pageOf(`/names.json?${new URLSearchParams(asked)}`))
    const page = await pageOf('', { token: alert.manage.token, act: 'look' })
    expect(page).toContain(`<a href="${place.replaceAll('&', '&amp;')}">Malatya</a>`)
    return [stage_is_old, place]
  }
  const whole = '/en/place/malatya?crop=apricot&stage=full-bloom'
  expect(await seen()).toEqual([false, whole])
  passedMs += 10 * dayMs
  expect(await seen()).toEqual([true, '/en/place/malatya?crop=apricot'])
  expect(await seen({ method: 'PATCH', body: planting })).toEqual([false, whole])
})
