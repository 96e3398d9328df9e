import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TemperatureUnit } from '../../common/file-cells.ts'
import { type Gazetteer, openGazetteer } from '../../places/gazetteer.ts'
import { openStore, type Store } from '../../store/open.ts'
import { type ImportResult, importObservations } from './import.ts'
import { openLines } from './progress.ts'
import { storeSink } from './run-job.ts'

const now = Date.parse('2026-04-12T12:00:00Z')
let gazetteer: Gazetteer
let store: Store
let folder: string
beforeAll(async () => {
  gazetteer = await openGazetteer()
  folder = mkdtempSync(join(tmpdir(), 'ayaz-observe-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  store = await openStore({ url: null, dataDir: ':memory:', now })
})
afterEach(() => store.close())

interface Reported {
  readonly result: ImportResult
  readonly bad: readonly (readonly [number, string])[]
  readonly notes: readonly string[]
}

interface Options {
  readonly unit?: TemperatureUnit
  readonly given?: Readonly<Record<string, string>>
}

async function take(content: string | Buffer, options: Options = {}): Promise<Reported> {
  const path = join(folder, 'rows.csv')
  writeFileSync(path, content)
  const bad: (readonly [number, string])[] = []
  const notes: string[] = []
  const result = await importObservations({
    reader: openLines(path),
    sink: await storeSink(store, gazetteer, now),
    given: options.given ?? {},
    unit: options.unit ?? null,
    onBad: (line, reason) => bad.push([line, reason]),
    onStart: (reported) => notes.push(...reported),
    onProgress: () => undefined
  })
  return { result, bad, notes }
}

/** What is in the store now, as place, date and minimum. */
async function cache(): Promise<readonly string[]> {
  const sensors = await store.record.sensors(null, 1000)
  const rows = await store.record.observations(
    sensors.map((one) => one.seq),
    '1900-01-01'
  )
  return rows.map((one) => `${one.date} ${one.minimumC}`)
}

const header = 'location,date,kind,minimum_c'
const good = 'malatya,2026-04-11,air_2m,-2.3'
const two = ['2026-04-11 -2.3', '2026-04-12 0.5']

describe('the exposure of plants', () => {
  const plants = 'location,date,kind,minimum_c,exposure\nmalatya,2026-04-11,plant,-2.3,Canopy\n'
  const exposuresStored = async () =>
    (await store.record.sensors(null, 10)).map(({ kind, exposure }) => `${kind} ${exposure}`)

  it('stands in a column or is given for all plants; a row at 2 m has none', async () => {
    await take(`${plants}malatya,2026-04-11,plant,-3,\nmalatya,2026-04-11,air_2m,1,\n`, {
      given: { exposure: 'vine' }
    })
    expect(await exposuresStored()).toEqual(['plant canopy', 'plant vine', 'air_2m null'])
  })

  it('may be unknown: the row is stored and counted', async () => {
    const { result } = await take(`${plants}malatya,2026-04-11,plant,-3,\n`)
    expect(result).toMatchObject({ sums: { stored: 2, unexposed: 1 } })
    expect(await exposuresStored()).toEqual(['plant canopy', 'plant null'])
  })

  it('is not that of the air', async () => {
    const { bad } = await take(`${plants}malatya,2026-04-11,air_2m,1,canopy\n`)
    expect(bad).toEqual([[3, expect.stringContaining('"exposure" is for kind plant')]])
  })
})

it('how far a file is read grows with its lines, though its encoding is sought in all of it', async () => {
  const path = join(folder, 'long.csv')
  const text = `${header}\n${`${good}\n`.repeat(100_000)}`
  writeFileSync(path, text)
  const { lines, bytesRead } = openLines(path)
  let count = 0
  for await (const some of lines) {
    count += some.length
    // Up to four pieces are read ahead.
    expect(bytesRead() - (text.length * count) / 100_001).toBeLessThan(1_100_000)
  }
  expect(bytesRead()).toBe(text.length)
})

describe('a file of good rows', () => {
  it.each([
    ['commas', `${header}\n${good}\nmalatya,2026-04-12,air_2m,0.5\n`],
    ['no line end at its end', `${header}\n${good}\nmalatya,2026-04-12,air_2m,0.5`],
    ['Windows line ends', `${header}\r\n${good}\r\nmalatya,2026-04-12,air_2m,0.5\r\n`],
    ['old Macintosh line ends', `${header}\r${good}\rmalatya,2026-04-12,air_2m,0.5\r`],
    ['a byte order mark', `\uFEFF${header}\n${good}\nmalatya,2026-04-12,air_2m,0.5\n`],
    ['UTF-16', Buffer.from(`\uFEFF${header}\n${good}\nmalatya,2026-04-12,air_2m,0.5\n`, 'utf16le')],
    [
      'semicolons and decimal commas',
      'location;date;kind;minimum (°C)\nmalatya;2026-04-11;air_2m;-2,3\nmalatya;2026-04-12;air_2m;0,5\n'
    ],
    [
      'tabs',
      'date\tlocation\tkind\tmin [C]\n2026-04-11\tmalatya\tair_2m\t-2.3\n2026-04-12\tmalatya\tair_2m\t.5\n'
    ],
    [
      'decimal commas in quotes',
      `${header}\n"malatya",2026-04-11,air_2m,"-2,3"\nmalatya,2026-04-12,air_2m,"0,5"\n`
    ],
    [
      'Turkish names and dates',
      'Yer;Tarih;Tür;En düşük sıcaklık (°C)\nMalatya;11.04.2026;air_2m;−2,3\nMALATYA;12.4.2026;AIR_2M;0,5\n'
    ],
    [
      'empty lines and blanks',
      `${header}\n\n  malatya , 2026-04-11,air_2m, -2.3 \n,,,\nmalatya,2026-04-12,air_2m,+0.5,\n`
    ],
    [
      'a Fahrenheit column',
      'location,date,kind,tmin_f\nmalatya,2026-04-11,air_2m,27.86\nmalatya,2026-04-12,air_2m,32.9\n'
    ],
    [
      'a unit column',
      'location,date,kind,minimum,unit\nmalatya,2026-04-11,air_2m,27.86,F\nmalatya,2026-04-12,air_2m,0.5,°C\n'
    ],
    [
      'units at the values',
      `${header.replace('_c', '')}\nmalatya,2026-04-11,air_2m,27.86 °F\nmalatya,2026-04-12,air_2m,0.5C\n`
    ],
    [
      'bars and days of a spreadsheet',
      'location|date|kind|minimum (°C)\nmalatya|46123|air_2m|-2,3\nmalatya|46124,0|air_2m|0,5\n'
    ],
    ['columns it does not know', `id,${header},note\n7,${good},calm\n8,malatya,2026-04-12,air_2m,0.5,\n`]
  ])('with %s is kept whole', async (_, content) => {
    const { result, bad } = await take(content)
    expect(bad).toEqual([])
    expect(result).toMatchObject({ kind: 'done', sums: { rows: 2, stored: 2, bad: 0 } })
    expect(await cache()).toEqual(two)
  })

  it('may leave to the command line what is the same in every row', async () => {
    const given = { location: 'malatya', kind: 'air_2m', station: 'A' }
    const { result } = await take('date,minimum\n2026-04-11,27.86\n2026-04-12,32.9\n', { given, unit: 'F' })
    expect(result).toMatchObject({ kind: 'done', sums: { stored: 2 } })
    expect(await cache()).toEqual(two)
  })

  it('changes nothing when it is taken in again, and tells what it replaced', async () => {
    await take(`${header}\n${good}\n`)
    expect(await take(`${header}\n${good}\n`)).toMatchObject({
      result: { sums: { stored: 0, unchanged: 1 } }
    })
    const changed = await take(`${header}\nmalatya,2026-04-11,air_2m,-2.4\n`)
    expect(changed).toMatchObject({ result: { sums: { replaced: 1 } } })
  })

  it('says when nothing names a unit, and which columns mean nothing', async () => {
    const { notes } = await take('location,date,kind,minimum,wind\nmalatya,2026-04-11,air_2m,1,3\n')
    expect(notes.join('\n')).toMatch(/read as Celsius.*--units F/)
    expect(notes.join('\n')).toContain('wind')
  })
})

it.each(['1.234', '1,234'])('takes a height of %s neither for a metre nor for a thousand', async (height) => {
  const { bad } = await take(`lat;lon;elevation;date;kind;minimum\n38;38;${height};2026-04-11;air_2m;-1\n`)
  expect(bad).toEqual([[2, expect.stringContaining('is not a height')]])
})

describe('a file that cannot be read as it is', () => {
  it.each([
    ['is empty', '', 'empty'],
    ['begins with an empty line', `\n${header}\n${good}\n`, 'empty line'],
    ['has no header', `${good}\n${good}\n`, 'missing: location'],
    ['lacks the date', 'location,kind,minimum\nmalatya,air_2m,1\n', 'missing: date'],
    ['lacks the kind', 'location,date,minimum\nmalatya,2026-04-11,1\n', 'missing: kind'],
    ['lacks the minimum', 'location,date,kind,maximum\nmalatya,2026-04-11,air_2m,1\n', 'missing: minimum'],
    ['has half a point', 'lat,date,kind,minimum\n38,2026-04-11,air_2m,1\n', 'location (or lat and lon)'],
    ['names the minimum twice', `${header},tmin\n${good},1\n`, 'Two columns mean "minimum"'],
    [
      'is separated by something else',
      `location#date#kind#minimum\nmalatya#2026-04-11#air_2m#1\n`,
      'one column'
    ],
    ['has an open quote in its header', `"location,date,kind,minimum\n${good}\n`, 'quote'],
    ['is a workbook', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 10, 0, 10]), 'not a text file'],
    [
      'is in Fahrenheit without saying so',
      `location,date,kind,minimum\n${'malatya,2026-04-11,air_2m,30\n'.repeat(20)}malatya,2026-04-12,air_2m,61\n`,
      'Line 22 has a minimum of 61'
    ]
  ])('%s: nothing is imported, and the message says what to do', async (_, content, part) => {
    const { result } = await take(content)
    expect(result.kind).toBe('mistake')
    expect(result.kind === 'mistake' && result.message).toContain(part)
    expect(await cache()).toEqual([])
  })

  it('says Celsius where the command line says Fahrenheit: nothing is imported', async () => {
    const { result } = await take(`${header}\n${good}\n`, { unit: 'F' })
    expect(result).toMatchObject({ kind: 'mistake' })
    expect(await cache()).toEqual([])
  })
})

