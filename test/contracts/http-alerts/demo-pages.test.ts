/**
 * What the pages say while the service runs on demo data: the truth about who hears, and what a preview's links are.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo' } })
})
afterAll(() => app.close())

async function subscribed(path: string, form: Readonly<Record<string, string>>): Promise<string> {
  const body = new URLSearchParams({ location: 'malatya', threshold: '60', ...form })
  return (await fetch(app.origin + path, { method: 'POST', body })).text()
}

const page = async (path: string): Promise<string> => (await fetch(app.origin + path)).text()

it('who fetches messages is told that they stand at their address too', async () => {
  for (const channel of ['feed', 'sse']) {
    const english = await subscribed('/en/subscribe', { channel })
    expect(english).toContain('appear at the address below and on the preview page')
    expect(english).not.toContain('preview page only')
    expect(await subscribed('/tr/abone-ol', { channel })).toContain(
      'aşağıdaki adreste ve önizleme sayfasında'
    )
  }
  expect(await subscribed('/en/subscribe', { channel: 'telegram' })).toContain('on the preview page only')
})

it('the links of a preview say whose they are and what a real one would do', async () => {
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(`${app.origin}/u/preview?lang=en`, { method })
    expect(await answer.text()).toContain('In a real message this link would end the subscription here.')
    expect(answer.status).toBe(404)
  }
  expect(await page('/u/preview?lang=tr')).toContain(
    'Gerçek bir iletide bu bağlantı aboneliği burada bitirirdi.'
  )
  expect(await page('/u/nonsense?lang=en')).not.toContain('belongs to a preview')
  expect(await page('/alerts/manage?lang=en')).toContain('belongs to a preview made on demo data')
  expect(await page('/alerts/manage?lang=tr')).toContain('önizlemeye ait')
})

it('a Turkish refusal of an address that is not https names that cause', async () => {
  const refused = await subscribed('/tr/abone-ol', {
    channel: 'webhook',
    destination: 'http://example.org/x'
  })
  expect(refused).toContain('https ile başlayan, herkese açık bir adres yazın')
})
