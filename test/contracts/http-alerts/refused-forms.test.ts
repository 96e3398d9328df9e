/**
 * The forms of pages without scripts: what was refused stays typed in its field, marked, and a form sent twice makes
 * one alert.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo' } })
})
afterAll(() => app.close())

async function sent(path: string, form: Readonly<Record<string, string>>): Promise<string> {
  return (await fetch(app.origin + path, { method: 'POST', body: new URLSearchParams(form) })).text()
}

const feed = { location: 'malatya', channel: 'feed', threshold: '60' }
const tokenOf = (page: string): string => /alerts\/manage\?lang=en#([\w-]+)/.exec(page)?.[1] ?? ''
const field = (page: string, name: string): string =>
  new RegExp(`<input name="${name}"[^>]*>`).exec(page)?.[0] ?? ''

it('the subscribe form comes back with what was typed, and names the wrong field alone', async () => {
  const threshold = await sent('/en/subscribe', { ...feed, threshold: '500' })
  expect(field(threshold, 'threshold')).toContain(
    'value="500" aria-invalid="true" aria-describedby="refusal"'
  )
  expect(field(threshold, 'threshold_temperature')).not.toContain('aria-invalid')
  expect(threshold).toMatch(/role="alert" id="refusal">[^<]+/)
  const degrees = await sent('/en/subscribe', { ...feed, threshold: '', threshold_temperature: '-45' })
  expect(field(degrees, 'threshold_temperature')).toContain('value="-45" aria-invalid="true"')
  expect(field(degrees, 'threshold')).not.toContain('aria-invalid')
  // Only the temperature is asked for, so that its correction can be sent.
  expect(degrees).toContain('name="threshold_kind" value="degrees" checked')
  expect(threshold).toContain('name="threshold_kind" value="score" checked')
  const address = await sent('/en/subscribe', { ...feed, channel: 'webhook', destination: 'nowhere' })
  expect(field(address, 'destination')).toContain('value="nowhere" aria-invalid="true"')
  const chat = { ...feed, channel: 'webhook', destination: 'nowhere', format: 'teams' }
  expect(await sent('/en/subscribe', chat)).toContain('<option value="teams" selected>')
  const form = await sent('/en/subscribe', { ...chat, format: 'signal' })
  expect(form).not.toContain(' selected>Teams')
  expect(field(form, 'destination')).toContain('aria-invalid="true"')
})

it.each([
  '/en/search?q=38,355,38,310,1',
  '/en/place/malatya?crop=triffid',
  '/en/place/malatya?crop=apricot&stage=full-blum',
  '/en/field/38.400,38.200?elevation=99999',
  '/en/embed?location=malatya&crop=triffid'
])('%s opens at the sentence that says why, above what can be done', async (path) => {
  const page = await (await fetch(app.origin + path)).text()
  const [before = '', after] = page
    .slice(page.indexOf('<main'))
    .split(/<p [^>]*autofocus role="alert" id="refusal">/)
  const choice = /<form|<a href="[^"]*[?;](crop|stage)=/
  expect(before).not.toMatch(choice)
  expect(after).toMatch(/^[^<]+</)
  expect(after).toMatch(choice)
})

it.each([
  [{ threshold: '500' }, 'Puan ya da oran (%) 1 ile 100 arasında bir sayı olmalı.', 'from 1 to 100'],
  [{ threshold: 'sixty' }, 'Puan ya da oran (%) 1 ile 100 arasında bir sayı olmalı.', 'from 1 to 100'],
  [
    { threshold_temperature: '-2', threshold_probability: '7' },
    'Olasılık %5 ile %95 arasında olmalı.',
    'from 5% to 95%'
  ],
  [{ channel: 'email', destination: 'yanlis' }, 'e-posta adresi ad@ornek.com', 'such as ayse@example.org'],
  [{ lat: '38.4', lon: '', location: '' }, 'Boylam −180 ile 180 arasında', 'longitude must be'],
  [
    { lat: '38.4', lon: '38.2', elevation: '99999', label: 'x'.repeat(81) },
    'Tarlanın rakımı −430 ile 9000\u00a0m arasında bir sayı olmalı; bilmiyorsanız boş bırakın. Tarlanıza verdiğiniz ad',
    'from −430 to 9000 (metres), or empty. Your name for the field'
  ],
  [
    { lat: '38.4', lon: '38.2', label: 'K.Maraş evil.com' },
    'noktadan sonra boşluk bırakın. Şunu mu demek istediniz: “K. Maraş evil. com”?',
    'Did you mean “K. Maraş evil. com”?'
  ]
])('says in both languages what is allowed instead of %j', async (wrong, turkish, english) => {
  const alert = (page: string): string => /role="alert" id="refusal">([^<]+)/.exec(page)?.[1] ?? ''
  expect(alert(await sent('/tr/abone-ol', { ...feed, ...wrong }))).toContain(turkish)
  expect(alert(await sent('/en/subscribe', { ...feed, ...wrong }))).toContain(english)
})

it.each([
  [{ crop: 'apricot' }, 'crop=apricot'],
  [{ crop: 'apricot', stage: 'full-blum' }, 'crop=apricot&#38;stage=full-blum']
])(
  '%j makes no alert for any plant at the second try: the page of the place asks',
  async (curve, carried) => {
    const page = await sent('/en/subscribe', { ...feed, ...curve })
    expect(page).toMatch(/role="alert" id="refusal">[^<]+/)
    expect(page).not.toContain('id="subscribe"')
    expect(page.replaceAll('&amp;', '&#38;')).toContain(`/en/place/malatya?${carried}`)
  }
)

it('the manage form comes back with what was typed, and nothing was changed', async () => {
  const token = tokenOf(await sent('/en/subscribe', feed))
  const act = { token, act: 'threshold', threshold_of: 'air' }
  const refused = await sent('/alerts/manage?lang=en', { ...act, threshold_temperature: '-45' })
  expect(field(refused, 'threshold_temperature')).toContain('value="-45" aria-invalid="true"')
  expect(refused).toContain('<option value="air" selected>')
  expect(refused).toContain('Nothing was changed')
  const score = await sent('/alerts/manage?lang=en', { ...act, threshold: '500' })
  expect(field(score, 'threshold')).toContain('value="500" aria-invalid="true"')
  const looked = await sent('/alerts/manage?lang=en', { token, act: 'look' })
  expect(field(looked, 'threshold')).toContain('value="60"')
  expect(field(looked, 'threshold')).not.toContain('aria-invalid')
})

it('a form that arrives twice, as when a proxy asks again, makes one alert; another one makes another', async () => {
  const first = tokenOf(
    await sent('/en/subscribe', { ...feed, idempotency_key: '8e03978e-40d5-43e8-bc93-6894a57f9321' })
  )
  expect(first).not.toBe('')
  expect(
    tokenOf(await sent('/en/subscribe', { ...feed, idempotency_key: '8e03978e-40d5-43e8-bc93-6894a57f9321' }))
  ).toBe(first)
  expect(
    tokenOf(await sent('/en/subscribe', { ...feed, idempotency_key: '8e03978e-40d5-43e8-bc93-6894a57f9322' }))
  ).not.toBe(first)
})

it.each([
  ['/en/subscribe', 'This form was sent before with other entries'],
  ['/tr/abone-ol', 'Bu form daha önce başka bilgilerle gönderildi']
])('%s says what to do where the same form arrives again with other entries', async (path, said) => {
  await sent(path, { ...feed, idempotency_key: `8e03978e-40d5-43e8-bc93-6894a57f932${path}` })
  const page = await sent(path, {
    ...feed,
    threshold: '61',
    idempotency_key: `8e03978e-40d5-43e8-bc93-6894a57f932${path}`
  })
  expect(page).toMatch(new RegExp(`role="alert" id="refusal">${said}[^<]+<`))
  expect(field(page, 'threshold')).toContain('value="61"')
})
