import { describe, expect, it } from 'vitest'
import { lawOfNight, servedEveningLaw } from './evening-law.ts'
import { type MeasuredState, optionalElements } from './evening-reading.ts'
import { completeState, fallTerms, minimumFromReadings } from './from-readings.ts'
import {
  afterNight,
  type EveningsLearned,
  firstDayOf,
  givenEveningLaw,
  learnedEvenings,
  type NightOfEvenings,
  weekOf
} from './own-law.ts'

const firstDay = 19_000

/** Evenings of every kind, the same on every run. */
function stateOf(night: number): MeasuredState {
  return {
    temperatureC: 8 + 10 * Math.sin(night),
    deficitC: 5 + 4 * Math.sin(1.7 * night),
    windSpeedMps: 2 + 1.5 * Math.sin(2.3 * night),
    cloudFraction: 0.5 + 0.5 * Math.sin(3.1 * night),
    fallOfTwoHoursC: 2 + Math.sin(4.3 * night),
    fallOfFiveHoursC: 5 + 3 * Math.sin(5.9 * night),
    hoursToSunrise: 9 + 3 * Math.sin(0.7 * night),
    nightHours: 12 + 2 * Math.sin(0.0172 * night),
    season: 0.0172 * night
  }
}

const world = servedEveningLaw
const usualC = (state: MeasuredState) => minimumFromReadings(state, 0, world).meanC
/** Nights that end 2 °C colder than the law of all says, and scatter. */
function nightsOf(count: number, scatterC: number, known = (state: MeasuredState) => state) {
  return Array.from({ length: count }, (_, night): NightOfEvenings => {
    const state = known(stateOf(night))
    const minimumC = usualC(state) - 2 + scatterC * (night % 2 === 0 ? 1 : -1)
    return { day: firstDay + night, halfResolutionC: 0, evenings: [{ state, minimumC }] }
  })
}
const afterAll = (nights: readonly NightOfEvenings[]) => (nights.at(-1)?.day ?? firstDay) + 1
function given(nights: readonly NightOfEvenings[], day = afterAll(nights)) {
  return givenEveningLaw(learnedEvenings(null, nights, world), world, day)
}
const probe = stateOf(39)
const shiftC = (nights: readonly NightOfEvenings[], day?: number) =>
  minimumFromReadings(probe, 0, given(nights, day).law).meanC - usualC(probe)

describe('the own law of a thermometer', () => {
  it('is the law of all with fewer than ten evenings', () => {
    for (const count of [0, 1, 9]) expect(given(nightsOf(count, 0))).toEqual({ law: world, share: 0 })
    expect(given(nightsOf(10, 0)).share).toBeGreaterThan(0)
  })

  it('comes nearer to what the place does with its evenings', () => {
    const missesC = [0, 14, 60, 700].map((count) => Math.abs(shiftC(nightsOf(count, 0)) + 2))
    for (const [index, miss] of missesC.slice(1).entries()) expect(miss).toBeLessThan(missesC[index] ?? 0)
    expect(missesC[1]).toBeGreaterThan(0.2)
    expect(missesC[3]).toBeLessThan(0.05)
  })

  it('is surer where evenings end as it says, and less sure where they scatter', () => {
    const variance = (scatterC: number) =>
      minimumFromReadings(probe, 0, given(nightsOf(400, scatterC)).law).varianceC2
    const usual = minimumFromReadings(probe, 0, world).varianceC2
    expect(variance(0.5)).toBeLessThan(usual)
    expect(variance(6)).toBeGreaterThan(usual)
  })

  it('loses weight while it serves worse, and gains it while it serves better', () => {
    const nights = nightsOf(85, 0).map((night, index): NightOfEvenings => {
      const warmerC = index < 60 ? 0 : 4
      const evenings = night.evenings.map((one) => ({ ...one, minimumC: one.minimumC + warmerC }))
      return { ...night, evenings }
    })
    const [few, then, turned] = [nights.slice(0, 15), nights.slice(0, 60), nights].map(
      (some) => given(some).share
    )
    expect(then).toBeGreaterThan((few ?? 1) + 0.2)
    expect(turned).toBeLessThan((then ?? 0) - 0.2)
  })

  it('is the same learned in one go and week by week, through JSON too', () => {
    const nights = nightsOf(200, 1).filter((_, night) => night % 11 !== 3)
    let learned: EveningsLearned | null = null
    for (const its of Map.groupBy(nights, ({ day }) => weekOf(day)).values())
      learned = JSON.parse(JSON.stringify(learnedEvenings(learned, its, world))) as EveningsLearned
    expect(learned).toEqual(learnedEvenings(null, nights, world))
  })

  it.each(optionalElements)('is learned without %s', (element) => {
    const nights = nightsOf(300, 0, (state) => ({ ...state, [element]: null }))
    expect(Math.abs(shiftC(nights) + 2)).toBeLessThan(0.3)
  })

  it('counts whole on the morning after, and fades by 0.998 a day; an error by 0.99', () => {
    const learned = learnedEvenings(null, nightsOf(300, 0), world)
    if (learned === null) throw new Error('there are nights')
    const even = { ...learned, logOdds: 0 }
    for (const [days, share] of [[1, 0.5] as const, [366, 0.5 * 0.998 ** 365] as const])
      expect(givenEveningLaw(even, world, learned.day + days).share).toBeCloseTo(share, 12)
    expect(learned.errors.weight).toBeCloseTo((1 - 0.99 ** 300) / (1 - 0.99), 9)
  })

  it('is forgotten bit by bit while nothing is measured', () => {
    const nights = nightsOf(300, 0)
    const shares = [0, 30, 365, 730].map((days) => given(nights, afterAll(nights) + days).share)
    for (const [index, share] of shares.slice(1).entries()) expect(share).toBeLessThan(shares[index] ?? 0)
    expect(shares[2]).toBeLessThan(0.5)
    expect(shares[3]).toBeLessThan(0.25)
  })
})