describe('a bad row', () => {
  it.each([
    ['malatya,2026-04-31,air_2m,1', 'calendar'],
    ['malatya,04/11/2026,air_2m,1', '2026-04-12'],
    ['malatya,2026-04-13,air_2m,1', 'is not over yet'],
    ['malatya,2026-04-11,grass,1', 'kind'],
    ['malatya,2026-04-11,air_2m,', 'missing'],
    ['malatya,2026-04-11,air_2m,cold', 'not a temperature'],
    ['malatya,2026-04-11,air_2m,1.234.5', 'not a temperature'],
    ['malatya,2026-04-11,air_2m,-95', 'outside'],
    ['malatya,2026-04-11,air_2m,-2,3', 'decimal comma'],
    ['malatya;2026-04-11;air_2m;-2.3', 'separated by semicolons'],
    ['malatya,2026-04-11,air_2m', '3 values where the first line names 4'],
    ['malatia-x,2026-04-11,air_2m,1', 'No place has the slug'],
    [',2026-04-11,air_2m,1', 'Give "location", or "lat" and "lon"'],
    ['"malatya,2026-04-11,air_2m,1', 'quote'],
    [`malatya,2026-04-11,air_2m,1${' '.repeat(5000)}`, 'longer than 4,000']
  ])('%s is listed with its line and reason, and the good ones around it are kept', async (line, part) => {
    const { result, bad } = await take(`${header}\n${good}\n${line}\nmalatya,2026-04-12,air_2m,0.5\n`)
    expect(bad).toHaveLength(1)
    expect(bad[0]?.[0]).toBe(3)
    expect(bad[0]?.[1]).toContain(part)
    expect(result).toMatchObject({ sums: { rows: 3, stored: 2, bad: 1 } })
    expect(await cache()).toEqual(two)
  })

  it('is listed in the order of the file, whoever finds it bad', async () => {
    const rows = Array.from({ length: 2_100 }, () => good)
    // The store refuses an unknown place, the reader a word for a temperature.
    rows[10] = 'malatia-x,2026-04-11,air_2m,1'
    rows[20] = 'malatya,2026-04-11,air_2m,warm'
    rows[30] = 'malatia-x,2026-04-11,air_2m,1'
    rows[2_050] = 'malatia-x,2026-04-11,air_2m,1'
    rows[2_090] = 'malatya,2026-04-11,air_2m,warm'
    const { result, bad } = await take(`${header}\n${rows.join('\n')}\n`)
    expect(bad.map(([line]) => line)).toEqual([12, 22, 32, 2_052, 2_092])
    expect(result).toMatchObject({ sums: { rows: 2_100, bad: 5 } })
  })

  it('in a file of nothing else is reported before the file ends', async () => {
    const path = join(folder, 'bad.csv')
    writeFileSync(path, `${header}\n${'malatya,2026-04-11,air_2m,warm\n'.repeat(5_000)}`)
    const reported: number[] = []
    const atProgress: number[] = []
    await importObservations({
      reader: openLines(path),
      sink: await storeSink(store, gazetteer, now),
      given: {},
      unit: null,
      onBad: (line) => reported.push(line),
      onStart: () => undefined,
      onProgress: () => atProgress.push(reported.length)
    })
    expect(atProgress).toEqual([2_000, 4_000, 5_000])
  })

  it('in another encoding than the others is one: Turkish letters of windows-1254 in UTF-8', async () => {
    const line = Buffer.from([0x53, 0x69, 0x76, 0xfd, 0x72, 0x2c])
    const rows = `${header},station\nmalatya,2026-04-12,air_2m,0.5,Bağ\n`
    const { bad } = await take(
      Buffer.concat([Buffer.from(rows), line, Buffer.from('2026-04-11,air_2m,1,\n')])
    )
    expect(bad).toEqual([[3, 'The line is not UTF-8. Save the file as CSV in UTF-8.']])
  })

  it('keeps its line number far into a file, whose pieces cut lines and letters anywhere', async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `malatya,2026-04-11,air_2m,1,Bağ ${index % 7}`)
    lines[25_000] = 'malatya,2026-04-11,air_2m,warm,Bağ'
    const { result, bad } = await take(`${header},station\n${lines.join('\n')}\n`)
    expect(bad).toEqual([[25_002, '"warm" is not a temperature.']])
    expect(result).toMatchObject({ sums: { rows: 30_000, stored: expect.any(Number), bad: 1 } })
    expect(await store.record.sensors(null, 100)).toHaveLength(7)
  })
})

