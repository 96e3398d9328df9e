import { describe, expect, it } from 'vitest'
import { minuteMs } from '../../common/time.ts'
import { readSeries, type SeriesOptions } from './read-series.ts'
import { readClock, readNumberTime } from './wall-clock.ts'

const now = Date.parse('2026-11-27T12:00:00Z')

async function* linesOf(text: string) {
  yield text.split('\n').map((line, index) => ({ number: index + 1, text: line }))
}

function read(text: string, options: Partial<SeriesOptions> = {}) {
  return readSeries(linesOf(text), {
    columns: { time: null, temperature: null },
    unit: null,
    order: null,
    zone: null,
    placeZone: 'Europe/Istanbul',
    now,
    ...options
  })
}

/** As `instant temperature` each, or what is asked. */
async function readingsOf(
  text: string,
  options: Partial<SeriesOptions> = {}
): Promise<readonly string[] | string> {
  const result = await read(text, options)
  if (result.kind === 'none') return 'none'
  if (result.kind === 'question') return result.question.code
  return result.readings.map(({ measuredAt, temperatureC }) => {
    return `${new Date(measuredAt).toISOString().slice(5, 16)} ${temperatureC}`
  })
}

const night = ['11-24T20:00 1.25', '11-25T02:30 -2.41']

describe('files as makers’ programs write them', () => {
  it.each([
    [
      'HOBOware',
      '"Plot Title: Asagi bahce"\n"#","Date Time, GMT+03:00","Temp, °C (LGR S/N: 1, SEN S/N: 1)","Coupler Detached (LGR S/N: 1)"\n1,11/24/26 11:00:00 PM,1.25,\n2,11/25/26 05:30:00 AM,-2.41,\n3,11/25/26 05:31:00 AM,,Logged'
    ],
    [
      'BoxCar',
      'Date Time\tTemperature (*C) c:1\tRH (%) c:3\n11/24/26 23:00:00.0\t1.25\t98.0\n11/25/26 05:30:00.0\t-2.41\t100.0'
    ],
    [
      'Davis WeatherLink',
      'time;Barometer;Temp °C;High Temp °C;Low Temp °C;Hum;Dew Point °C\n24/11/2026   23:00;1015,0;1,5;1,9;1,25;88,0;-1,0\n25/11/2026   05:30;1015,0;-2,2;-2,0;-2,41;97,0;-2,6'
    ],
    [
      'Elitech',
      'No.,Time,Temperature°C,Humidity%RH\n1,2026-11-24 23:00:00,1.25,88.1\n2,2026-11-25 05:30:00,-2.41,97.0'
    ],
    [
      'iButton',
      '1-Wire/iButton Part Number: DS1922L-F5\nMission Start: 11/20/26\n\nDate/Time,Unit,Value\n11/24/26 11:00:00 PM,F,34.25\n11/25/26 5:30:00 AM,C,-2.41'
    ],
    ['Excel in Turkish', 'Tarih;Saat;En Düşük Sıcaklık (°C)\n24.11.2026;23:00;1,25\n25.11.2026;05.30;−2,41'],
    [
      'year, month, day and hour',
      'İstasyon;YIL;AY;GUN;SAAT;SICAKLIK °C\n17199;2026;11;24;23:00;1,25\n17199;2026;11;25;05:30;-2,41'
    ],
    ['months by name', 'Zaman,Sıcaklık (°C)\n24 Kas 2026 23:00,1.25\n25 Kasım 2026 05:30,-2.41'],
    ['offsets at each time', 'time,temp_c\n2026-11-24T20:00:00Z,1.25\n2026-11-25T05:30:00+03:00,-2.41'],
    [
      'LogTag, with the time since its start',
      'Elapsed Time;Date;Time;°C\n00:00:00;24.11.2026;23:00;1,25\n06:30:00;25.11.2026;05:30;-2,41'
    ],
    [
      'TinyTag, a unit alone below its name',
      ',Time,Temp\n,,°C\n1,2026-11-24 23:00,1.25\n2,2026-11-25 05:30,-2.41'
    ],
    ['a unit of one letter at each value', 'Time,Temp\n2026-11-24 23:00,1.25℃\n2026-11-25 05:30,-2.41℃'],
    [
      'what is set, or how it changes, beside it',
      'Time,Setpoint (°C),Temp change (°C),Forecast °C,Temp (°C)\n2026-11-24 23:00,5,0,2,1.25\n2026-11-25 05:30,5,-1,3,-2.41'
    ],
    ...[
      'Hava Sıcaklığı (normal) °C',
      'Temperature data set °C',
      'Box 10 Temp °C',
      'MX10 Temp (°C)',
      'Temp (±0.1 °C)',
      'Drop 2 Temp °C',
      'Temp (Celcius)',
      'TMP [C]'
    ].map((name) => [name, `Time;${name}\n2026-11-24 23:00;1.25\n2026-11-25 05:30;-2.41`]),
    ...[
      [
        'German',
        'Datum;Uhrzeit;Temperatur (°C);Luftfeuchte (%)',
        '24.11.2026;23:00;1,25;80',
        '25.11.2026;05:30;-2,41;80'
      ],
      ['French', 'Date;Heure;Température (°C)', '24/11/2026;23h00;1,25', '25/11/2026;05h30;-2,41'],
      ['Spanish', 'Fecha;Hora;Temperatura (°C)', '24/11/2026;23:00;1,25', '25/11/2026;05:30;-2,41'],
      ['Italian', 'Data;Ora;Temperatura aria (°C)', '24/11/2026;23:00;1,25', '25/11/2026;05:30;-2,41'],
      ['Dutch', 'Datum;Tijd;Temperatuur (°C)', '24-11-2026;23:00;1,25', '25-11-2026;05:30;-2,41'],
      ['Polish', 'Data;Godzina;Temperatura [°C]', '2026-11-24;23:00;1,25', '2026-11-25;05:30;-2,41']
    ].map(([name, ...rows]) => [`a spreadsheet in ${name}`, rows.join('\n')]),
    ['ÖÖ and ÖS', 'Tarih Saat;Sıcaklık (°C)\n24.11.2026 11:00 ÖS;1,25\n25.11.2026 05:30 ÖÖ;-2,41']
  ])('%s', async (_, text = '') => {
    expect(await readingsOf(text)).toEqual(night)
  })

  it.each([
    [
      'columns named by hand',
      'a;b\n24.11.2026 23:00;1,25\n25.11.2026 05:30;-2,41',
      { time: 'a', temperature: 'b' }
    ],
    ['and numbered', '24.11.2026 23:00;7;1,25\n25.11.2026 05:30;7;-2,41', { time: '1', temperature: '3' }]
  ])('%s', async (_, text, columns) => {
    expect(await readingsOf(text, { columns, unit: 'C' })).toEqual(night)
  })

  it('nights and other files are no series', async () => {
    expect(await readingsOf('date,minimum\n2026-11-24,-2.3')).toBe('none')
    expect(await readingsOf('')).toBe('none')
    expect(await readingsOf('{"a": 1}')).toBe('none')
  })

  it('where no name is that of a temperature, the time is not offered as one', async () => {
    const result = await read('time,T1,T2\n2026-11-24 23:00,1,2')
    expect(result).toMatchObject({ question: { names: ['T1', 'T2'] } })
  })

  it('a probe that is not connected and a room are no readings', async () => {
    const result = await read(
      'time,Temp °C,Indoor Temp °C\n2026-11-24 23:00,-127,21\n2026-11-25 05:30,-2.41,20'
    )
    expect(result).toMatchObject({ withoutProbe: 1, readings: [{ temperatureC: -2.41 }] })
  })
})