describe('after a night', () => {
  /** Nights that miss what the law of all says by what `share` leaves of the night before, and by chance. */
  const nightsWith = (share: number): readonly NightOfEvenings[] => {
    let missedC = 0
    return Array.from({ length: 300 }, (_, night) => {
      missedC = share * missedC + 2 * Math.sin(night * night * 1.7)
      const state = stateOf(night)
      const evenings = [{ state, minimumC: usualC(state) - missedC }]
      return { day: firstDay + night, halfResolutionC: 0, evenings }
    })
  }
  const learnedFrom = (nights: readonly NightOfEvenings[]) => {
    const learned = learnedEvenings(null, nights, world)
    if (learned === null) throw new Error('there are nights')
    return learned
  }
  const shareAfter = (nights: readonly NightOfEvenings[]) =>
    afterNight(world, learnedFrom(nights), ...(nights.slice(-1) as [NightOfEvenings])).lastNight
      ?.persistence ?? -1

  it('as much of what it missed comes again as has come until then', () => {
    const shares = [-0.4, 0, 0.2, 0.4].map((share) => shareAfter(nightsWith(share)))
    expect(shares[0]).toBe(0)
    expect(shares[1]).toBeLessThan(0.1)
    expect(shares[2]).toBeGreaterThan(0.12)
    expect(shares[3]).toBeGreaterThan((shares[2] ?? 1) + 0.08)
    expect(Math.max(...shares)).toBeLessThanOrEqual(0.5)
  })

  it('the next one is as much colder as this one was, less from night to night', () => {
    const learned = learnedFrom(nightsWith(0.4))
    const state = probe
    const night = {
      day: firstDay + 400,
      halfResolutionC: 0,
      evenings: [{ state, minimumC: usualC(state) - 2 }]
    }
    const law = afterNight(world, learned, night)
    const colderC = [0, 1, 2, 3].map(
      (later) => usualC(state) - minimumFromReadings(state, 0, lawOfNight(law, night.day + later)).meanC
    )
    const share = law.lastNight?.persistence ?? 0
    for (const [later, byC] of colderC.entries())
      expect(byC).toBeCloseTo(later === 0 ? 0 : 2 * share ** later, 10)
  })

  it('one that no air makes counts three σ at most', () => {
    const state = probe
    const { varianceC2 } = minimumFromReadings(state, 0, world)
    const night = {
      day: firstDay + 400,
      halfResolutionC: 0,
      evenings: [{ state, minimumC: usualC(state) - 60 }]
    }
    const law = lawOfNight(afterNight(world, learnedFrom(nightsWith(0.4)), night), night.day + 1)
    const colderC = usualC(state) - minimumFromReadings(state, 0, law).meanC
    expect(colderC).toBeLessThanOrEqual(0.5 * 3 * Math.sqrt(varianceC2) + 1e-9)
  })
})

it('knows the week of every day', () => {
  for (let day = firstDay; day < firstDay + 20; day++) {
    const monday = firstDayOf(weekOf(day))
    expect(new Date(monday * 86_400_000).getUTCDay()).toBe(1)
    expect(day - monday).toBeLessThan(7)
    expect(day).toBeGreaterThanOrEqual(monday)
  }
})

it.each([
  ['fallOfTwoHoursC', -5, 10],
  ['fallOfFiveHoursC', -6, 15],
  ['deficitC', 0, 30],
  ['windSpeedMps', 0, 15],
  ['cloudFraction', 0, 1]
] as const)('%s counts from %d to %d, which is what evenings have shown', (element, least, most) => {
  const expectedC = (value: number) => usualC({ ...probe, [element]: value })
  const little = (most - least) / 50
  for (const [limit, inwards] of [
    [least, little],
    [most, -little]
  ] as const) {
    expect(expectedC(limit - inwards)).toBe(expectedC(limit))
    expect(Math.abs(expectedC(limit + inwards) - expectedC(limit))).toBeGreaterThan(1e-6)
  }
})

it.each([
  ['deficitC', 8, 1],
  ['fallOfTwoHoursC', 2.5, 1],
  ['fallOfFiveHoursC', 6, 1],
  ['temperatureC', 32, 1],
  ['temperatureC', -20, -1]
] as const)('a term of %s stays as it is at %d beyond it', (element, cap, outwards) => {
  const termsAt = (value: number) => fallTerms(completeState({ ...probe, [element]: value }, world.elements))
  const moving = (from: number, to: number) => {
    const terms = termsAt(to)
    return termsAt(from).filter((term, index) => term !== terms[index]).length
  }
  expect(moving(cap, cap + outwards / 10)).toBeLessThan(moving(cap - outwards / 10, cap))
})

it('the minimum is never above what is measured now, and as uncertain as the reading is rounded', () => {
  const { varianceC2 } = minimumFromReadings(probe, 0, world)
  // A value that may lie anywhere within ±h has the variance h²/3.
  expect(minimumFromReadings(probe, 0.5, world).varianceC2 - varianceC2).toBeCloseTo(0.25 / 3, 9)
  const warming = { ...probe, deficitC: 0, windSpeedMps: 8, fallOfTwoHoursC: -5, fallOfFiveHoursC: -2 }
  expect(usualC({ ...warming, temperatureC: -15, cloudFraction: 0, hoursToSunrise: 12 })).toBe(-15)
})
