/** Files of loggers as their makers' programs write them, of readings whose truth is known. */
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { seededRandom } from '../../../src/sources/demo/nights.ts'
import { encoded, encodings } from './files.ts'

export interface LoggerFile {
  readonly content: Buffer
  readonly form: string
  readonly maker: string
  /** Where it hung, and what the owner says of it. */
  readonly location: string
  readonly unit: 'C' | 'F' | null
  /** What the night that ends on a date may be stored as [°C]; absent: it may not be. */
  readonly truthC: ReadonlyMap<string, number>
}

interface Style {
  readonly separator: ',' | ';' | '\t'
  readonly decimal: ',' | '.'
  readonly order: 'ymd' | 'dmy' | 'mdy'
  readonly sign: '.' | '/' | '-'
  readonly shortYear: boolean
  /** A clock of twelve hours, with AM and PM or, lost in a spreadsheet, without. */
  readonly half: boolean | 'lost'
  readonly unit: 'C' | 'F'
  readonly saysUnit: boolean
  /** The clock of the logger. */
  readonly offsetMinutes: (at: number) => number
  readonly offset: string | null
}

interface Row {
  readonly at: number
  readonly celsius: number
}

type Maker = (rows: readonly Row[], style: Style) => readonly string[]

const two = (value: number): string => String(value).padStart(2, '0')

function clockOf(at: number, { offsetMinutes }: Style): Date {
  return new Date(at + offsetMinutes(at) * minuteMs)
}

function dateText(at: number, style: Style): string {
  const wall = clockOf(at, style)
  const full = String(wall.getUTCFullYear())
  const year = style.shortYear ? full.slice(2) : full
  const [day, month] = [two(wall.getUTCDate()), two(wall.getUTCMonth() + 1)]
  const parts = { ymd: [year, month, day], dmy: [day, month, year], mdy: [month, day, year] }[style.order]
  return parts.join(style.sign)
}

function timeText(at: number, style: Style, withSeconds = true): string {
  const wall = clockOf(at, style)
  const [hours, minutes] = [wall.getUTCHours(), two(wall.getUTCMinutes())]
  const tail = `${minutes}${withSeconds ? ':00' : ''}`
  if (!style.half) return `${two(hours)}:${tail}`
  return `${two(hours % 12 === 0 ? 12 : hours % 12)}:${tail}${style.half === 'lost' ? '' : hours < 12 ? ' AM' : ' PM'}`
}

function valueText(celsius: number, { unit, decimal }: Style, digits = 2): string {
  return (unit === 'C' ? celsius : celsius * 1.8 + 32).toFixed(digits).replace('.', decimal)
}

function line(cells: readonly string[], { separator }: Style): string {
  return cells
    .map((cell) =>
      cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell
    )
    .join(separator)
}

const named = (name: string, { saysUnit, unit }: Style, sign = '°'): string =>
  saysUnit ? `${name}${sign}${unit}` : name