/** Hourly readings of some days, with a date and a clock by their own form. */
function hourly(form: (at: Date) => string, from: string, hours: number): string {
  const rows = Array.from({ length: hours }, (_, hour) => {
    return `${form(new Date(Date.parse(from) + hour * 60 * minuteMs))},${(hour % 24) / 10}`
  })
  return ['time,temp (°C)', ...rows].join('\n')
}

const two = (value: number): string => String(value).padStart(2, '0')
const dayFirst = (at: Date): string =>
  `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/2026 ${two(at.getUTCHours())}:00`

/** Forms of a time: of a clock three hours ahead of UTC, or with what stands behind it. */
const local = (at: Date): string => new Date(at.getTime() + 180 * minuteMs).toISOString()
const compact = (at: Date): string => local(at).slice(0, 16).replace(/\D/g, '')
const serial = (at: Date): number => (at.getTime() + 180 * minuteMs - Date.UTC(1899, 11, 30)) / 86_400_000
const forms: Readonly<Record<string, (at: Date) => string>> = {
  serial: (at) => String(serial(at)),
  'serial of four decimals': (at) => serial(at).toFixed(4),
  'serial with a comma': (at) => `"${serial(at).toFixed(6).replace('.', ',')}"`,
  seconds: (at) => String(at.getTime() / 1000),
  milliseconds: (at) => String(at.getTime()),
  compact,
  'compact with seconds': (at) => `${compact(at)}00`,
  'compact with T': (at) => compact(at).replace(/(.{8})/, '$1T'),
  'compact with a zone': (at) => `${at.toISOString().slice(0, 16).replace(/[-:]/g, '')}00Z`,
  ...Object.fromEntries(
    ['TRT', 'EEST', 'TSİ', '(TRT)', 'Europe/Istanbul'].map((zone) => [
      zone,
      (at: Date) => `${local(at).slice(0, 16).replace('T', ' ')} ${zone}`
    ])
  ),
  UTC: (at) => `${at.toISOString().slice(0, 16)} UTC`
}

