/** What refusals, problem pages and the document tell is what is so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { startApp, type TestApp } from '../../app.ts'
import { openStage, type Stage } from '../../scenarios/weather/harness.ts'
import { quotasAreShared } from '../../tested-data.ts'
import { post } from './client.ts'
import { openRealApp, place, type RealApp } from './real-app.ts'

const body = { ...place, channel: 'feed' }

interface Reported {
  readonly detail: string
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
}

describe('a body that is refused', () => {
  let real: RealApp
  beforeAll(async () => {
    real = await openRealApp()
  })
  afterAll(() => real.close())

  const faults: readonly (readonly [unknown, string, RegExp])[] = [
    [[1], '', /^The body must be one JSON object\.$/],
    [
      { ...body, threshold: '60' },
      '/threshold',
      /^This must be a number\. Write it without quotation marks: 60\.$/
    ],
    [{ ...body, threshold: 0 }, '/threshold', /^The threshold must be a number from 1 to 100/],
    [{ ...body, location: 7 }, '/location', /^Give `location`, a place such as "malatya"/],
    [{ ...body, crop: 7 }, '/crop', /^This must be a string of at most 64 characters\.$/],
    [{ ...body, lang: 'de' }, '/lang', /^This must be `tr` or `en`\.$/],
    [{ ...body, exposure: 'roof' }, '/exposure', /^This must be one of ground, vine, canopy\.$/],
    [{ ...body, label: 7 }, '/label', /^This must be a string of at most 80 characters/],
    [
      { ...body, label: 'Güvenlik: http://evil.example/giris' },
      '/label',
      /^A label is a plain name such as .*no link, .* Did you mean "Güvenlik: http: evil\. example\/giris"\?$/
    ],
    [{ ...body, label: 'pаypal' }, '/label', /as "pаypal" does\. Did you mean "paypal"\?$/],
    [{ ...body, label: 'a\u200bb' }, '/label', /characters that are not seen .* Did you mean "ab"\?$/]
  ]
  it.each(faults)('%j: %s is told what it must be', async (sent, pointer, detail) => {
    const { errors } = (await post(real.client, '/alerts/subscribe', sent)).json as Reported
    expect(errors).toEqual([expect.objectContaining({ pointer, detail: expect.stringMatching(detail) })])
  })

  it('takes `auto` where stages can be estimated; elsewhere it lists those that are taken', async () => {
    const estimable = { ...body, crop: 'apricot', stage: 'auto' }
    expect((await post(real.client, '/alerts/subscribe', estimable)).status).toBe(201)
    const wanted = { ...body, crop: 'walnut', stage: 'auto' }
    const { detail } = (await post(real.client, '/alerts/subscribe', wanted)).json as Reported
    expect(detail).toMatch(
      /^stage: The stage of walnut cannot be estimated from temperatures\. Name the stage of walnut\. Known: /
    )
    for (const stage of detail.replace(/^.*Known: (.*)\.$/, '$1').split(', ')) {
      const answer = await post(real.client, '/alerts/subscribe', { ...wanted, stage })
      expect([stage, answer.status]).toEqual([stage, 201])
    }
  })
})

describe('a limit of subscriptions', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({ environment: { NTFY_URL: 'http://127.0.0.1:9', NTFY_MAX_SUBSCRIPTIONS: '1' } })
  })
  afterAll(() => stage.close())
  const ask = (channel = 'feed') => post(stage.client, '/alerts/subscribe', { ...body, channel })

  it('of the installation promises nothing, and names the way out', async () => {
    expect((await ask('ntfy')).status).toBe(201)
    const refused = await ask('ntfy')
    expect((refused.json as Reported).detail).toMatch(/choose another channel, or try again tomorrow\.$/)
    expect(refused.headers['retry-after']).toBe('86400')
    stage.clock.move(24 * hourMs)
  })

  it('of a client tells when the oldest is a day old, and then one more passes', async () => {
    expect((await ask()).status).toBe(201)
    stage.clock.move(20 * hourMs)
    for (let count = 1; count < 20; count++) expect((await ask()).status).toBe(201)
    stage.clock.move(hourMs)
    const refused = await ask()
    expect(refused.json).toMatchObject({ code: 'subscription_limit' })
    expect((refused.json as Reported).detail).toMatch(
      /20 subscriptions in 24 hours; try again in 3 h, or ask the operator /
    )
    expect(refused.headers['retry-after']).toBe(String(3 * 3600))
    stage.clock.move(3 * hourMs - 1000)
    const nearly = await ask()
    // One second, if it were not for the limiter, whose own wait is a minute, and to the end of a slot where it counts
    // for several processes.
    expect(nearly.headers['retry-after']).toBe(quotasAreShared ? '61' : '60')
    expect((nearly.json as Reported).detail).toMatch(/try again in 1 min, /)
    stage.clock.move(1000)
    expect((await ask()).status).toBe(201)
    expect((await ask()).headers['retry-after']).toBe(String(20 * 3600))
  })
})

describe('on demo data', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=100000/60' } })
  })
  afterAll(() => app.close())

  it.each([
    ['location_not_found', /404 where the slug is in the address, 422 where it is in a body/],
    ['subscription_limit', /when the next one passes.*It is unknown when a subscription to it ends/],
    ['quota_exceeded', /on every counted answer/]
  ])('the page of %s says what is so', async (code, words) => {
    expect(await (await fetch(`${app.origin}/problems/${code}`)).text()).toMatch(words)
  })

  it('a channel that is not set up is offered as its descriptions say', async () => {
    const { channels } = (await (await fetch(`${app.api}/channels`)).json()) as {
      readonly channels: readonly { readonly id: string; readonly missing_settings: readonly string[] }[]
    }
    const telegram = channels.find(({ id }) => id === 'telegram')
    expect(telegram).toMatchObject({ preview: true, available: true, confirmation: 'none' })
    expect(telegram?.missing_settings).not.toEqual([])
    const described = await (await fetch(`${app.api}/openapi.json`)).text()
    expect(described).toMatch(
      /"available":\{[^}]*set up here, or demo data [^}]* as a preview, set up or not/
    )
    expect(described).toMatch(/"confirmation_method":\{[^}]*`none` on demo data/)
    expect(described).toMatch(/"needs_operator_key":\{[^}]*false on demo data/)
    expect(described).toMatch(/"stage":\{[^}]*`auto` estimates it again each day/)
    expect(described).toMatch(/"missing_settings":\{[^}]*\{[^}]*on real data; a preview [^}]* needs none/)
  })
})
