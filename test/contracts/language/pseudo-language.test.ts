import { beforeAll, describe, expect, test } from 'vitest'
import type { MessageKind } from '../../../src/alerts/message-ports.ts'
import { instructionSentence, renderAlert } from '../../../src/alerts/words/render-alert.ts'
import { listText, stoppedText, thresholdText } from '../../../src/channels/telegram/conversation.ts'
import { pushPayload } from '../../../src/channels/webpush/config.ts'
import { noOperator } from '../../../src/common/operator.ts'
import type { Page, PageRequest } from '../../../src/http/page.ts'
import { wordsIn } from '../../../src/language/language.ts'
import { noticeCodes, noticeMessage } from '../../../src/language/notices.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import { managePages } from '../../../src/site/alerts/manage-page.ts'
import { faultPage, notFoundPage, tooManyPage } from '../../../src/site/error-pages.ts'
import { sitePages } from '../../../src/site/registry.ts'
import { pageStylesheet } from '../../../src/site/stylesheets.ts'
import type { Place } from '../../../src/weather/point.ts'
import { createSyntheticSite, eveningAt } from '../../browser/synthetic-site.ts'
import { frostMessage, frostNight } from '../channels/message.ts'
import { markTurkish, textsOf, unmarkedWords } from './marked.ts'

const siteUrl = 'https://ayaz.example'
const address = { siteUrl, baseUrl: `${siteUrl}/api/v1`, operator: noOperator }

/** Names, units and marks that are the same in every language. */
const units = ['km/h', 'mph', 'mm', 'hPa', 'ms']
const names = [
  ...units,
  'Ayaz',
  'MGM',
  'Open-Meteo',
  'CC BY',
  'CC0',
  'English',
  'Malatya',
  'Türkiye',
  'Suudi Arabistan',
  ...['Slack', 'Discord', 'Teams', 'Matrix', 'Apprise']
]
/** What a person wrote, and what a source answered: shown as it is. */
const quoted = [
  'malatyaa',
  'Afyon',
  'karahisar',
  'Kahraman',
  'maraş',
  'api.open-meteo.com: cannot be reached (ECONNREFUSED)',
  'answered 500'
]

let places: readonly string[] = []
/** What a page of a place that is not known suggests. */
let near: readonly Place[] = []

beforeAll(async () => {
  const gazetteer = await openGazetteer()
  const [battalgazi] = gazetteer.search('battalgazi', 1)
  const districts = battalgazi === undefined ? [] : gazetteer.districts(battalgazi)
  near = gazetteer.suggest('malatyaa', 3)
  places = [...gazetteer.provinces(), ...districts, ...gazetteer.search('battal', 20), ...near].flatMap(
    ({ name, region }) => [name, region ?? name]
  )
  markTurkish()
})

function pageRequest(path: string, more: Partial<PageRequest> = {}): PageRequest {
  const query = new URLSearchParams({ lang: 'tr' })
  const asked = { query, acceptLanguage: 'tr', form: null, origin: siteUrl, client: 'one', nowAt: eveningAt }
  return { path, params: {}, ...asked, ...more }
}

async function render(
  { render: answer, path }: Pick<Page, 'render'> & { path: string },
  more: Partial<PageRequest>
) {
  const page = await answer(pageRequest(path, more))
  return 'problem' in page ? page.problem.detail : String(page.body)
}

const unmarkedOn = (page: string) => unmarkedWords(textsOf(page), [...names, ...quoted, ...places])

async function site() {
  const synthetic = await createSyntheticSite()
  const data = { ...synthetic.data, previews: async () => [] }
  const rootFolder = new URL('../../../', import.meta.url).pathname
  const pages = sitePages({ ...address, widgets: [], rootFolder, openApi: () => ({}), data })
  const find = (path: string) => pages.find((one) => one.method === 'GET' && one.path === path) ?? never(path)
  return { ...synthetic, find }
}

function never(path: string): never {
  throw new Error(`no page ${path}`)
}