describe('times as programs count and shorten them', () => {
  const at = Date.parse('2026-05-03T12:10:00Z')
  const hours = Array.from({ length: 60 }, (_, hour) => new Date(at + hour * 60 * minuteMs))

  it.each(Object.keys(forms))('%s is the instant it means', async (name) => {
    for (const sign of [',', '|']) {
      const rows = hours.map((one, hour) => `${forms[name]?.(one)}${sign}${hour / 10}`)
      const read = await readingsOf([`time${sign}temp (°C)`, ...rows].join('\n'))
      expect(read).toEqual(hours.map((one, hour) => `${one.toISOString().slice(5, 16)} ${hour / 10}`))
    }
  })

  it.each([
    ['days of two decimals', 'Tarih;temp °C\n46350.96;1\n46351.25;2', 'no_time'],
    ['whole days', 'Tarih;temp °C\n46350;1\n46351;2', 'no_time'],
    ['whole days beside another time', 'Tarih;Saat;temp °C\n46350;0.9583;1\n46351;0.25;2', 'no_time'],
    ['parts of a day', 'Tarih;Saat;temp °C\n24.11.2026;0,9583;1\n25.11.2026;0,25;2', 'no_time'],
    [
      'a part of a day below what may be a clock',
      'Tarih;Saat;temp °C\n24.11.2026;0.25;1\n24.11.2026;0.75;2',
      'no_time'
    ],
    ['parts, or minutes', 'Tarih;Saat;temp °C\n24.11.2026;0.10;1\n25.11.2026;0.50;2', 'no_time'],
    ['a part of an hour’s day', 'Tarih;Saat;temp °C\n24.11.2026;0.00;1\n;0.041667;2', 'no_time'],
    ['times of no form', 'Tarih;temp °C\n24|11 23h;1\n25|11 05h;2', 'no_time'],
    ['EET where the clock is three hours ahead', 'time,temp °C\n2026-11-24 23:00 EET,1', 'zone_word'],
    ['IST', 'time,temp °C\n2026-11-24 23:00 IST,1', 'zone_word'],
    ['a word in the name', 'time (EST),temp °C\n2026-11-24 23:00,1', 'zone_word'],
    ['a word in a column', 'time,zone,temp °C\n2026-11-24 23:00,EET,1', 'zone_word'],
    ['a zone behind some', 'time,temp °C\n2026-11-24 23:00 UTC,1\n2026-11-25 05:00,2', 'zone_word']
  ])('%s are asked about', async (_, text, code) => {
    expect(await readingsOf(text)).toBe(code)
  })

  it('a word that is the clock of the place then is read, and --zone answers what may be several', async () => {
    const text = (word: string) => `time,temp °C\n2026-11-24 23:00 ${word},1`
    expect(await readingsOf(text('EET'), { placeZone: 'Asia/Nicosia' })).toEqual(['11-24T21:00 1'])
    expect(await readingsOf(text('CET'), { placeZone: 'Europe/Berlin' })).toEqual(['11-24T22:00 1'])
    expect(await readingsOf(text('IST'), { zone: '+03:00' })).toEqual(['11-24T20:00 1'])
  })
})

