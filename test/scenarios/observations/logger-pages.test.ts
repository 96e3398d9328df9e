/** A logger's file on the page of thermometers: looked at, asked about, stored at the second word. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs } from '../../../src/common/time.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { startApp, type TestApp } from '../../app.ts'

const now = Date.parse('2026-04-11T12:00:00Z')
let app: TestApp
let store: Store

beforeAll(async () => {
  const environment = { SOURCES: 'demo', PAGES_PER_MINUTE: '100000' }
  app = await startApp({ environment, clock: () => now })
  store = await openStore({ ...app.data, now })
  for (const id of ['grower', 'asked', 'other']) {
    const hash = createHash('sha256').update(`key of ${id}`).digest('hex')
    await store.apiKeys.add({ id, hash, tier: 'free', label: id, operator: false, createdAt: now })
  }
})
afterAll(async () => {
  await store.close()
  await app.close()
})

/** Ten minutes apart, by the clock of Türkiye, with their lowest value around 05:30. */
function readings(from: string, days: number, name = 'Temp, °C'): string {
  const at = Date.parse(`${from}T09:00:00Z`)
  const rows = Array.from({ length: days * 144 + 1 }, (_, index) => {
    const time = new Date(at + index * 10 * minuteMs + 180 * minuteMs).toISOString()
    const hours = (index / 6 + 12 - 5.5) % 24
    const value = (6 - 8 * Math.cos((hours / 24) * 2 * Math.PI)).toFixed(1)
    return `${index + 1};${time.slice(8, 10)}.${time.slice(5, 7)}.${time.slice(0, 4)} ${time.slice(11, 16)};${value.replace('.', ',')}`
  })
  return [`#;Tarih Saat;${name}`, ...rows].join('\r\n')
}

type Members = Readonly<Record<string, string | Blob>>

async function send(members: Members, { lang = 'en', by = 'key of grower' } = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ token: by, act: 'file', place: 'malatya', ...members }))
    body.append(name, value)
  const answer = await fetch(`${app.origin}/thermometers?lang=${lang}`, { method: 'POST', body })
  const html = await answer.text()
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const text = main
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&quot;', '"')
  const packed = /name="packed" value="([^"]*)"/.exec(main)?.[1] ?? ''
  return { status: answer.status, text, packed, html }
}

const blob = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'günlük.csv')
const minimaOf = async (owner: string) => {
  const sensors = await store.record.sensors(owner, 9)
  const rows = await store.record.observations(
    sensors.map(({ seq }) => seq),
    '1900-01-01'
  )
  return rows.map(({ date, minimumC }) => `${date} ${minimumC}`)
}

it('shows how it was understood, and stores nothing before the second word', async () => {
  const seen = await send({ file: blob(readings('2026-04-07', 3)) })
  expect(seen.status).toBe(200)
  expect(seen.text).toContain(
    '433 readings from 7 April 2026, 12:00 to 10 April 2026, 12:00, mostly 10 min apart.'
  )
  expect(seen.text).toContain(
    'day-month-year, Europe/Istanbul (the clock of the place; “Clock of the logger”'
  )
  expect(seen.text).toContain('Temperature: column "Temp, °C", in °C, decimal comma.')
  expect(seen.text).toContain('Nights: 3 covered, 0 not.')
  expect(seen.text).toContain('8 April 2026 −2.0 °C at 05:10')
  expect(seen.text).toContain('Nothing is stored yet.')
  expect(await minimaOf('grower')).toEqual([])
  const turkish = await send({ packed: seen.packed }, { lang: 'tr' })
  expect(turkish.text).toContain('Geceler: 3 tam, 0 eksik.')
  expect(turkish.text).toContain('3 geceyi ve son aydan 433 ölçümü kaydet')

  const stored = await send({ packed: seen.packed, sure: 'yes', where: 'canopy', station: 'Alt tarla' })
  expect(stored.text).toContain('3 rows: 3 new, 0 replaced another value, 0 known already, 0 bad.')
  expect(stored.text).toContain('433 readings of the last month are stored as well.')
  expect(await minimaOf('grower')).toEqual(['2026-04-08 -2', '2026-04-09 -2', '2026-04-10 -2'])
  const [sensor] = await store.record.sensors('grower', 9)
  expect(sensor).toMatchObject({ kind: 'plant', exposure: 'canopy', station: 'Alt tarla' })
  expect(await store.record.readings(sensor?.seq ?? 0, 0, now)).toHaveLength(433)
  // A reload sends the same form.
  const again = await send({ packed: seen.packed, sure: 'yes', where: 'canopy', station: 'Alt tarla' })
  expect(again.text).toContain('0 new, 0 replaced another value, 3 known already')
  expect((await send({})).status).toBe(422)
})

