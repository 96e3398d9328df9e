import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createSyntheticSite, eveningAt } from '../../../test/browser/synthetic-site.ts'
import { hourMs } from '../../common/time.ts'
import { openGazetteer } from '../../places/gazetteer.ts'
import { askPlace } from '../ask-place.ts'
import { genericQuestion } from '../profile-question.ts'
import { bold, regular } from './font.ts'
import { picturedOf, pictureSize, pictureTexts, placePicture } from './picture-route.ts'

type Pictured = Parameters<typeof placePicture>[0]

const usual: Pictured = {
  name: 'Yeşilyurt',
  about: ['Kayısı, tam çiçeklenme', '11 Nisan’ı 12 Nisan’a bağlayan gece, Cmt–Paz'],
  degree: '−3,1 °C',
  when: 'bitkide, saat 06.00',
  risk: 'Yüksek zarar riski',
  level: 'high',
  odds: null,
  bars: {
    hours: Array.from({ length: 16 }, (_, index) => ({
      at: Date.UTC(2026, 3, 11, 15) + index * hourMs,
      temperatureC: 5 - index * 0.6
    })),
    harmC: -2.8,
    level: 'high',
    at: Date.UTC(2026, 3, 11, 16),
    timezone: 'Europe/Istanbul',
    label: ''
  },
  demo: null,
  lang: 'tr'
}
const drawn = async (some: Partial<Pictured> = {}): Promise<Buffer> =>
  Buffer.from(await (await placePicture({ ...usual, ...some })).png())

/** The pixels of a picture with one chunk of data: red, green and blue by row. */
function pixelsOf(png: Buffer): (x: number, y: number) => string {
  const from = png.indexOf('IDAT') + 4
  const rows = inflateSync(png.subarray(from, from + png.readUInt32BE(from - 8)))
  const width = png.readUInt32BE(16)
  return (x, y) => rows.subarray(y * (width * 3 + 1) + 1 + x * 3).toString('hex', 0, 3)
}

test('it is a PNG of the size that its page says, and small', async () => {
  const png = await drawn()
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([pictureSize.width, pictureSize.height])
  expect(png.length).toBeLessThan(90_000)
})

test('ground, pill and harmful hours have the colour of the level', async () => {
  const at = pixelsOf(await drawn())
  expect(at(4, 4)).toBe('f6e7e2')
  expect(at(700, 340)).toBe('b33a0a')
  // The last bar hangs below zero.
  expect(at(1140 - 34, 540)).toBe('b33a0a')
  expect(at(1140 - 34, 430)).toBe('f6e7e2')
})

test('a warm evening leaves half the height to a night as cold', async () => {
  const temperatures = [24, 8, 4, -2, -6, -8, -8, -8]
  const hours = temperatures.map((temperatureC, index) => ({ at: index * hourMs, temperatureC }))
  const at = pixelsOf(await drawn({ bars: { ...usual.bars, hours, harmC: -1 } as Pictured['bars'] }))
  const heights = (x: number) =>
    Array.from({ length: 135 }, (_, down) => 430 + down).filter((y) => at(x, y) !== at(4, 4))
  for (const [x, top, foot] of [
    [130, 430, 497],
    [1070, 497, 564]
  ] as const) {
    const bar = heights(x)
    expect(Math.abs((bar[0] ?? 0) - top)).toBeLessThan(3)
    expect(Math.abs((bar.at(-1) ?? 0) - foot)).toBeLessThan(3)
  }
})

test('a night above zero hangs from a line with room below it, in the colour of no harm, with each third hour', async () => {
  const hours = Array.from({ length: 8 }, (_, index) => ({ at: index * 2 * hourMs, temperatureC: 9 }))
  const bars = { ...usual.bars, hours, harmC: null, timezone: 'UTC' } as Pictured['bars']
  const at = pixelsOf(await drawn({ bars }))
  // Two degrees above zero and one below it: two thirds of the height.
  expect([at(130, 432), at(130, 516), at(130, 523)]).toEqual(['b9c6cd', 'b9c6cd', at(4, 4)])
  const clocks = pictureTexts({ ...usual, bars }).flatMap(({ text }) => (/^\d\d$/.test(text) ? [text] : []))
  expect(clocks).toEqual(['00', '06', '12'])
})