describe('a file of a spreadsheet or a logger', () => {
  const given = { location: 'malatya', kind: 'air_2m' }
  const excel = Buffer.concat([
    Buffer.from('Tarih;En D'),
    ...[0xfc, 0x73, 0xfc, 0x6b, 0x20, 0x53, 0xfd, 0x63, 0x61, 0x6b, 0x6c, 0xfd, 0x6b].map((byte) =>
      Buffer.of(byte)
    ),
    Buffer.from(' (\xb0C)\r\n11.04.2026;-2,3\r\n12.04.2026;0,5\r\n', 'latin1')
  ])
  const both = '11.04.2026;-2,3\n12.04.2026;0,5\n'
  it.each<[string, string | Buffer]>([
    ['in windows-1254', excel],
    ['in UTF-16 without a mark', Buffer.from('date,minimum\n2026-04-11,-2.3\n2026-04-12,0.5\n', 'utf16le')],
    ['with sep=;', `sep=;\nTarih;Minimum\n${both}`],
    ['Minimum Sıcaklık (°C)', `Tarih;Minimum Sıcaklık (°C)\n${both}`],
    ['of year, month and day', 'YIL;AY;GUN;MINIMUM SICAKLIK °C\n2026;4;11;-2,3\n2026;04;12;0.5\n'],
    ['Gözlem Tarihi, En Düşük Sıc.', `Gözlem Tarihi;En Düşük Sıc. (°C)\n${both}`],
    ['of dates with marks of direction', `Tarih;Minimum\n${both.replaceAll('.0', '\u200e.0')}`],
    ['of midnights', 'Tarih;Minimum\n11.04.2026 00:00;-2,3\n2026-04-12T00:00:00;0,5\n'],
    [
      'of a U+2011, a blank, NA and --',
      'date;minimum\n2026-04-11;"- 2,3 "\n2026-04-12;0,5\n2026-04-09;--\n2026-04-10;NA\n'
    ],
    ['of the same row twice', `Tarih;Minimum\n${both}11.04.2026;-2,3\n`]
  ])('%s is read', async (_, content) => {
    const { result, bad } = await take(content, { given })
    expect(bad).toEqual([])
    expect(result).toMatchObject({ kind: 'done', sums: { bad: 0 } })
    expect(await cache()).toEqual(two)
  })

  it('has a district beside its province, and kinds in Turkish', async () => {
    await take('Tarih;İl;İlçe;Tür;Minimum\n11.04.2026;Malatya;Battalgazi;hava;-2,3\n')
    expect(await cache()).toEqual(['2026-04-11 -2.3'])
  })

  it('tells the order of dates with slashes by one that has no other', async () => {
    const slashes = 'Tarih;Minimum\n28/03/2026;-2,3\n02/04/2026;0,5\n'
    await take(slashes, { given })
    expect(await cache()).toEqual(['2026-03-28 -2.3', '2026-04-02 0.5'])
    const { bad } = await take('Tarih;Minimum\n02/04/2026;0,5\n', { given })
    expect(bad[0]?.[1]).toContain('2026-04-02 or 2026-02-04')
    expect((await take('Tarih;Minimum\n04/04/2026;0,5\n', { given })).bad).toEqual([])
  })

  it.each([
    [
      'with one night of several values',
      'date,minimum\n2026-04-11,1.0\n2026-04-11,-2.4\n2026-04-11,9.5\n',
      'Line 3'
    ],
    ['in frosty Fahrenheit', 'date,minimum\n2025-11-24,28\n2025-11-25,31\n2025-11-23,25\n', 'in Fahrenheit'],
    ['with times of day', 'date,minimum\n2026-04-11 05:30,-2.4\n', 'time of day']
  ])('%s is refused row by row', async (_, content, part) => {
    const { bad } = await take(content, { given })
    expect(bad[0]?.[1]).toContain(part)
    expect(await cache()).toEqual([])
  })

  it.each([
    ['note', 'date,minimum,note\n2026-04-11,-2,3,\n2026-04-12,-0,4,\n'],
    ['station', 'date,minimum,station\n2026-04-11,-2,3\n2026-04-12,-0,4\n'],
    ['a whole degree among them', 'date,minimum,note\n2026-04-11,28,\n2026-04-12,31,6,\n']
  ])('with decimal commas between commas is refused as a whole: %s', async (_, content) => {
    const { result } = await take(content, { given })
    expect(result.kind === 'mistake' && result.message).toContain('decimal comma')
    expect(await cache()).toEqual([])
  })

  it('of 2,001 rows names a repeat of the first in the last, and keeps neither', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => {
      const date = new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)
      return `${date},${(index % 10) / 10}`
    })
    const { bad } = await take(`date,minimum\n${rows.join('\n')}\n2020-01-01,9.5\n`, { given })
    expect(bad.map(([line]) => line)).toEqual([2, 2002])
    expect((await cache())[0]).toMatch(/^2020-01-02/)
  })

  it('of more rows than are looked at together names the line that a later one contradicts', async () => {
    const rows = Array.from({ length: 10_050 }, (_, index) => {
      const date = new Date(Date.UTC(2020, 0, 1 + (index % 2000))).toISOString().slice(0, 10)
      return `${date},${(index % 10) / 10},s${Math.floor(index / 2000)}`
    })
    const again = '2020-01-01,9.5,s0\n2020-01-02,0.1,s0\n2020-01-01,0,s0\n'
    const { bad } = await take(`date,minimum,station\n${rows.join('\n')}\n${again}`, { given })
    expect(bad.map(([line]) => line)).toEqual([10_052])
    expect(bad[0]?.[1]).toContain('Line 2 ')
    expect((await cache())[0]).toMatch(/^2020-01-01 0\b/)
  })

  it('of a logger without readings says how to name its columns, and a workbook how to save it', async () => {
    for (const [content, part] of [
      ['No.,Time,Temperature°C\n1,noon,cold\n', '--time NAME'],
      [Buffer.from('PK\u0003\u0004xl'), 'Save As'],
      ['%PDF-1.7\n1 0 obj\n', 'This is a PDF'],
      ['<html><body>\n<table><tr><td>Tarih</td></tr>\n', 'a web page'],
      ['<table border="1">\n<tr><td>Tarih</td></tr>\n', 'a web page'],
      ['<?xml version="1.0"?>\n<Workbook>\n', 'a web page']
    ] as const) {
      const { result } = await take(content, { given })
      expect(result.kind === 'mistake' && result.message).toContain(part)
    }
  })
})