it('asks what the file does not say, with the fields that answer it, and guesses nothing', async () => {
  const by = 'key of asked'
  const file = blob(readings('2026-04-07', 2, 'Sıcaklık'))
  const asked = await send({ file, sure: 'yes' }, { by, lang: 'tr' })
  expect(asked.text).toContain('Sıcaklıkların birimi hiçbir yerde yazmıyor.')
  expect(asked.text).toContain('demekse “Değerlerin birimi: °F” seç')
  expect(asked.text).not.toContain('--')
  expect(await minimaOf('asked')).toEqual([])
  const answered = await send({ packed: asked.packed, units: 'F' }, { by })
  expect(answered.text).toContain('8 April 2026 −18.9 °C at 05:10')
  await send({ packed: asked.packed, units: 'C', sure: 'yes' }, { by })
  expect(await minimaOf('asked')).toEqual(['2026-04-08 -2', '2026-04-09 -2'])
})

it.each([
  ['no file', {}, 'Choose a file first.'],
  ['an empty file', { file: blob('') }, 'Choose a file first.'],
  ['a large one', { file: blob('x;'.repeat(1_500_000)) }, 'The file is larger than 2 MB.'],
  ['a packed one that grows', { packed: gzipSync(Buffer.alloc(3_000_000)).toString('base64') }, 'Choose a'],
  ['a workbook', { file: blob('PK\u0003\u0004\u0014') }, 'not a text file but an Excel workbook'],
  ['a letter', { file: blob('Dear grower,\nall is well.') }, 'No row of this file has both a time of day'],
  ['a list of nights', { file: blob('date,minimum\n2026-04-10,-2\n') }, 'No row of this file has both'],
  [
    'no place',
    { file: blob(readings('2026-04-07', 1)), place: 'malatyaa' },
    '“malatyaa” is not a place known here'
  ],
  ['no zone', { file: blob(readings('2026-04-07', 1)), zone: 'Malatya' }, '"Malatya" is not a time zone.']
])('refuses %s in one sentence', async (_, members, sentence) => {
  const seen = await send({ ...members, sure: 'yes' }, { by: 'key of other' })
  expect(seen.text).toContain(sentence)
  expect(await minimaOf('other')).toEqual([])
})

it('is of the one whom the token opens, and asks no other one', async () => {
  const file = blob(readings('2026-04-07', 1))
  expect((await send({ file, sure: 'yes' }, { by: 'no key' })).status).toBe(404)
  expect(
    (await fetch(`${app.origin}/thermometers`, { method: 'POST', body: 'x'.repeat(20_000) })).status
  ).toBe(415)
})

it('reads any body that says to be a form, and never fails', async () => {
  const boundary = fc.constantFrom('x', '"x y"', '', 'é', 'x'.repeat(80))
  const piece = fc.constantFrom(
    '--x',
    '\r\n',
    '--',
    'Content-Disposition: form-data; name="token"',
    '\0',
    'ş'
  )
  const body = fc.oneof(
    fc.array(piece, { maxLength: 200 }).map((some) => some.join('')),
    fc.string()
  )
  await fc.assert(
    fc.asyncProperty(boundary, body, async (name, written) => {
      const { status } = await fetch(`${app.origin}/thermometers`, {
        method: 'POST',
        headers: { 'Content-Type': `multipart/form-data; boundary=${encodeURIComponent(name)}` },
        body: written
      })
      expect(status).toBe(404)
    }),
    { numRuns: 60 }
  )
  const tooLong = await fetch(`${app.origin}/thermometers`, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: Buffer.alloc(17 * 1024 ** 2)
  }).catch(() => null)
  expect(tooLong?.status ?? 413).toBe(413)
})