it.each([
  ['23:59:59', 86_399],
  ['24:00', 86_400],
  ['24:01', null],
  ['25:00', null],
  ['23:60', null],
  ['23:00:60', null],
  ['12:30 AM', 1800],
  ['12:30 PM', 45_000],
  ['0:30 PM', null],
  ['13:30 PM', null]
])('the time of day %s is that second of it: %s', (text, second) => {
  expect(readClock(text)?.timeMs ?? null).toBe(second === null ? null : second * 1000)
})

it.each([
  ['WEST', 1],
  ['CEST', 2],
  ['EEST', 3],
  ['TRT', 3],
  ['MSK', 3]
])('%s is %i hours ahead of UTC', (zone, hours) => {
  expect(readClock(`05:30 ${zone}`)?.offsetMs).toBe(hours * 60 * minuteMs)
})

describe('a date in the first row of its day alone', () => {
  const rows = ['24.11.2026;22:00;3', ';23:00;2', '25.11.2026;00:00;1', ';05:30;-2']
  const file = (some: readonly string[]) => ['Tarih;Saat;Sıcaklık (°C)', ...some].join('\n')

  it('goes on below it, also where that row has no temperature', async () => {
    const read = ['11-24T20:00 2', '11-24T21:00 1', '11-25T02:30 -2']
    expect(await readingsOf(file(rows))).toEqual(['11-24T19:00 3', ...read])
    const bare = rows.map((row) => row.replace('00:00;1', '00:00;'))
    expect(await readingsOf(file(bare))).toEqual(['11-24T19:00 3', read[0], read[2]])
  })

  it('is asked about where the clock goes back without one', async () => {
    const undated = [rows.map((row) => row.replace('25.11.2026', '')), [';21:00;4', ';21:30;4', ...rows]]
    for (const some of [...undated, rows.map((row) => row.replace('25.11.2026;00', '?;00'))])
      expect(await readingsOf(file(some))).toBe('no_day')
  })
})

it('a probe that was lost for half of a file spoils no other reading', async () => {
  const lost = ['11-24 20:00', '11-24 21:00'].map((at) => `2026-${at},-888.8`).join('\n')
  const text = `time,temp °C\n2026-11-24 19:00,2\n${lost}\n2026-11-24 22:00,1`
  expect(await read(text)).toMatchObject({
    readings: [{ line: 2 }, { line: 5 }],
    bad: [{ line: 3 }, { line: 4 }]
  })
})

