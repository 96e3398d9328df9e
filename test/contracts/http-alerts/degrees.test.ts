/** A threshold in degrees, from its subscription to its message. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manage, post, type Subscribed } from './client.ts'
import { openRealApp, type RealApp } from './real-app.ts'

let real: RealApp
beforeAll(async () => {
  real = await openRealApp()
})
afterAll(() => real.close())

const inDegrees = { threshold_temperature: -1.5, threshold_of: 'air', threshold_probability: 0.3 }
const noDegrees = { threshold_temperature: null, threshold_of: null, threshold_probability: null }

async function subscribed(body: object): Promise<Subscribed> {
  const answer = await post(real.client, '/alerts/subscribe', {
    location: 'malatya',
    channel: 'feed',
    ...body
  })
  expect(answer.status, answer.body.toString()).toBe(201)
  return answer.json as Subscribed
}

it('is answered as it was given, with the published probability that decides it', async () => {
  const at0 = { threshold_temperature: 0 }
  const answer = await subscribed(at0)
  expect(answer).toMatchObject({ threshold: null, ...at0, threshold_of: 'plant', threshold_probability: 0.5 })
  const { evaluation } = answer as Subscribed & { evaluation: { current_probability: number } }
  const { json } = await real.client.ask('/weather/frost-risk?location=malatya&days=3')
  const { risk_days: nights } = json as { risk_days: { date: string; probability: { frost: number } }[] }
  const worst = nights.find(({ date }) => date === evaluation.worst_date)
  expect(evaluation.current_probability).toBe(worst?.probability.frost)
  expect(evaluation.would_fire_now).toBe(evaluation.current_probability >= 0.5)
  const feed = real.app.origin + new URL(answer.channel_url ?? '').pathname
  const words = 'is expected to fall below 0\u00a0°C on the plants'
  await expect.poll(async () => (await fetch(feed)).text()).toContain(words)
})

it('gives way to a score and comes back; what a change does not name stays', async () => {
  const alert = await subscribed({ ...inDegrees, lang: 'tr' })
  const change = async (body: object) => {
    const { status, json } = await manage(real.client, alert, { method: 'PATCH', body })
    return { status, ...(json as { subscription?: object; errors?: object }) }
  }
  expect(await change({ threshold_probability: 0.4 })).toMatchObject({
    subscription: { threshold: null, ...inDegrees, threshold_probability: 0.4 }
  })
  expect(await change({ threshold: 40 })).toMatchObject({ subscription: { threshold: 40, ...noDegrees } })
  expect(await change({ threshold_of: 'air' })).toMatchObject({
    ...{ status: 422, errors: [{ pointer: '/threshold_of' }] }
  })
  expect(await change({ threshold: 40, threshold_temperature: -2 })).toMatchObject({
    ...{ status: 422, errors: [{ pointer: '/threshold_temperature' }] }
  })
  expect(await change({ threshold_temperature: -2 })).toMatchObject({
    subscription: {
      ...{ threshold: null, threshold_temperature: -2, threshold_of: 'plant', threshold_probability: 0.5 }
    }
  })
})

it('of a vine, of which only the first damage is known, keeps the vine from the form to the message', async () => {
  const place = await fetch(`${real.app.origin}/tr/yer/malatya?crop=grape-vinifera&stage=new-growth`)
  const [form = ''] = /<form class="alert-form" id="subscribe".*?<\/form>/s.exec(await place.text()) ?? []
  const inputs = [...form.matchAll(/<input[^>]* name="(\w+)"[^>]* value="([^"]*)"/g)]
  const typed = Object.fromEntries(inputs.map(([, name, value]) => [name, value]))
  const body = new URLSearchParams({ ...typed, channel: 'feed', threshold_of: 'plant' })
  const answer = await fetch(`${real.app.origin}/tr/abone-ol`, { method: 'POST', body })
  const outcome = await answer.text()
  expect(outcome).toContain('<dd>Üzüm (Vitis vinifera), yeni sürgün</dd>')
  expect(outcome).toContain('bitkide −1,1\u00a0°C')

  const [, feed = ''] = /href="[^"]*(\/feeds\/[\w-]+\.atom)"/.exec(outcome) ?? []
  const message = async () => (await fetch(real.app.origin + feed)).text()
  await expect.poll(message).toContain('Üzüm (Vitis vinifera), yeni sürgün')
  expect(await message()).toContain('/tr/yer/malatya?crop=grape-vinifera&amp;stage=new-growth')
  expect(await message()).toContain('Zarar beklenen saatler')
  expect(await message()).toContain('Puan (her bitki için)')

  const [, token = ''] = /alerts\/manage\?lang=tr#([\w-]+)/.exec(outcome) ?? []
  const look = (act: Readonly<Record<string, string>>) =>
    fetch(`${real.app.origin}/alerts/manage?lang=tr`, {
      method: 'POST',
      body: new URLSearchParams({ token, ...act })
    }).then((page) => page.text())
  const page = await look({ act: 'look' })
  expect(page).toContain('<dd>Üzüm (Vitis vinifera), yeni sürgün</dd>')
  expect(page).toContain('/tr/yer/malatya?crop=grape-vinifera&amp;stage=new-growth')
  expect(await look({ act: 'threshold', threshold: '40' })).toContain('yalnızca dereceyle kurulur')
})

it('is the only alert of a stage without a score', async () => {
  const vine = { crop: 'grape-vinifera', stage: 'new-growth', channel: 'feed', location: 'malatya' }
  const scored = await post(real.client, '/alerts/subscribe', { ...vine, threshold: 40 })
  expect(scored).toMatchObject({
    status: 422,
    json: { errors: [{ pointer: '/stage', code: 'not_allowed' }] }
  })
  const alert = await subscribed({ ...vine, threshold_temperature: -1.1 })
  const change = async (body: object) => manage(real.client, alert, { method: 'PATCH', body })
  expect(await change({ threshold: 40 })).toMatchObject({
    ...{ status: 422, json: { errors: [{ pointer: '/threshold', code: 'not_allowed' }] } }
  })
  expect((await change({ threshold_temperature: -2 })).status).toBe(200)
  const anyPlant = { crop: null, stage: null, threshold: 40 }
  expect(await change(anyPlant)).toMatchObject({ json: { subscription: { crop: 'generic', threshold: 40 } } })
  expect((await change({ crop: 'lemon', stage: 'leaf' })).status).toBe(422)
})
