import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noOperator } from '../../common/operator.ts'
import type { PageAnswer, PageRequest } from '../../http/page.ts'
import { languages, wordsIn } from '../../language/language.ts'
import { inlined } from '../answers.ts'
import { growersLanguages } from '../pieces.ts'
import { visitorOf } from '../visitor.ts'
import { readDocuments } from './documents.ts'
import { documentList, documentPages } from './documents-route.ts'

const folder = mkdtempSync(join(tmpdir(), 'ayaz-documents-'))
mkdirSync(join(folder, 'docs', 'images'), { recursive: true })
writeFileSync(join(folder, 'docs', 'images', 'place.png'), 'a picture')
writeFileSync(join(folder, 'docs', 'images', 'notes.txt'), 'not for everybody')
writeFileSync(join(folder, 'README.md'), '# Ayaz\n\n![A place](docs/images/place.png)\n\n<!-- answer -->\n')
writeFileSync(
  join(folder, 'docs', 'site.md'),
  '# The site\n\n![Up](../../../etc/passwd) ![In](images/place.png)\n'
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

writeFileSync(join(folder, 'docs', 'growers.tr.md'), '# Don puanı ne demek\n')
writeFileSync(join(folder, 'docs', 'growers.en.md'), '# What the score means\n')
writeFileSync(
  join(folder, 'docs', 'api.md'),
  [
    '# The API',
    'Open <http://localhost:8080>; the base URL is `http://localhost:8080/api/v1`.',
    "```sh\ncurl 'http://localhost:8080/api/v1/weather?location=malatya'\n```",
    '```json\n"oembed?url=http%3A%2F%2Flocalhost%3A8080%2Fen"\n```',
    'Default `http://localhost:<PORT>`.\n'
  ].join('\n\n')
)

const pages = documentPages({
  frame: {
    siteUrl: 'https://frost.example',
    baseUrl: 'https://api.frost.example/v1',
    operator: noOperator,
    css: inlined('')
  },
  rootFolder: folder,
  script: { text: '', path: '/assets/documents.js' }
})

async function answerAt(path: string): Promise<PageAnswer> {
  const page = pages.find((one) => one.path.split('/').length === path.split('/').length)
  const request: PageRequest = {
    ...{ path, params: {}, query: new URLSearchParams(), acceptLanguage: '' },
    ...{ form: null, origin: '', client: 'test', nowAt: 0 }
  }
  const answer = await page?.render(request)
  if (answer === undefined || !('body' in answer)) throw new Error('no page')
  return answer
}

test('the pictures of a document are shown and served, wherever the document lies', async () => {
  expect(String((await answerAt('/docs/readme')).body)).toContain('<img src="/docs/images/place.png"')
  const site = String((await answerAt('/docs/site')).body)
  expect(site).toContain('<img src="/docs/images/place.png"')
  expect(site).not.toContain('passwd')
  const picture = await answerAt('/docs/images/place.png')
  expect(picture).toMatchObject({ status: 200, contentType: 'image/png' })
  expect(String(picture.body)).toBe('a picture')
})

test('the overview is called so, because its own heading is the name of the service', async () => {
  expect(String((await answerAt('/docs/readme')).body)).toContain(
    `<title>${wordsIn('en').documents.names.readme} – Ayaz</title>`
  )
})

test('addresses in text, code and answers are those of this installation', async () => {
  const page = String((await answerAt('/docs/api')).body)
  expect(page).toContain('<a href="https://frost.example">https://frost.example</a>')
  expect(page).toContain('<code>https://api.frost.example/v1</code>')
  expect(page).toContain('https://api.frost.example/v1/weather?location=malatya')
  expect(page).toContain(`oembed?url=${encodeURIComponent('https://frost.example')}%2Fen`)
  expect(page).not.toContain('localhost:8080')
  expect(page).toContain('http://localhost:&lt;PORT&gt;')
})

test('nothing else of the folder is served, and comments are not shown', async () => {
  expect((await answerAt('/docs/images/notes.txt')).status).toBe(404)
  expect((await answerAt('/docs/images/missing.png')).status).toBe(404)
  expect(String((await answerAt('/docs/readme')).body)).not.toContain('answer')
})

test('a document in Turkish is served as Turkish, and the list says so', async () => {
  const turkish = String((await answerAt('/docs/growers.tr')).body)
  expect(turkish).toContain('<html lang="tr"')
  expect(turkish).toContain('Bütün belgeler')
  expect(String((await answerAt('/docs/site')).body)).toContain('<html lang="en"')
  expect(String((await answerAt('/docs')).body)).toContain(
    '<a href="/docs/growers.tr" hreflang="tr" lang="tr">'
  )
})

test('pages link the growers’ document in the languages in which it is written', () => {
  const root = new URL('../../../', import.meta.url).pathname
  const documents = readDocuments(root, { siteUrl: '', baseUrl: '' }, () => true)
  const written = documents.filter(({ name }) => name === 'growers').map(({ lang }) => lang)
  expect([...growersLanguages].sort()).toEqual([...written].sort())
})

test('the index of decisions is listed among them, under its own title', () => {
  const root = new URL('../../../', import.meta.url).pathname
  const documents = readDocuments(root, { siteUrl: '', baseUrl: '' }, () => true)
  const visitor = visitorOf(
    { path: '/docs', query: new URLSearchParams(), acceptLanguage: '' } as PageRequest,
    'en'
  )
  const links = String(documentList({ documents, visitor, here: '/docs' })).matchAll(
    /<a href="([^"]+)"[^>]*>([^<]+)</g
  )
  const listed = Array.from(links, ([, path, words]) => [path, words])
  expect(listed.filter(([path]) => path === '/docs/decisions/readme')).toEqual([
    ['/docs/decisions/readme', 'Decisions']
  ])
})

test('every document of the repository has a group and a short name in every language', async () => {
  const root = new URL('../../../', import.meta.url).pathname
  const documents = readDocuments(root, { siteUrl: '', baseUrl: '' }, () => true).filter(
    (one) => !one.isDecision
  )
  for (const lang of languages) {
    const request = { path: '/docs', query: new URLSearchParams({ lang }), acceptLanguage: '' }
    const visitor = visitorOf(request as PageRequest, lang)
    const list = String(documentList({ documents, visitor, here: '/docs' }))
    const { names } = wordsIn(lang).documents
    for (const { name, path, lang: written, title } of documents) {
      const isTranslated = documents.filter((one) => one.name === name).length > 1
      const shown = written === lang || !isTranslated ? names[name as keyof typeof names] : title
      expect(list).toMatch(new RegExp(`<a href="${path}" hreflang="${written}"[^>]*>${shown}</a>`))
    }
  }
})
