/** What is no crop, stage or height: no page shows another value for it, and each says what can be chosen. */
import { afterAll, expect, test } from 'vitest'
import { crops } from '../src/frost/crops.ts'
import { exposures } from '../src/frost/scoring-profile.ts'
import { cropName, stageName } from '../src/language/crop-names.ts'
import { type Language, languages, wordsIn } from '../src/language/language.ts'
import { profileQuestion } from '../src/site/profile-question.ts'
import { sitePages } from '../src/site/registry.ts'
import { servePages } from './browser/serve-pages.ts'
import { createSyntheticSite, eveningAt } from './browser/synthetic-site.ts'

const { data } = await createSyntheticSite()
const rootFolder = new URL('../', import.meta.url).pathname
const served = await servePages(
  async (origin) =>
    sitePages({
      siteUrl: origin,
      baseUrl: `${origin}/api/v1`,
      widgets: [],
      rootFolder,
      openApi: () => ({}),
      data
    }),
  () => eveningAt
)
afterAll(() => served.close())

interface Asked {
  readonly query: string
  /** Null where no crop of the table is named. */
  readonly crop: string | null
}

const wrong = ['unicorn', 'Karpuz', 'sera', 'APRİCOT ', '<b>', 'x'.repeat(300)]

/** Each crop by its id and its names, in the letters of a keyboard that is set to capitals or has no Turkish ones. */
const asked: readonly Asked[] = [
  ...crops.flatMap(({ id }, index): readonly Asked[] => {
    const names = [
      id,
      id.toUpperCase(),
      ...languages.map((lang) => cropName(id, lang).toLocaleUpperCase(lang))
    ]
    const name = names[index % names.length] ?? id
    return [
      { query: query({ crop: name }), crop: id },
      { query: query({ crop: name, stage: wrong[index % wrong.length] ?? '' }), crop: id },
      { query: query({ crop: name, stage: 'auto', exposure: 'sky' }), crop: id },
      { query: `${query({ curve: name })}&crop=unicorn`, crop: id },
      { query: `crop=${id}&stage=full-bloom&stage=first-white`, crop: id },
      { query: `crop=${id}&crop=${crops[index - 1]?.id ?? 'unicorn'}&stage=full-bloom`, crop: null },
      { query: `crop=${id}&stage=auto&exposure=vine&exposure=ground`, crop: id }
    ]
  }),
  ...wrong
    .filter((one) => profileQuestion(new URLSearchParams({ crop: one })).kind === 'unknown_crop')
    .flatMap((crop): readonly Asked[] => [
      { query: query({ crop }), crop: null },
      { query: query({ crop, stage: 'full-bloom', exposure: 'ground' }), crop: null }
    ]),
  { query: query({ stage: 'full-bloom' }), crop: null },
  { query: query({ exposure: 'sky' }), crop: null }
].filter(({ query: one }) => profileQuestion(new URLSearchParams(one)).kind !== 'question')

function query(members: Readonly<Record<string, string>>): string {
  return new URLSearchParams(members).toString()
}

const pages = ['tr', 'tr/yer/malatya', 'en/place/malatya', 'en/field/38.355,38.310', 'tr/siteme-ekle']

test('no page shows a value, or marks any plant, for a crop, stage or height that is not understood', async () => {
  expect(asked.length).toBeGreaterThan(100)
  for (const { query: one, crop } of asked) {
    for (const page of pages) {
      const answer = await fetch(`${served.origin}/${page}?${one}`)
      const text = await answer.text()
      const at = `/${page}?${one}`
      expect(text, at).not.toMatch(/aria-current="true" data-forget/)
      const isShown = answer.ok
      // By the estimate of the season, or as a map of that crop: never as any plant's.
      if (isShown)
        expect([crop, `${answer.url} ${text}`], at).toEqual([crop, expect.stringContaining(`crop=${crop}`)])
      else {
        expect(answer.status, at).toBe(400)
        expect(text, at).not.toMatch(/class="(degree|score)"|[0-9] ?°C</)
        const lang: Language = page.startsWith('tr') ? 'tr' : 'en'
        expect(choicesIn(text, crop, lang).length, at).toBeGreaterThanOrEqual(2)
      }
    }
  }
})

/** What can be chosen next on a page: stages of the crop, else crops or heights. */
function choicesIn(text: string, crop: string | null, lang: Language): readonly string[] {
  const names =
    crop === null
      ? [...crops.map(({ id }) => cropName(id, lang)), ...exposures]
      : [
          wordsIn(lang).place.estimateStage,
          ...(crops.find(({ id }) => id === crop)?.stages ?? []).map(({ id }) => stageName(crop, id, lang)),
          ...exposures
        ]
  return names.filter((name) => text.includes(name))
}

test('what was typed stays in the page and in its form, and a crop that was understood in all its links', async () => {
  for (const { query: one, crop } of asked) {
    const read = profileQuestion(new URLSearchParams(one))
    if (read.kind === 'question') continue
    const shown = read.kind === 'stage_missing' ? '' : escaped(read.written)
    for (const page of ['tr/yer/malatya', 'tr/siteme-ekle']) {
      const answer = await fetch(`${served.origin}/${page}?${one}`, { redirect: 'manual' })
      if (answer.status !== 400) continue
      const text = await answer.text()
      if (read.written !== 'sera' && read.kind !== 'not_estimable')
        expect(text, `${page} ${one}`).toContain(shown)
      if (crop !== null) expect(text, `${page} ${one}`).toMatch(new RegExp(`href="/tr\\?crop=${crop}["&]`))
    }
    if (crop === null && read.kind !== 'unknown_crop') continue
    const builder = await (await fetch(`${served.origin}/tr/siteme-ekle?${one}`)).text()
    expect(/<select name="crop">(.*?)<\/select>/s.exec(builder)?.[1], one).toContain(' selected>')
  }
})

function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

test('a frame, a line of home, a picture and oEmbed have no value for it either', async () => {
  for (const { query: one } of asked) {
    const frame = await fetch(`${served.origin}/tr/widget/malatya?${one}`)
    const text = await frame.text()
    expect([frame.status, /class="(degree|score)"/.test(text)], one).toEqual([400, false])
    const below = text.split(/aşağıdan seçin/i).at(-1)
    expect(below, one).toContain(`href="${served.origin}/tr/yer/malatya?`)
    const line = await (await fetch(`${served.origin}/my-field?at=malatya&lang=tr&${one}`)).text()
    const read = profileQuestion(new URLSearchParams(one))
    if (read.kind !== 'question' && read.crop === null) expect(line, one).toContain('<b>–</b>')
    const picture = await fetch(`${served.origin}/picture/malatya?${one}`, { redirect: 'manual' })
    expect(picture.status, one).toBe(302)
    const url = encodeURIComponent(`${served.origin}/tr/yer/malatya?${one}`)
    const embedded = await fetch(`${served.origin}/oembed?url=${url}`)
    if (embedded.ok) expect(await embedded.text(), one).toContain('stage=auto')
    else expect(embedded.status, one).toBe(400)
  }
})