export const makers: Readonly<Record<string, Maker>> = {
  hoboware: (rows, style) => [
    '"Plot Title: Aşağı bahçe"',
    line(
      [
        '#',
        style.offset === null ? 'Date Time' : `Date Time, GMT${style.offset}`,
        `${named('Temp, ', style)} (LGR S/N: 10000001, SEN S/N: 10000001)`,
        'RH, % (LGR S/N: 10000001)',
        'Coupler Detached (LGR S/N: 10000001)'
      ],
      style
    ),
    ...rows.map(({ at, celsius }, index) =>
      line(
        [
          `${index + 1}`,
          `${dateText(at, style)} ${timeText(at, style)}`,
          valueText(celsius, style, 3),
          '81',
          ''
        ],
        style
      )
    ),
    line(
      [
        `${rows.length + 1}`,
        `${dateText((rows.at(-1)?.at ?? 0) + minuteMs, style)} ${timeText((rows.at(-1)?.at ?? 0) + minuteMs, style)}`,
        '',
        '',
        'Logged'
      ],
      style
    )
  ],
  hobomobile: (rows, style) => [
    line(
      [
        '#',
        `Date-Time${style.offset === null ? '' : ` (${style.offset})`}`,
        `Ch: 1 - Temperature   (${named('', style)})`.replace('   ()', ''),
        'Ch: 2 - RH   (%)',
        'Dew Point   (°C)'
      ],
      style
    ),
    ...rows.map(({ at, celsius }, index) =>
      line(
        [
          `${index + 1}`,
          `${dateText(at, style)} ${timeText(at, style)}`,
          valueText(celsius, style),
          '80',
          '-3'
        ],
        style
      )
    )
  ],
  ibutton: (rows, style) => [
    '1-Wire/iButton Part Number: DS1922L-F5',
    '1-Wire/iButton Registration Number: 8A0000002E5D1A41',
    'Is Mission Active?  false',
    'Mission Start: 11/12/26',
    'Sample Rate:  Every 600 second(s)',
    '',
    line(['Date/Time', 'Unit', 'Value'], style),
    ...rows.map(({ at, celsius }) =>
      line([`${dateText(at, style)} ${timeText(at, style)}`, style.unit, valueText(celsius, style, 1)], style)
    )
  ],
  ecowitt: (rows, style) => [
    line(
      [
        'Time',
        `Outdoor Temperature${style.saysUnit ? `(${style.unit === 'C' ? '℃' : '℉'})` : ''}`,
        'Feels Like(℃)',
        'Dew Point(℃)',
        'Outdoor Humidity(%)',
        'Indoor Temperature(℃)'
      ],
      style
    ),
    ...rows.map(({ at, celsius }) =>
      line(
        [
          `${dateText(at, style)} ${timeText(at, style, false)}`,
          valueText(celsius, style, 1),
          valueText(celsius - 4, style, 1),
          valueText(celsius - 2, style, 1),
          '88',
          '21'
        ],
        style
      )
    )
  ],
  fieldclimate: (rows, style) => [
    line(
      [
        'Date/Time',
        named('HC Air temperature [', style) + (style.saysUnit ? ']' : ''),
        '',
        '',
        'Dew Point [°C]',
        ''
      ],
      style
    ),
    line(['', 'avg', 'max', 'min', 'avg', 'min'], style),
    ...rows.map(({ at, celsius }) =>
      line(
        [
          `${dateText(at, style)} ${timeText(at, style)}`,
          valueText(celsius + 0.4, style),
          valueText(celsius + 0.9, style),
          valueText(celsius, style),
          '-4',
          '-5'
        ],
        style
      )
    )
  ],
  kestrel: (rows, style) => [
    line(['Device Name', 'D2AG-2300001'], style),
    line(['Serial Number', '2300001'], style),
    line(['FORMATTED DATE_TIME', 'Temperature', 'Relative Humidity', 'Heat Index', 'Dew Point'], style),
    line(['YYYY-MM-DD HH:MM:SS', style.saysUnit ? `°${style.unit}` : '', '%', '°C', '°C'], style),
    ...rows.map(({ at, celsius }) =>
      line(
        [`${dateText(at, style)} ${timeText(at, style)}`, valueText(celsius, style, 1), '77', '30', '-9'],
        style
      )
    )
  ],
  davis: (rows, style) => [
    line(['', '', 'Temp', 'Hi', 'Low', 'Out', 'Dew', 'In'], style),
    line(
      ['Date', 'Time', named('Out', style, ' °'), 'Temp', named('Temp', style, ' °'), 'Hum', 'Pt.', 'Temp'],
      style
    ),
    ...rows.map(({ at, celsius }) =>
      line(
        [
          dateText(at, style),
          timeText(at, style, false),
          valueText(celsius + 0.3, style, 1),
          valueText(celsius + 0.6, style, 1),
          valueText(celsius, style, 1),
          '90',
          '-3',
          '20'
        ],
        style
      )
    )
  ],
  weatherlink: (rows, style) => [
    line(['Station Name', 'Bahçe'], style),
    line(['Region', 'Malatya'], style),
    '',
    line(
      [
        'Date & Time',
        'Barometer - mb',
        named('Temp - ', style),
        named('High Temp - ', style),
        named('Low Temp - ', style),
        'Inside Temp - °C'
      ],
      style
    ),
    ...rows.map(({ at, celsius }) =>
      line(
        [
          `${dateText(at, style)} ${timeText(at, style, false)}`,
          '1015',
          valueText(celsius + 0.2, style, 1),
          valueText(celsius + 0.5, style, 1),
          valueText(celsius, style, 1),
          '22'
        ],
        style
      )
    )
  ],
  logtag: (rows, style) => [
    line(
      ['Elapsed Time', 'Date', 'Time', named('Temperature ', style), 'Change (°C)', 'Setpoint (°C)'],
      style
    ),
    ...rows.map(({ at, celsius }, index) =>
      line(
        [
          `00:${two(index % 60)}:00`,
          dateText(at, style),
          timeText(at, style),
          valueText(celsius, style),
          '0',
          '-2'
        ],
        style
      )
    )
  ],
  tinytag: (rows, style) => [
    line(['Record', 'Time', 'Temperature'], style),
    ...(style.saysUnit ? [line(['', '', `°${style.unit}`], style)] : []),
    ...rows.map(({ at, celsius }, index) =>
      line(
        [`${index + 1}`, `${dateText(at, style)} ${timeText(at, style)}`, valueText(celsius, style)],
        style
      )
    )
  ],
  excel: (rows, style) => [
    ...(style.separator === ';' ? ['sep=;'] : []),
    line(['Tarih', 'Saat', `Sıcaklık${style.saysUnit ? ` (°${style.unit})` : ''}`, 'Bağıl Nem (%)'], style),
    ...rows.map(({ at, celsius }) =>
      line([dateText(at, style), timeText(at, style, false), valueText(celsius, style, 1), '85'], style)
    )
  ],
  lowest: (rows, style) => [
    line(['Tarih', `En Düşük Sıcaklık${style.saysUnit ? ` (°${style.unit})` : ''}`], style),
    ...rows.map(({ at, celsius }) =>
      line([`${dateText(at, style)} ${timeText(at, style, false)}`, valueText(celsius, style, 1)], style)
    )
  ],
  turkish: (rows, style) => [
    line(
      ['Ölçüm Zamanı', `Hava Sıcaklığı${style.saysUnit ? ` (°${style.unit})` : ''}`, 'İç Sıcaklık (°C)'],
      style
    ),
    ...rows.map(({ at, celsius }) =>
      line(
        [`${dateText(at, style)} ${timeText(at, style, false)}`, valueText(celsius, style, 1), '19'],
        style
      )
    )
  ]
}

