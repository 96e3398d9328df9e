import { describe, expect, it } from 'vitest'
import { minuteMs } from '../../common/time.ts'
import { readSeries, type SeriesOptions } from './read-series.ts'

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
    ['ÖÖ and ÖS', 'Tarih Saat;Sıcaklık (°C)\n24.11.2026 11:00 ÖS;1,25\n25.11.2026 05:30 ÖÖ;-2,41']
  ])('%s', async (_, text) => {
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
    ['no unit', 'time,temp\n2026-11-24 23:00,31.2', 'unit'],
    ['two probes', 'time,Temp 1 °C,Temp 2 °C\n2026-11-24 23:00,1,2', 'columns'],
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
  })

  it('have no hour that they leave out, and no zone that is none', async () => {
    const spring = 'time,temp °C\n2026-03-29 01:30,3\n2026-03-29 02:30,2'
    expect(await readingsOf(spring, { placeZone, zone: placeZone })).toBe('no_such_time')
    expect(await readingsOf(spring, { placeZone, zone: 'Mars' })).toBe('no_zone')
  })
})