describe('what only the whole file shows', () => {
  it('the order of days that might be months, by the days that follow each other', async () => {
    const result = await read(hourly(dayFirst, '2026-05-03T12:00Z', 60))
    expect(result).toMatchObject({ kind: 'series', form: { order: 'dmy', stepMs: 60 * minuteMs } })
    expect(await readingsOf(hourly(dayFirst, '2026-05-03T12:00Z', 8))).toBe('date_order')
    expect(await readingsOf(hourly(dayFirst, '2026-05-03T12:00Z', 8), { order: 'dmy' })).toHaveLength(8)
  })

  it.each([
    [
      'a comma that separates and may be a sign',
      'time,temp °C,rh\n2026-11-24 23:00,-2,41\n2026-11-25 05:30,-1,12',
      'decimal_comma'
    ],
    [
      'more values than columns',
      'time,temp °C\n2026-11-24 23:00,-2,41\n2026-11-25 05:30,-1,12',
      'decimal_comma'
    ],
    ['kelvin without a unit', 'time,temp\n2026-11-24 23:00,271.2\n2026-11-25 00:00,270.9', 'not_air'],
    [
      'many values that are no air temperatures in the unit of the column',
      'time,temp °C\n2026-11-24 10:00,68\n2026-11-24 13:00,71\n2026-11-24 23:00,-12\n2026-11-25 01:00,-31',
      'not_air'
    ],
    ['kelvin that is said to be °C', 'time,temp °C\n2026-11-24 23:00,271.2', 'not_air'],
    ['no unit', 'time,temp\n2026-11-24 23:00,31.2', 'unit'],
    ['no unit beside a lost probe', 'time,temp\n2026-11-24 22:00,-888.8\n2026-11-24 23:00,31.2', 'unit'],
    ['a name that says nothing', 'time,T1\n2026-11-24 23:00,1', 'columns'],
    ['two probes', 'time,Temp 1 °C,Temp 2 °C\n2026-11-24 23:00,1,2', 'columns'],
    ['tenths', 'time,Temp (0.1 °C)\n2026-11-24 23:00,12', 'columns'],
    ['ten times the temperature', 'time,temp_x10 °C\n2026-11-24 23:00,12', 'columns'],
    ['what is set alone', 'time,Setpoint °C\n2026-11-24 23:00,12', 'columns'],
    ['a room alone', 'time,Indoor Temp °C\n2026-11-24 23:00,1', 'columns'],
    ['one instant with two values', 'time,temp °C\n2026-11-24 23:00,1.1\n2026-11-24 23:00,1.4', 'twice'],
    [
      'a clock that goes back',
      'time,temp °C\n2026-11-24 22:50,1.1\n2026-11-24 12:50,1\n2026-11-25 01:00,1.4',
      'backwards'
    ],
    ['a day that has not been yet', 'time,temp °C\n2026-12-24 23:00,1.1', 'mixed_dates'],
    ['a day that is none', 'time,temp °C\n2026-02-28 23:00,1.1\n2026-02-30 23:00,1.1', 'no_date']
  ])('%s is asked about', async (_, text, code) => {
    expect(await readingsOf(text)).toBe(code)
  })

  it('a clock that is set back by five minutes is not asked about, and 65 °C is a sensor in the sun', async () => {
    const back = (minute: string) =>
      readingsOf(`time,temp °C\n2026-11-24 22:50,1.1\n2026-11-24 22:${minute},1\n2026-11-25 01:00,1.4`)
    expect([(await back('45')).length, await back('44:59')]).toEqual([3, 'backwards'])
    const result = await read('time,temp °C\n2026-11-24 10:50,65\n2026-11-24 12:50,65.1')
    expect(result).toMatchObject({ readings: [{ temperatureC: 65 }], bad: [{ text: '65.1 °C' }] })
  })

  const pages = (second: string) =>
    `time,temp °C,rh\n2026-11-24 23:00,1.25,98\n${second}\n2026-11-25 05:30,-2.41,99`

  it.each(['time,temp °C,rh', 'Time,Temp °C,RH', ',°C,'])(
    'names that come again, %s, are no row',
    async (second) => {
      const result = await read(pages(second))
      expect(result).toMatchObject({ bad: [], readings: [{ temperatureC: 1.25 }, { temperatureC: -2.41 }] })
    }
  )

  it.each(['time,temp °F,rh', 'time,rh,temp °C', 'temp °C,time,rh', ',°F,', ',(°F),'])(
    'names that come otherwise, %s, are asked about',
    async (second) => {
      expect(await readingsOf(pages(second))).toBe('renamed')
    }
  )

  it('a unit on the command line answers, and must not contradict the column', async () => {
    expect(await readingsOf('time,temp\n2026-11-24 23:00,32', { unit: 'F' })).toEqual(['11-24T20:00 0'])
    expect(await readingsOf('time,temp °C\n2026-11-24 23:00,32', { unit: 'F' })).toBe('units_differ')
  })
})

