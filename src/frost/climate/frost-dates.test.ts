import { describe, expect, it } from 'vitest'
import { normalCdf } from '../gaussian.ts'
import { epochDay } from '../season.ts'
import { type ArchiveLaw, placeUncertaintyC, servedArchiveLaw, uncorrected } from './archive-law.ts'
import { type DailyMinima, type FrostQuestion, frostClimate, frostProbability } from './frost-dates.ts'

const startDay = epochDay('1991-01-01')
const endDay = epochDay('2020-12-31')

/** Thirty years of 10 °C, but for the given dates. */
function minimaWith(cold: (year: number) => Readonly<Record<string, number>>): DailyMinima {
  const minimaC = new Float32Array(endDay - startDay + 1).fill(10)
  for (let year = 1991; year <= 2020; year++)
    for (const [date, minimumC] of Object.entries(cold(year)))
      minimaC[epochDay(`${year}-${date}`) - startDay] = minimumC
  return { startDay, minimaC }
}

const north: FrostQuestion = { lat: 38, thresholdC: 0, law: uncorrected }
/** The last frost on 1 to 30 April, the first on 1 to 30 October, one day later each year. */
const drifting = minimaWith((year) => ({
  '02-01': -5,
  [`04-${String(year - 1990).padStart(2, '0')}`]: -1,
  [`10-${String(year - 1990).padStart(2, '0')}`]: 0
}))

describe('first and last frosts of an archive that is believed', () => {
  it('are the dates that one year in ten, every other year, and nine in ten reach', () => {
    const climate = frostClimate(drifting, north)
    expect(climate?.last).toMatchObject({
      early: '04-03',
      median: '04-15',
      late: '04-27',
      noFrostProbability: 0
    })
    expect(climate?.first).toMatchObject({ early: '10-03', median: '10-15', late: '10-27', years: 29 })
    expect(climate?.last.uncorrected).toBe(climate?.last.median)
  })

  it('are half a year later in the south', () => {
    const southern = minimaWith((year) => ({
      '07-20': -5,
      '10-12': -1,
      '04-20': -1,
      [`04-${20 + (year % 2)}`]: -1
    }))
    const climate = frostClimate(southern, { ...north, lat: -33 })
    expect(climate?.last.median).toBe('10-12')
    expect(climate?.first.median).toBe('04-20')
  })

  it('are unknown where too many years have no frost, and the share of such years is given', () => {
    const rare = minimaWith((year) => (year % 3 === 0 ? { '03-01': -1 } : {}))
    const climate = frostClimate(rare, north)
    expect(climate?.last).toMatchObject({
      early: null,
      median: null,
      late: expect.stringMatching(/^03-0[12]$/)
    })
    expect(climate?.last.noFrostProbability).toBeCloseTo(2 / 3, 9)
    expect(climate?.first).toMatchObject({ early: null, median: null, late: null, noFrostProbability: 1 })
  })

  it('are not given from fewer than ten years, and years with a hole are not counted', () => {
    const minimaC = drifting.minimaC.slice(0, 9 * 365)
    expect(frostClimate({ startDay, minimaC }, north)).toBeNull()
    const holed = { startDay, minimaC: drifting.minimaC.slice() }
    holed.minimaC.fill(Number.NaN, epochDay('2000-03-01') - startDay, epochDay('2000-03-20') - startDay)
    expect(frostClimate(holed, north)?.last.years).toBe(29)
    expect(frostClimate(drifting, north)?.last.years).toBe(30)
  })
})

describe('the risk through the year', () => {
  const calendar = frostClimate(drifting, north)?.calendar ?? []
  const on = (date: string) => calendar.find((one) => one.date === date)

  it('has three days a month, from midwinter on', () => {
    expect(calendar.map(({ date }) => date).slice(0, 4)).toEqual(['01-21', '02-01', '02-11', '02-21'])
    expect(calendar).toHaveLength(36)
    expect(calendar.at(-1)?.date).toBe('01-11')
  })

  it('says before midsummer how likely a later frost is, and after it how likely one has come', () => {
    expect(on('04-01')?.frost).toBeCloseTo(1, 9)
    expect(on('04-21')?.frost).toBeGreaterThan(0.3)
    expect(on('04-21')?.frost).toBeLessThan(0.4)
    expect(on('05-11')?.frost).toBe(0)
    expect(on('10-11')?.frost).toBeGreaterThan(0.3)
    expect(on('11-01')?.frost).toBe(1)
    expect(on('04-11')?.night).toBeCloseTo(10 / 300, 2)
  })
})

describe('the correction towards stations', () => {
  const law: ArchiveLaw = {
    biasC: [-1, 0, 0],
    varianceC2: [4, 0, 0],
    persistence: 0,
    placesSdC: 0.5,
    places: 2
  }

  it('makes a night a probability', () => {
    expect(frostProbability(1, startDay, { thresholdC: 0, law })).toBeCloseTo(0.5, 12)
    expect(frostProbability(3, startDay, { thresholdC: 0, law })).toBeCloseTo(normalCdf(-1), 12)
    expect(frostProbability(3, startDay, { thresholdC: 2, law })).toBeCloseTo(0.5, 12)
    expect(frostProbability(Number.NaN, startDay, { thresholdC: 0, law })).toBe(0)
  })

  it('moves the last frost later and the first one earlier, and says how far a place may be from it', () => {
    const wave = minimaWith(() => ({}))
    wave.minimaC.forEach((_, index) => {
      wave.minimaC[index] = 8 - 12 * Math.cos((2 * Math.PI * (index - 19)) / 365.2425)
    })
    const climate = frostClimate(wave, { ...north, law })
    const raw = frostClimate(wave, north)
    if (climate === null || raw === null) throw new Error('thirty years are enough')
    const { last, first } = climate
    expect(last.uncorrected).toBe(raw.last.median)
    expect([raw.last.median, last.medianIfWarmer, last.median, last.medianIfColder]).toEqual(
      [raw.last.median, last.medianIfWarmer, last.median, last.medianIfColder].toSorted()
    )
    expect(last.median).not.toBe(raw.last.median)
    expect([first.medianIfColder, first.median, first.medianIfWarmer, raw.first.median]).toEqual(
      [first.medianIfColder, first.median, first.medianIfWarmer, raw.first.median].toSorted()
    )
    // The sample's spread, and that of a mean of two places.
    expect(placeUncertaintyC(law)).toBeCloseTo(0.5 * Math.sqrt(1.5), 12)
  })

  it('counts nights whose errors are alike for fewer', () => {
    const mild = minimaWith(() => ({}))
    mild.minimaC.fill(4)
    const alone = frostClimate(mild, { ...north, law })?.last.noFrostProbability ?? 0
    const alike =
      frostClimate(mild, { ...north, law: { ...law, persistence: 1 / 3 } })?.last.noFrostProbability ?? 0
    expect(alike).toBeCloseTo(Math.sqrt(alone), 6)
  })

  it('as fitted is colder in autumn than in spring', () => {
    const at = (date: string) => frostProbability(2, epochDay(date), { thresholdC: 0, law: servedArchiveLaw })
    expect(at('2001-10-15')).toBeGreaterThan(at('2001-04-15'))
    expect(at('2001-04-15')).toBeGreaterThan(0.1)
  })
})