/** The sun rises at these clock times, the night's minimum is half an hour before. */
const places = [
  { location: 'malatya', from: Date.UTC(2026, 10, 9, 9), sunriseUtcHours: 4.1, offset: () => 180 },
  {
    location: 'berlin',
    // The clocks go back in the night to 25 October 2026.
    from: Date.UTC(2026, 9, 21, 11),
    sunriseUtcHours: 5.75,
    offset: (at: number) => (at < Date.UTC(2026, 9, 25, 1) ? 120 : 60)
  }
] as const

/** One file of some days; `seed` chooses maker, place, style and faults. */
export function loggerFile(seed: number): LoggerFile {
  let turn = 0
  const random = (): number => seededRandom(`logger/${seed}/${turn++}`)
  const one = <Value>(list: readonly Value[]): Value => {
    const value = list[Math.floor(random() * list.length)]
    if (value === undefined) throw new Error('an empty list')
    return value
  }
  const maker = one(Object.keys(makers))
  const place = random() < 0.75 ? places[0] : places[1]
  const stepMinutes = one([5, 10, 15, 20, 30, 60])
  const days = 2 + Math.floor(random() * 4)
  const firstAt = place.from + Math.floor(random() * 20) * 24 * hourMs * (place === places[0] ? 0.5 : 0)
  const rows: Row[] = []
  for (let at = firstAt; at < firstAt + days * 24 * hourMs; at += stepMinutes * minuteMs)
    rows.push({ at, celsius: Math.round(curveC(at, place.sunriseUtcHours, seed) * 100) / 100 })
  const style = styleOf(place, one, random)
  const faults = faultsOf(rows, { random, one })
  const lines = makers[maker]?.(faults.rows, style) ?? []
  const encoding = one(encodings)
  const truthC = nightsOf(rows, place.sunriseUtcHours)
  const { offsetMinutes: _, ...shown } = style
  const form = JSON.stringify({
    seed,
    maker,
    place: place.location,
    stepMinutes,
    days,
    encoding,
    ...shown,
    fault: faults.name
  })
  const said = random() < 0.5 ? style.unit : null
  return {
    content: encoded(`${lines.join('\r\n')}\r\n`, encoding),
    form,
    maker,
    location: place.location,
    unit: said,
    truthC
  }
}

