/**
 * The pages that only a running service has something to show on: fields, subscriptions, what their links open,
 * documents.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { eveningAt } from '../../browser/synthetic-site.ts'
import { markTurkish, textsOf, unmarkedWords } from './marked.ts'

/** Names, units and addresses that are the same in every language, and what the visitor wrote. */
const data = [
  ...[
    'Ayaz',
    'English',
    'Türkçe',
    'Malatya',
    'Of',
    'Trabzon',
    'Battalgazi',
    'Yeşilyurt',
    'Türkiye',
    'km/h',
    'mm',
    'hPa',
    'km'
  ],
  ...['feed', 'Atom', 'atom', 'JSON', 'CSV', 'none-of-these', 'Bahçem'],
  ...['Slack', 'Discord', 'Teams', 'Matrix', 'Apprise']
]

let app: TestApp
beforeAll(async () => {
  markTurkish()
  app = await startApp({ environment: { SOURCES: 'demo' }, clock: () => eveningAt })
})
afterAll(() => app.close())

async function read(path: string, form?: Readonly<Record<string, string>>): Promise<string> {
  const body = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
  const headers = { 'accept-language': 'tr', origin: app.origin }
  return (await fetch(app.origin + path, { ...body, headers })).text()
}

const unmarkedOn = (page: string) => unmarkedWords(textsOf(page), data)

test.each([
  ['/tr/tarla/38.355,38.310'],
  ['/tr/tarla/38.355,38.310?label=Bah%C3%A7em&crop=apricot&stage=auto'],
  ['/tr/tarla/none-of-these'],
  ['/tr/harita'],
  ['/tr/gizlilik'],
  ['/tr/offline'],
  ['/tr/yer/malatya/dogrulama'],
  ['/tr/yer/none-of-these/dogrulama'],
  ['/tr/yer/malatya?crop=apricot&stage=none-of-these'],
  ['/u/none-of-these'],
  ['/confirm/none-of-these']
])('%s', async (path) => {
  const page = await read(path)
  expect(page).toContain('⟦')
  expect(unmarkedOn(page)).toEqual([])
})

/** As the form of a place's page sends it. */
const form = { location: 'malatya', threshold: '1', channel: 'feed', crop: '', stage: '' }

test('a subscription, and what its links open', async () => {
  const page = await read('/tr/abone-ol', form)
  expect(unmarkedOn(page)).toEqual([])
  const link = /\/u\/[\w-]{20,}/.exec(page)?.[0] ?? 'none'
  expect(unmarkedOn(await read(link))).toEqual([])
  const stopped = await read(link, { 'List-Unsubscribe': 'One-Click' })
  expect(stopped).toContain('⟦')
  expect(unmarkedOn(stopped)).toEqual([])
})

test.each([
  { threshold: '0' },
  { channel: 'webhook' },
  { channel: 'webhook', destination: 'none-of-these' },
  { channel: 'none-of-these' },
  { location: 'none-of-these' }
])('a subscription refused for %j', async (wrong) => {
  const page = await read('/tr/abone-ol', { ...form, ...wrong })
  expect(page).toContain('⟦')
  expect(unmarkedOn(page)).toEqual([])
})

test('what a preview would have sent', async () => {
  await read('/tr/abone-ol', { ...form, channel: 'telegram' })
  const page = await vi.waitFor(
    async () => {
      const shown = await read('/preview?lang=tr')
      expect(shown).toContain('shows-bubble')
      return shown
    },
    { timeout: 30_000 }
  )
  expect(unmarkedOn(page)).toEqual([])
})

test('the frame around the documents, whose own text is English', async () => {
  const page = await read('/docs?lang=tr')
  for (const part of ['header', 'footer']) {
    const [frame = ''] = new RegExp(`<${part}[\\s\\S]*?</${part}>`).exec(page) ?? []
    expect(frame).toContain('⟦')
    expect(unmarkedOn(frame)).toEqual([])
  }
})
