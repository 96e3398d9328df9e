import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FrostLevel } from '../../frost/frost-night.ts'
import { turkeyOutline } from '../charts/turkey-outline.ts'
import { type Pictured, pictureSize, placePicture } from './place-picture.ts'

const outline = turkeyOutline()
const malatya = { lat: 38.353, lon: 38.309 }
const pictured = (score: number | null, level: FrostLevel, where: typeof malatya | null = malatya) =>
  drawn({ frost: { score, level }, where })
const drawn = async (some: Partial<Pictured>): Promise<Buffer> => {
  const usual = {
    frost: { score: 12, level: 'moderate' },
    date: '2026-04-12',
    limit: null,
    synthetic: false,
    where: malatya
  } as const
  return Buffer.from(await placePicture({ ...usual, ...some }, outline).png())
}

/** The pixels of a picture with one chunk of data: red, green and blue by row. */
function pixelsOf(png: Buffer): (x: number, y: number) => string {
  const from = png.indexOf('IDAT') + 4
  const rows = inflateSync(png.subarray(from, from + png.readUInt32BE(from - 8)))
  const width = png.readUInt32BE(16)
  return (x, y) => rows.subarray(y * (width * 3 + 1) + 1 + x * 3).toString('hex', 0, 3)
}

test('it is a PNG of the size that its page says, and small', async () => {
  const png = await pictured(94.2, 'severe')
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([pictureSize.width, pictureSize.height])
  expect(png.length).toBeLessThan(30_000)
})

test('the band and the mark have the colour of the level, and the place its dot on the map', async () => {
  const severe = pixelsOf(await pictured(94.2, 'severe'))
  expect([severe(300, 5), severe(86, 96)]).toEqual(['8f1a63', '8f1a63'])
  expect(pixelsOf(await pictured(94.2, 'severe', null))(300, 200)).toBe('ffffff')
  const [x = 0, y = 0] = outline.position(malatya.lon, malatya.lat) ?? []
  expect(severe(Math.round(236 + x * 0.34), Math.round(28 + y * 0.34))).toBe('8f1a63')
})

test('the night and synthetic weather are drawn: a link is read later, too', async () => {
  const first = await drawn({})
  const limit = { temperatureC: -3.5, probability: 0.12 }
  expect((await drawn({ limit })).equals(await drawn({ limit: { ...limit, probability: 0.13 } }))).toBe(false)
  for (const other of [
    ...[{ date: '2026-04-13' }, { date: '2026-05-01' }, { date: null }, { synthetic: true }],
    ...[{ limit }, { limit: { ...limit, temperatureC: 3.5 } }]
  ])
    expect((await drawn(other)).equals(first), JSON.stringify(other)).toBe(false)
})

test('scores differ, an unknown one too, and nothing of one stays on the next', async () => {
  const first = await pictured(12, 'moderate')
  expect((await pictured(13, 'moderate')).equals(first)).toBe(false)
  expect((await pictured(null, 'unknown')).equals(first)).toBe(false)
  expect((await pictured(12, 'moderate')).equals(first)).toBe(true)
  // As pages show it.
  expect((await pictured(12.4, 'moderate')).equals(first)).toBe(true)
  expect((await pictured(0.4, 'none')).equals(await pictured(0, 'none'))).toBe(false)
  expect((await pictured(49.6, 'moderate')).equals(await pictured(50, 'moderate'))).toBe(false)
})