it('a file without a line end takes no memory: its one line is cut', async () => {
  const { result } = await take(Buffer.alloc(20_000_000, 'x'))
  expect(result.kind).toBe('mistake')
})

describe('names that stand within a file', () => {
  const given = { location: 'malatya', kind: 'air_2m' }
  const nights = (between: string, head = 'Tarih;Minimum') =>
    `${head}\n09.04.2026;-1,5\n${between}\n10.04.2026;14,2\n`

  it('are no row where they say the same again', async () => {
    const { result, bad } = await take(nights('Tarih;Minimum'), { given })
    expect([result.kind, bad, (await cache()).length]).toEqual(['done', [], 2])
  })

  it.each(['Tarih;Minimum (°F)', 'Tarih;Maks', 'Minimum;Tarih', ';°F', ';(°F)'])(
    'refuse the file where they say something else: %s',
    async (between) => {
      const { result } = await take(nights(between), { given })
      expect(result).toMatchObject({ kind: 'mistake', message: expect.stringMatching(/^line 3: /) })
      expect(await cache()).toEqual([])
    }
  )

  it('give the unit below the names', async () => {
    const below = 'Tarih;Minimum\n;°F\n09.04.2026;14\n10.04.2026;23\n'
    const { result, bad, notes } = await take(below, { given })
    expect([result.kind, bad, notes]).toEqual(['done', [], ['Minima are in Fahrenheit.']])
    expect(await cache()).toEqual([expect.stringMatching(/-10$/), expect.stringMatching(/-5$/)])
    expect((await take(below, { given, unit: 'C' })).result.kind).toBe('mistake')
  })
})