test('each part of it is seen, and nothing of one picture stays on the next', async () => {
  const first = await drawn()
  const other: Partial<Pictured>[] = [
    { name: 'Yeşilyurd' },
    { about: ['Kayısı, tam çiçeklenme', '12 Nisan’ı 13 Nisan’a bağlayan gece, Paz–Pzt'] },
    { degree: '−3,2 °C' },
    { when: 'bitkide, saat 05.00' },
    { risk: 'Orta zarar riski' },
    { level: 'severe' },
    { odds: '−2,8 °C ve altı olasılığı %12' },
    { demo: 'DEMO' },
    { bars: null }
  ]
  for (const one of other) expect((await drawn(one)).equals(first), JSON.stringify(one)).toBe(false)
  expect((await drawn()).equals(first)).toBe(true)
})

test('no text is wider than its place, however long: every name of the table, and every text its own letters', async () => {
  const { width } = pictureSize
  const names = (await openGazetteer()).provinces().map(({ name }) => name)
  const long = 'Doğanşehir Polat Köyü yukarı bahçe, derenin öbür yakası ve değirmenin arkası'
  for (const name of [...names, 'Tromsø', 'Łódź', 'São Paulo', long]) {
    for (const { text, font, at, size, maxWidth } of pictureTexts({
      ...usual,
      name,
      about: [name, name],
      when: name
    })) {
      const fitted = Math.min(size, (size * maxWidth) / font.width(text, size))
      const across = font.shape(text, at, fitted).flatMap((line) => line.map(([x]) => x))
      expect(Math.min(...across), text).toBeGreaterThanOrEqual(0)
      expect(Math.max(...across), text).toBeLessThan(width)
    }
  }
})

test('texts lie neither on each other nor on the bars, and none is too small at 300 px', async () => {
  const names = (await openGazetteer()).provinces().map(({ name }) => name)
  const odds = [null, '−2,0 °C ve altı olasılığı %100', '100% chance of −12.0 °C or less']
  for (const [index, name] of names.entries()) {
    const texts = pictureTexts({
      ...usual,
      ...{ name, about: ['Nektarin ‘Big Top’, erkek organlar görünürken', usual.about[1] ?? ''] },
      ...{ degree: index % 2 === 0 ? '−12,3 °C' : '−10,9 °F', odds: odds[index % 3] ?? null, demo: 'DEMO' },
      risk: index % 2 === 0 ? 'Çok yüksek zarar riski' : 'Damage risk not known'
    })
    const boxes = texts.map(({ text, font, at, size, maxWidth }) => {
      const letters = Math.min(size, (size * maxWidth) / font.width(text, size))
      expect(letters, text).toBeGreaterThanOrEqual(28)
      const points = font.shape(text, at, letters).flat()
      const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)]
      const [left, right] = [Math.min(...across), Math.max(...across)]
      return { text, left, right, top: Math.min(...down), foot: Math.max(...down) }
    })
    for (const [number, one] of boxes.entries()) {
      const isClock = /^\d\d$/.test(one.text)
      expect(one.foot, one.text).toBeLessThan(isClock ? pictureSize.height : 430)
      if (isClock) expect(one.top, one.text).toBeGreaterThan(564)
      for (const other of boxes.slice(number + 1)) {
        const isApart =
          one.right <= other.left || other.right <= one.left || one.foot <= other.top || other.foot <= one.top
        expect(isApart, `${one.text} | ${other.text}`).toBe(true)
      }
    }
  }
})

test('of a night without data it says so, with neither unit nor bars', async () => {
  const { data } = await createSyntheticSite(eveningAt, Number.NaN)
  const found = data.findPlace('malatya')
  if (found.kind !== 'found') throw new Error(found.kind)
  const asked = { place: found.place, question: genericQuestion, client: '', nowAt: eveningAt }
  const view = await askPlace(data, asked)
  if (view.kind !== 'view') throw new Error(view.kind)
  const visitor = { lang: 'en', theme: 'auto', units: 'metric', carried: {} } as const
  expect(picturedOf(view, null, visitor)).toMatchObject({
    ...{ degree: '–', when: 'no forecast of this night', bars: null, level: 'unknown' }
  })
})

test('Turkish and English letters have an outline each in both weights, those of other names without accents at worst', () => {
  const letters = 'abcçdefgğhıijklmnoöprsştuüvyzqwxABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZQWX0123456789−–°%,.:·’()/âîû'
  for (const font of [bold(), regular()]) {
    const shapes = [...letters].map((letter) => JSON.stringify(font.shape(letter, [0, 0], 100)))
    expect(new Set(shapes).size).toBe(letters.length)
    for (const shape of shapes) expect(shape).not.toBe('[]')
    expect(font.shape('ệ', [0, 0], 100)).toEqual(font.shape('e', [0, 0], 100))
  }
  expect(bold().width('İıŞşĞğ', 100)).toBeGreaterThan(200)
})
