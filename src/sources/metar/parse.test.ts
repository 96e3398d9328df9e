/**
 * An answer of the Aviation Weather Center, two of its reports as they were captured, and the faults that answers have
 * had.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SourceError } from '../source.ts'
import { parseReports, parseStations } from './metar.ts'

const answered: readonly Record<string, unknown>[] = JSON.parse(
  readFileSync(new URL('../../../test/truth/upstream/metar.json', import.meta.url), 'utf8')
)
const now = Date.parse('2026-05-01T00:00:00Z')
const [malatya = {}] = answered

describe('reports', () => {
  it('have the observed temperature, dew point, wind and cloud, at the time of the observation', () => {
    expect(parseReports(answered, now)).toEqual([
      {
        ...{ icao: 'LTAT', measuredAt: Date.parse('2026-04-11T19:50:00Z'), temperatureC: 4, dewPointC: -1 },
        ...{ windSpeedMps: expect.closeTo(1.029, 3), cloudCoverFraction: 1.5 / 8, isWhole: true }
      },
      expect.objectContaining({ icao: 'LTAC', temperatureC: 1, cloudCoverFraction: 0, isWhole: true }),
      expect.objectContaining({
        ...{ icao: 'KGCK', measuredAt: Date.parse('2025-01-27T00:54:00Z'), temperatureC: -3.9 },
        ...{ dewPointC: -12.8, cloudCoverFraction: 0, isWhole: false }
      }),
      expect.objectContaining({ icao: 'KAPA', temperatureC: 0.6, cloudCoverFraction: 1, isWhole: false })
    ])
  })

  it('never take a decoded minimum for a temperature', () => {
    const [report] = parseReports([{ ...malatya, minT: -0.4, minT24: -0.4 }], now)
    expect(report?.temperatureC).toBe(4)
    expect(parseReports([{ ...malatya, temp: null, minT: -0.4 }], now)).toEqual([])
  })

  it.each<[string, Record<string, unknown>]>([
    ['without a temperature', { temp: undefined }],
    ['with a sentinel for one', { temp: -9999 }],
    ['with a text for one', { temp: '22' }],
    ['from the future', { obsTime: now / 1000 + 301 }],
    ['without a time', { obsTime: null }],
    ['without a name', { icaoId: null }]
  ])('%s are left out', (_, change) => {
    expect(parseReports([{ ...malatya, ...change }], now)).toEqual([])
  })

  it.each<[string, Record<string, unknown>]>([
    ['the sign of the temperature', { temp: -4 }],
    ['a temperature in °F', { temp: 39 }],
    ['a temperature of tenths as degrees', { temp: 0.4 }],
    ['a temperature a degree above', { temp: 4.7 }],
    ['yesterday', { obsTime: 1775937000 - 86_400 }],
    ['an hour later', { obsTime: 1775937000 + 3600 }],
    ['another station', { icaoId: 'LTAC' }]
  ])('that have %s where the report itself has not are left out', (_, change) => {
    expect(parseReports([{ ...malatya, ...change }], now)).toEqual([])
  })

  it('are those of the report itself in each form in which it is written', () => {
    const written = (rawOb: string, members: Record<string, unknown> = {}) =>
      parseReports([{ ...malatya, ...members, rawOb }], now)
    for (const rawOb of [
      'LTAT 111950Z VRB02KT 9999 FEW050 04/M01 Q1021',
      'SPECI COR LTAT 112000Z AUTO 9999 04/M01=',
      'METAR LTAT 111950Z 9999 04/// Q1021',
      'METAR LTAT 111950Z R24/04 TEMPO 1/2SM 04/',
      'METAR LTAT 111950Z 04/M01',
      // Groups out of order, half a body, and one that is none.
      '04/M01 LTAT 9999 111950Z',
      'METAR LTAT 1119',
      '',
      'NIL='
    ])
      expect(written(rawOb), rawOb).toMatchObject([{ temperatureC: 4 }])
    expect(written('METAR LTAT 111950Z 04/01')).toMatchObject([{ dewPointC: null }])
    const tenths = { temp: -0.5, dewp: -2.5 }
    expect(written('LTAT 111950Z 10SM CLR M00/M03 RMK T10051025', tenths)).toMatchObject([
      { temperatureC: -0.5, dewPointC: -2.5, isWhole: false }
    ])
    const newYear = { obsTime: Date.parse('2026-01-01T00:10Z') / 1000 }
    expect(written('LTAT 312350Z 04/M01', newYear)).toMatchObject([{ temperatureC: 4 }])
    expect(written('LTAT 012350Z 04/M01', newYear)).toEqual([])
  })

  it('without dew point, wind or cloud leave them unknown', () => {
    const change = { dewp: null, wspd: null, clouds: [] }
    const unknown = { dewPointC: null, windSpeedMps: null, cloudCoverFraction: null }
    expect(parseReports([{ ...malatya, ...change }], now)).toMatchObject([unknown])
    // None detected below the reach of the instrument says nothing of the sky above it.
    expect(parseReports([{ ...malatya, clouds: [{ cover: 'NCD', base: null }] }], now)).toMatchObject([
      { cloudCoverFraction: null }
    ])
  })

  it('that are no list are unusable', () => {
    expect(() => parseReports({ error: 'x' }, now)).toThrow(SourceError)
    expect(() => parseReports([7], now)).toThrow(SourceError)
  })
})

describe('stations', () => {
  const erhac = {
    icaoId: 'LTAT',
    site: 'Malatya/Erhac',
    lat: 38.435,
    lon: 38.091,
    elev: 862,
    siteType: ['METAR', 'TAF']
  }

  it('are those that report METARs and have a position and a height', () => {
    const others = [
      { ...erhac, icaoId: null },
      { ...erhac, siteType: ['TAF'] },
      { ...erhac, lat: -99.99, lon: -99.99 },
      { ...erhac, elev: 9999 }
    ]
    expect(parseStations([erhac, ...others])).toEqual([
      { icao: 'LTAT', name: 'Malatya/Erhac', lat: 38.435, lon: 38.091, elevation: 862 }
    ])
  })
})
