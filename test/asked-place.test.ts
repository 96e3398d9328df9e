/** What is no place or no position: no page shows the number of another one, and each says what to do next. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readPoint } from '../src/places/coordinates.ts'
import { readFieldKey } from '../src/site/field-key.ts'
import { html } from '../src/site/html.ts'
import { sitePages } from '../src/site/registry.ts'
import { servePages } from './browser/serve-pages.ts'
import { createSyntheticSite, eveningAt } from './browser/synthetic-site.ts'

const { data } = await createSyntheticSite()
const rootFolder = new URL('../', import.meta.url).pathname
const served = await servePages(
  async (siteUrl) =>
    sitePages({ siteUrl, baseUrl: `${siteUrl}/api/v1`, widgets: [], rootFolder, openApi: () => ({}), data }),
  () => eveningAt
)
afterAll(() => served.close())

const carried = 'crop=apricot&stage=full-bloom'
/** A number of a night, of whichever page. */
const anyNumber = /class="(degree|score)"|\d ?°C</

const beyond = (most: number) =>
  fc
    .tuple(fc.double({ min: most + 0.001, max: most * 40, noNaN: true }), fc.boolean())
    .map(([value, isNegative]) => (isNegative ? -value : value).toFixed(3))
const degrees = (most: number) =>
  fc.double({ min: -most, max: most, noNaN: true }).map((value) => value.toFixed(3))
const height = fc.constantFrom('99999', '-9999', '980x', '', '1e9')

/** Positions that are none, as they stand in an address. */
const positions = fc
  .oneof(
    fc.tuple(beyond(90), degrees(180)),
    fc.tuple(degrees(90), beyond(180)),
    fc.tuple(degrees(90), degrees(180), height),
    fc.tuple(degrees(90)),
    fc.tuple(degrees(90), degrees(180), degrees(90), degrees(180)),
    fc.tuple(fc.constantFrom('N38', 'NaN', '', '38°', '0x26'), degrees(180))
  )
  .map((parts) => parts.join(','))
  .filter((written) => readFieldKey(written) === null)

/** Names that nobody has: of places with letters changed, and anything else. */
const names = fc
  .oneof(
    fc
      .tuple(
        fc.constantFrom(...data.mapPlaces().map(({ name }) => name)),
        fc.stringMatching(/^[a-zğüşöçıİ]{2,4}$/)
      )
      .map(([name, more]) => name.slice(0, 3) + more + name.slice(3)),
    fc.stringMatching(/^[a-zçğıöşü '<>"&%-]{1,60}$/),
    fc.constantFrom('x'.repeat(300), '<script>', '../malatya', 'malatya;ankara', 'malatya,ankara')
  )
  .filter(
    (name) => name.trim() !== '' && data.findPlace(name).kind === 'unknown' && readFieldKey(name) === null
  )

const escaped = (text: string): string => String(html`${text}`)

/** What a page says where it knows no such place: the text that was typed in its search, and what was chosen. */
async function asksAgain(path: string, typed: string): Promise<void> {
  const answer = await fetch(`${served.origin}/${path}?${carried}`, { redirect: 'manual' })
  const text = await answer.text()
  expect(answer.status, path).toBe(404)
  expect([path, anyNumber.test(text)]).toEqual([path, false])
  const typedFields = [`type="search" value="${escaped(typed)}"`, 'name="crop" value="apricot"']
  expect([path, typedFields.filter((one) => !text.includes(one))]).toEqual([path, []])
}

test('a position that is none is asked for again, with what was typed and the chosen crop', () =>
  fc.assert(
    fc.asyncProperty(positions, fc.constantFrom('tr/tarla', 'en/field'), async (written, page) => {
      await asksAgain(`${page}/${encodeURIComponent(written)}`, written)
      const frame = await fetch(`${served.origin}/tr/widget/${encodeURIComponent(written)}?${carried}`)
      expect([frame.status, anyNumber.test(await frame.text())], written).toEqual([404, false])
    }),
    { numRuns: 150 }
  ))

test('a height that is none is asked for again at its field', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom('99999', '-9999', 'yüksek', '1.234', '1e9'), async (typed) => {
      const asked = `/tr/tarla/38.355,38.310?${carried}&elevation=${encodeURIComponent(typed)}`
      const answer = await fetch(served.origin + asked)
      const text = await answer.text()
      expect([answer.status, anyNumber.test(text)], asked).toEqual([400, false])
      expect(text, asked).toContain('name="elevation"')
    }),
    { numRuns: 10 }
  ))

test('a name that nobody has is asked for again, with what was typed, and is nobody else’s in any form', () =>
  fc.assert(
    fc.asyncProperty(names, fc.constantFrom('tr/yer', 'en/place'), async (name, page) => {
      const part = encodeURIComponent(name)
      await asksAgain(`${page}/${part}`, name.slice(0, 100))
      for (const form of [
        `tr/widget/${part}`,
        `oembed?url=${encodeURIComponent(`${served.origin}/tr/yer/${part}`)}`
      ]) {
        const answer = await fetch(`${served.origin}/${form}`)
        expect([answer.ok, anyNumber.test(await answer.text())], form).toEqual([false, false])
      }
      const line = await (await fetch(`${served.origin}/my-field?at=${part}&lang=tr`)).text()
      expect(line, name).not.toMatch(/\d ?°/)
      if ((await readPoint(name)).kind === 'none') await searchKeeps(name)
    }),
    { numRuns: 150 }
  ))

/** The search leads to a place that has the typed letters in its name, or keeps them. */
async function searchKeeps(name: string): Promise<void> {
  const answer = await fetch(`${served.origin}/tr/ara?q=${encodeURIComponent(name)}&${carried}`, {
    redirect: 'manual'
  })
  if (answer.status === 302) return
  const text = await answer.text()
  expect(answer.status, name).toBe(200)
  expect([name, text.includes(`type="search" value="${escaped(name)}"`)]).toEqual([name, true])
}
