import { expect, test } from 'vitest'
import { noOperator } from '../../common/operator.ts'
import type { PageRequest } from '../../http/page.ts'
import { inlined } from '../answers.ts'
import type { SiteStatus } from '../ports.ts'
import { statusPage } from './status-page.ts'

const unused = { state: 'unused', lastAnswerAt: null, lastFailure: null } as const
const calls = { used: 0, budget: null }
const status = (places: number): SiteStatus => ({
  version: '1',
  startedAt: 0,
  sources: [{ ...unused, name: 'A', synthetic: false, ensemble: null, season: null, calls }],
  oldestIssuedAt: null,
  newestIssuedAt: null,
  lastEvaluation: { at: 0, places, milliseconds: 7 },
  airports: { isOn: true, airports: 2, lastAnswerAt: 0 },
  deliveries: { due: 0, late: 0, deliveredToday: 0, refusedToday: 0 }
})

async function reported(places: number, lang: 'en' | 'tr'): Promise<string> {
  const page = statusPage(
    { siteUrl: '', baseUrl: '', operator: noOperator, css: inlined('') },
    { status: async () => status(places), isDemo: () => false }
  )
  const request: PageRequest = {
    path: '/status',
    params: {},
    query: new URLSearchParams({ lang }),
    acceptLanguage: '',
    form: null,
    origin: '',
    client: 'test',
    nowAt: 0
  }
  const answer = await page.render(request)
  return 'body' in answer ? String(answer.body) : ''
}

test('one place is one place', async () => {
  expect(await reported(1, 'en')).toContain('just now (1 place, 7 ms)')
  expect(await reported(2, 'en')).toContain('just now (2 places, 7 ms)')
  expect(await reported(2, 'tr')).toContain('az önce (2 yer, 7 ms)')
})

test('each figure of a source has its name beside it where a phone shows no heads of columns', async () => {
  const [, rows = ''] = /<tbody>(.*?)<\/tbody>/s.exec(await reported(1, 'en')) ?? []
  const cells = [...rows.matchAll(/<td([^>]*)>(.*?)<\/td>/gs)].map(([, attributes = '', text]) => {
    return `${/data-label="(.*?)"/.exec(attributes)?.[1] ?? ''} ${text}`
  })
  expect(cells).toEqual([' not used', 'Last answer not yet', 'Last failure none', 'Calls today 0 / no limit'])
})