describe('a page shows nothing but texts of the catalogue and data', () => {
  test.each([
    ['/tr', {}],
    ['/tr/yer/:slug', { params: { slug: 'malatya' } }],
    [
      '/tr/yer/:slug',
      { params: { slug: 'malatya' }, query: new URLSearchParams('crop=apricot&stage=full-bloom') }
    ],
    ['/tr/yer/:slug', { params: { slug: 'malatyaa' } }],
    ['/tr/widget/:slug', { params: { slug: 'malatya' } }],
    ['/tr/widget/:slug', { params: { slug: 'malatyaa' } }],
    ['/tr/ara', { query: new URLSearchParams('q=battal') }],
    ['/tr/siteme-ekle', { query: new URLSearchParams('location=malatya') }],
    ['/status', {}],
    ['/preview', {}]
  ])('%s', async (path, more) => {
    const { find } = await site()
    expect(unmarkedOn(await render(find(path), more))).toEqual([])
  })

  test.each(['/tr/yer/:slug', '/tr/widget/:slug'])('%s without data', async (path) => {
    const { find, without, beyondShare } = await site()
    const more = { params: { slug: 'malatya' } }
    without.add('malatya')
    expect(unmarkedOn(await render(find(path), more))).toEqual([])
    without.clear()
    beyondShare.add('malatya')
    expect(unmarkedOn(await render(find(path), more))).toEqual([])
  })

  test('what oEmbed shows in the page of another site', async () => {
    const { find } = await site()
    const query = new URLSearchParams({ url: `${siteUrl}/tr/yer/malatya` })
    const { title, html } = JSON.parse(await render(find('/oembed'), { query }))
    expect(title).toContain('⟦')
    expect(unmarkedOn(`<p>${title}</p>${html}`)).toEqual([])
  })

  test('the page of a subscription', async () => {
    const frame = { ...address, css: pageStylesheet() }
    const named = { places: { find: () => null }, channels: new Map(), isDemo: () => true }
    const [page] = managePages(frame, named as unknown as Parameters<typeof managePages>[1])
    expect(unmarkedOn(await render(page ?? never('manage'), {}))).toEqual([])
  })

  test('the pages of refusals', async () => {
    for (const suggested of [[], near]) {
      const missing = notFoundPage({ ...address, suggest: () => suggested })
      expect(unmarkedOn(await render({ ...missing, path: '/tr/malatyaa' }, {}))).toEqual([])
    }
    expect(unmarkedOn(String(tooManyPage(address)(pageRequest('/tr'), 9).body))).toEqual([])
    for (const status of [500, 503]) {
      const { body } = faultPage(address)(pageRequest('/tr'), { status, requestId: '12345678' })
      expect(unmarkedOn(String(body))).toEqual([])
    }
  })
})

describe('a message shows nothing but texts of the catalogue and data', () => {
  const kinds: readonly MessageKind[] = [
    ...(['raised', 'updated', 'cleared', 'dusk', 'blind'] as const),
    ...(['sighted', 'still_watching', 'test', 'verify', 'confirm'] as const)
  ]
  const nights = [frostNight(), frostNight({ date: '2026-04-13', score: 12, level: 'low' })]

  test.each(kinds)('%s', (kind) => {
    for (const synthetic of [false, true]) {
      const message = frostMessage({ kind, synthetic, language: 'tr', endsDataGap: true, nights })
      const { title, short, text } = renderAlert(message)
      const { title: pushTitle, body } = JSON.parse(pushPayload(message, 'one'))
      const data = [...names, 'Weather data by', '.com']
      for (const one of [title, short, text, pushTitle, body]) expect(unmarkedWords(one, data)).toEqual([])
    }
  })

  test('notices, and what to do after subscribing', () => {
    for (const code of noticeCodes) expect(unmarkedWords(noticeMessage(code, {}, 'tr'), [])).toEqual([])
    for (const word of Object.keys(wordsIn('tr').alerts.instructions)) {
      expect(unmarkedWords(instructionSentence(word, 'tr') ?? 'none', [])).toEqual([])
    }
  })

  test('the bot in a chat', () => {
    const one = {
      subscriptionId: 'a',
      placeName: 'Malatya',
      crop: 'generic',
      threshold: 60,
      stage: null,
      status: 'paused',
      language: 'tr'
    } as const
    for (const text of [
      listText([one], 'tr'),
      listText([], 'tr'),
      stoppedText(2, 'tr'),
      thresholdText({ kind: 'score', count: 1 }, 60, 'tr'),
      thresholdText({ kind: 'degrees', count: 1 }, -2, 'tr'),
      thresholdText({ kind: 'needs_degrees' }, 60, 'tr')
    ]) {
      expect(unmarkedWords(text, names)).toEqual([])
    }
  })
})

test('a text outside the catalogue is found, in an element, in an attribute and among the texts of a script', () => {
  const texts = '{&#34;done&#34;:{&#34;end&#34;:&#34;Ended&#34;}}'
  expect(unmarkedWords(textsOf(`<p data-past="⟦dk⟧ left" data-texts="${texts}"></p>`), [])).toEqual([
    'left',
    'Ended'
  ])
  expect(unmarkedWords(textsOf('<p title="Hello">⟦Merhaba ⟦dünya⟧⟧ <b>there</b></p>'), [])).toEqual([
    'Hello',
    'there'
  ])
})