describe('clocks that change', () => {
  const placeZone = 'Europe/Berlin'
  const twice = 'time,temp °C\n2026-10-25 02:30,3\n2026-10-25 02:30,2\n2026-10-25 03:30,1'
  const once = 'time,temp °C\n2026-10-25 01:30,3\n2026-10-25 02:30,2\n2026-10-25 03:30,1'

  it('are asked about, unless the file has its offset', async () => {
    expect(await readingsOf(once, { placeZone })).toBe('zone')
    const offset = once.replace('time', '"Date Time, GMT+02:00"')
    expect(await readingsOf(offset, { placeZone })).toEqual([
      '10-24T23:30 3',
      '10-25T00:30 2',
      '10-25T01:30 1'
    ])
  })

  it('go back once where the answer is the zone', async () => {
    const options = { placeZone, zone: placeZone }
    expect(await readingsOf(twice, options)).toEqual(['10-25T00:30 3', '10-25T01:30 2', '10-25T02:30 1'])
    expect(await readingsOf(once, options)).toBe('no_such_time')
    expect(await readingsOf(once, { placeZone, zone: '+01:00' })).toEqual([
      '10-25T00:30 3',
      '10-25T01:30 2',
      '10-25T02:30 1'
    ])
  })

  it.each([
    ['Time zone: GMT+00:00', '11-24T23:00'],
    ['# Timezone = UTC', '11-24T23:00'],
    ['"Zaman dilimi";"GMT+3"', '11-24T20:00'],
    ['Time Zone: (UTC+01:00) Berlin', '11-24T22:00'],
    ['Time zone: GMT+14:00', '11-24T09:00'],
    ['Time zone: GMT-14:00', '11-25T13:00'],
    ['time zone,Europe/London', '11-24T23:00'],
    ['Time Zone: local', '11-24T20:00'],
    ['Printed 2026-11-25 at 09:00 UTC', '11-24T20:00']
  ])('are those of a line above: %s', async (line, at) => {
    const text = `Logger: orchard\n${line}\n\ntime,temp °C\n2026-11-24 23:00,1\n2026-11-25 05:30,-1`
    expect((await readingsOf(text))[0]).toBe(`${at} 1`)
  })

  it('of a line above may be asked about, and are those of the option', async () => {
    const text = 'Time zone: Turkey Standard Time\ntime,temp °C\n2026-11-24 23:00,1'
    expect(await readingsOf(text)).toBe('no_zone')
    expect(await readingsOf(text, { zone: '+03:00' })).toEqual(['11-24T20:00 1'])
    expect(await readingsOf(text.replace('Turkey Standard Time', 'GMT+14:30'))).toBe('no_zone')
  })

  it('have no hour that they leave out, and no zone that is none', async () => {
    const spring = 'time,temp °C\n2026-03-29 01:30,3\n2026-03-29 02:30,2'
    expect(await readingsOf(spring, { placeZone, zone: placeZone })).toBe('no_such_time')
    expect(await readingsOf(spring, { placeZone, zone: 'Mars' })).toBe('no_zone')
  })
})

it('a number of days, as spreadsheets write it, is the second that it rounds to', () => {
  // 2026-11-24 is day 46350 of a spreadsheet.
  for (const second of [17, 20, 29, 40, 43]) {
    const days = 46_350 + (23 * 3600 + second) / 86_400
    expect(readNumberTime(days.toFixed(8))).toMatchObject({
      parts: [2026, 11, 24],
      clock: { timeMs: (23 * 3600 + second) * 1000 }
    })
  }
})

it('a line of another number of cells between the names and the first row is no row', async () => {
  const result = await read('time;temp °C;rh\n7;3\n24.11.2026 23:00;1,25;98\n25.11.2026 05:30;-2,41;99')
  expect(result).toMatchObject({ bad: [], readings: [{ temperatureC: 1.25 }, { temperatureC: -2.41 }] })
})

it('of two orders of days the one that is more than two days ahead is none', async () => {
  const asked = (clock: string) =>
    readingsOf(`time,temp °C\n06/07/2026 11:00,1\n06/07/2026 ${clock},1`, {
      now: Date.parse('2026-07-04T12:00:00Z')
    })
  // As the sixth of July it is two days ahead; as the seventh of June it is past.
  expect(await asked('12:00')).toBe('date_order')
  expect(await asked('12:01')).toEqual(['06-07T08:00 1', '06-07T09:01 1'])
})