type One = <Value>(list: readonly Value[]) => Value

function styleOf(place: (typeof places)[number], one: One, random: () => number): Style {
  const separator = one([',', ';', '\t'] as const)
  const [order, sign] = one([
    ['dmy', '.'],
    ['dmy', '/'],
    ['mdy', '/'],
    ['ymd', '-'],
    ['ymd', '/'],
    ['dmy', '-']
  ] as const)
  const clock = one(['place', 'place', 'header', 'utc'] as const)
  const fixed = clock === 'utc' ? 0 : place.location === 'malatya' ? 180 : 120
  return {
    separator,
    decimal: one([',', '.'] as const),
    order,
    sign,
    shortYear: random() < 0.3,
    half: one([false, false, false, false, false, true, true, true, 'lost'] as const),
    unit: one(['C', 'C', 'F'] as const),
    saysUnit: random() < 0.8,
    offsetMinutes: clock === 'place' ? place.offset : () => fixed,
    offset:
      clock === 'place'
        ? null
        : clock === 'utc'
          ? '+00:00'
          : place.location === 'malatya'
            ? '+03:00'
            : '+02:00'
  }
}

/** Falls until half an hour before sunrise, by one to two degrees an hour, and differs from day to day. */
function curveC(at: number, sunriseUtcHours: number, seed: number): number {
  const coldestAt = (sunriseUtcHours - 0.5) * hourMs
  const day = Math.floor((at - coldestAt + 12 * hourMs) / (24 * hourMs))
  const apart = Math.abs(at - (day * 24 * hourMs + coldestAt)) / hourMs
  return -4 + 5 * Math.sin(day * 1.7 + seed) + apart * 1.1
}

/** The lowest of each night: all of them are half an hour before sunrise. */
function nightsOf(rows: readonly Row[], sunriseUtcHours: number): ReadonlyMap<string, number> {
  const lowest = new Map<string, number>()
  for (const { at, celsius } of rows) {
    const coldest = at - (sunriseUtcHours - 0.5) * hourMs
    const date = new Date(Math.floor((coldest + 12 * hourMs) / (24 * hourMs)) * 24 * hourMs)
      .toISOString()
      .slice(0, 10)
    lowest.set(date, Math.min(lowest.get(date) ?? celsius, celsius))
  }
  return lowest
}

interface Faulty {
  readonly name: string
  readonly rows: readonly Row[]
}

function faultsOf(
  rows: readonly Row[],
  { random, one }: { readonly random: () => number; readonly one: One }
): Faulty {
  const name = one([
    'none',
    'none',
    'none',
    'gap',
    'repeat',
    'contradiction',
    'newest first',
    'last quarter'
  ] as const)
  const at = Math.floor(random() * (rows.length - 2)) + 1
  const row = rows[at]
  if (row === undefined || name === 'none') return { name, rows }
  if (name === 'newest first') return { name, rows: rows.toReversed() }
  if (name === 'repeat') return { name, rows: rows.toSpliced(at, 0, row) }
  if (name === 'contradiction')
    return { name, rows: rows.toSpliced(at, 0, { ...row, celsius: row.celsius + 3 }) }
  const missing = Math.ceil(rows.length * (name === 'gap' ? 0.05 : 0.25))
  return { name, rows: rows.toSpliced(at, missing) }
}
