import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SyntheticHour, syntheticNight } from '../../../test/made/synthetic-night.ts'
import { hourMs } from '../../common/time.ts'
import { wetBulbTemperatureC } from '../../weather/moist-air.ts'
import type { Exposure } from '../frost-night.ts'
import { cropCurve, genericCurve, type SeverityCurve } from '../severity.ts'
import type { ProtectionHour } from './cold-night.ts'
import { type Protection, protectionOf } from './protection.ts'
import { startWetBulbC } from './sprinkler.ts'

const startHour = 493_000
const apricot = cropCurve(-2.8, -5)

interface Setting {
  readonly at?: number
  readonly fog?: boolean
  readonly leadDays?: number
  readonly curve?: SeverityCurve
  readonly exposure?: Exposure
}

/** The advice for made hours, by default an apricot’s in full bloom seen from the first hour. */
function adviceFor(
  hours: readonly SyntheticHour[],
  { at = startHour * hourMs, fog = false, leadDays = 0.5, curve = apricot, exposure = 'canopy' }: Setting = {}
): Protection {
  const night = syntheticNight(hours, { exposure, curve, leadDays })
  const protectionHours = hours.map(
    ({ T, Td, u }, index): ProtectionHour => ({
      at: (startHour + index) * hourMs,
      airC: T,
      wetBulbC: wetBulbTemperatureC(T, Td ?? Number.NaN, 1013.25),
      plantC: night.plantTemperatureC[index] ?? Number.NaN,
      windSpeedMps: u ?? Number.NaN,
      isFoggy: fog
    })
  )
  return protectionOf(night, { hours: protectionHours, at, criticalC: curve.t10C })
}

/** Falls by a degree an hour from +6 °C, and rises by two from the lowest on. */
function clearNight(change: Partial<SyntheticHour> = {}, lowestC = -4): readonly SyntheticHour[] {
  const fall = Array.from({ length: 7 - lowestC }, (_, index) => 6 - index)
  const rise = Array.from({ length: 5 }, (_, index) => lowestC + 2 * (index + 1))
  return [...fall, ...rise].map((T) => ({ T, Td: T - 3, u: 1, c: 0, ...change }))
}

describe('sprinklers', () => {
  test('start by the next half degree of the wet bulb above the critical temperature', () => {
    expect([-2.2, -2, -1.6, -0.3, 0].map(startWetBulbC)).toEqual([-2, -2, -1.5, 0, 0])
  })

  test('start at −2 °C at the latest, where the crop bears more than the pipes do', () => {
    expect([-2.8, -6.9].map(startWetBulbC)).toEqual([-2, -2])
    const { sprinkler } = adviceFor(clearNight({}, -8), { curve: cropCurve(-6.9, -12) })
    const hours = clearNight({}, -8).map(({ T, Td }) => wetBulbTemperatureC(T, Td ?? 0, 1013.25))
    const first = hours.findIndex((wetBulbC) => wetBulbC <= -2)
    expect(sprinkler.startWetBulbC).toBe(-2)
    expect(sprinkler.expectedStartAt).toBeLessThanOrEqual((startHour + first) * hourMs)
    expect(sprinkler.expectedStartAt).toBeGreaterThan((startHour + first - 1) * hourMs)
  })

  test('start before the wet bulb reaches the critical temperature, and the dry thermometer for it is warmer', () => {
    const { sprinkler } = adviceFor(clearNight())
    const first = clearNight().findIndex(({ T, Td }) => wetBulbTemperatureC(T, Td ?? 0, 1013.25) <= -2.8)
    expect(sprinkler).toMatchObject({ usable: true, reason: null, startWetBulbC: -2, isStartPast: false })
    expect(sprinkler.expectedStartAt).toBeLessThanOrEqual((startHour + first) * hourMs)
    expect(sprinkler.expectedStartAt).toBeGreaterThan((startHour + first - 2) * hourMs)
    expect(sprinkler.startAt).toBeLessThan(sprinkler.expectedStartAt ?? 0)
    expect(sprinkler.startAirC).toBeCloseTo(-0.8, 0)
  })

  test('are started earlier in dry air', () => {
    const moist = adviceFor(clearNight()).sprinkler
    const dry = adviceFor(clearNight().map((hour) => ({ ...hour, Td: hour.T - 10 }))).sprinkler
    expect(dry.expectedStartAt).toBeLessThan(moist.expectedStartAt ?? 0)
    expect(dry.startAirC).toBeGreaterThan(moist.startAirC ?? 0)
  })

  test('are started before the plants are harmed, where those are colder than the wet bulb', () => {
    const { sprinkler, coldFrom } = adviceFor(clearNight().map((hour) => ({ ...hour, Td: hour.T })))
    expect(coldFrom).not.toBeNull()
    expect(sprinkler.expectedStartAt).toBeLessThanOrEqual(coldFrom ?? 0)
  })

  test('stop when the wet bulb stays above 0 °C, not at sunrise and not at a warm hour between two cold ones', () => {
    const hours = [...clearNight()]
    hours[9] = { T: 5, Td: 4, u: 1, c: 0 }
    const last = hours.findLastIndex(({ T, Td }) => wetBulbTemperatureC(T, Td ?? 0, 1013.25) <= 0)
    expect(adviceFor(hours).sprinkler.stopAt).toBe((startHour + last + 1) * hourMs)
    expect(adviceFor(clearNight().slice(0, -3)).sprinkler.stopAt).toBeNull()
  })

  test('stop before the night is over where harm is only possible, also in a morning that warms slowly', () => {
    // A moist night of +1 °C whose plants are a little above −0.6 °C, and a morning under clouds.
    const evening = Array.from({ length: 11 }, (_, index) => ({ T: 1 + 0.8 * (10 - index), dark: true }))
    const morning = Array.from({ length: 7 }, (_, index) => ({ T: 1.4 + 0.4 * index, dark: false }))
    const hours = [...evening, ...morning].map((hour) => ({ ...hour, Td: hour.T - 0.1, u: 1, c: 0 }))
    const curve = cropCurve(-0.6, -3)
    const { overHour, lastHour } = syntheticNight(hours, { exposure: 'canopy', curve, leadDays: 1 }).window
    const { sprinkler, coldFrom } = adviceFor(hours, { curve, leadDays: 1 })
    expect({ coldFrom, usable: sprinkler.usable }).toEqual({ coldFrom: null, usable: true })
    expect(sprinkler.probability).toBeGreaterThan(0.3)
    expect(overHour).toBeLessThanOrEqual(lastHour)
    expect(sprinkler.stopAt).toBe(overHour * hourMs)
  })

  test('say that their start is past', () => {
    const { startAt } = adviceFor(clearNight()).sprinkler
    expect(adviceFor(clearNight(), { at: (startAt ?? 0) - 1 }).sprinkler.isStartPast).toBe(false)
    expect(adviceFor(clearNight(), { at: startAt ?? 0 }).sprinkler.isStartPast).toBe(true)
  })

  test('an hour that is missing moves the start to the last one that is known', () => {
    const hours = clearNight().map((hour, index) => (index === 7 ? { ...hour, Td: null } : hour))
    const whole = adviceFor(clearNight()).sprinkler
    const { sprinkler } = adviceFor(hours)
    expect(sprinkler.expectedStartAt).toBeLessThanOrEqual(whole.expectedStartAt ?? 0)
    expect(sprinkler.expectedStartAt).toBe((startHour + 6) * hourMs)
  })

  test('are not needed in a dry night whose wet bulb freezes and whose plants do not', () => {
    const hours = clearNight({ Td: -20 }, 5).map((hour) => ({ ...hour, T: hour.T + 1.5 }))
    const { sprinkler, coldFrom, lastPreparationAt } = adviceFor(hours, { curve: genericCurve })
    expect(Math.min(...hours.map(({ T }) => wetBulbTemperatureC(T, -20, 1013.25)))).toBeLessThan(0)
    expect({ coldFrom, lastPreparationAt }).toEqual({ coldFrom: null, lastPreparationAt: null })
    expect(sprinkler).toMatchObject({
      usable: false,
      reason: 'no_cold',
      startAt: null,
      expectedStartAt: null
    })
    expect(sprinkler.probability).toBeLessThan(0.05)
  })

  test('are not started by the low wet bulb of a dry afternoon, hours before the plants may be cold', () => {
    const warm = Array.from({ length: 6 }, () => ({ T: 9, Td: -25, u: 1, c: 0, dark: false }))
    const hours = [...warm, ...clearNight({ Td: -15 })]
    expect(wetBulbTemperatureC(9, -25, 1013.25)).toBeLessThan(1)
    const { sprinkler, lastPreparationAt } = adviceFor(hours, { curve: cropCurve(1, -3) })
    const evening = (startHour + 5) * hourMs
    expect(sprinkler.startAt).toBeGreaterThanOrEqual(evening)
    expect(sprinkler.expectedStartAt).toBeGreaterThanOrEqual(evening)
    expect(lastPreparationAt).toBeGreaterThanOrEqual(evening)
  })

  test('are needed in a moist, clear night whose plants freeze and whose wet bulb does not', () => {
    const hours = clearNight({}, 2).map((hour) => ({ ...hour, Td: hour.T - 0.1 }))
    const advice = adviceFor(hours, { curve: genericCurve, exposure: 'ground', leadDays: 0.1 })
    const { sprinkler, coldFrom, coldTo } = advice
    expect(coldFrom).not.toBeNull()
    expect(sprinkler).toMatchObject({ usable: true, reason: null, expectedStartAt: coldFrom })
    expect(sprinkler.probability).toBeGreaterThan(0.5)
    expect(sprinkler.startAirC).toBeNull()
    expect(sprinkler.startAt).toBeLessThan(coldFrom ?? 0)
    expect(sprinkler.stopAt).toBeGreaterThan(coldTo ?? 0)
  })

  test('look at the wind while they run, not up to a dry noon when nothing is harmed', () => {
    const hours = clearNight({ Td: -16 })
    const windy = hours.map((hour, index) => (index === hours.length - 1 ? { ...hour, u: 6 } : hour))
    expect(adviceFor(windy).sprinkler).toMatchObject({ stopAt: null, strongestWindMps: 1, usable: true })
    const inTheCold = hours.map((hour, index) => (index === 10 ? { ...hour, u: 6 } : hour))
    expect(adviceFor(inTheCold).sprinkler).toMatchObject({ strongestWindMps: 6, reason: 'wind' })
  })

  test.each([
    ['wind', { u: 6 }, -4],
    ['too_cold', {}, -9],
    ['dew_point_missing', { Td: null }, -4],
    ['wind_missing', { u: null }, -4],
    ['cloud_cover_missing', { c: null }, -4],
    ['no_cold', {}, 4]
  ] as const)('are not advised: %s', (reason, change, lowestC) => {
    const { sprinkler } = adviceFor(clearNight(change, lowestC))
    expect(sprinkler.reason).toBe(reason)
    expect(sprinkler.usable).toBe(reason.endsWith('missing') ? null : false)
  })
})

describe('a wind machine', () => {
  test('gains more in a clear, calm night than under clouds or in wind', () => {
    const gain = (change: Partial<SyntheticHour>) => adviceFor(clearNight(change)).windMachine.gainC ?? 0
    expect(gain({})).toBeGreaterThan(0.5)
    expect(gain({})).toBeLessThan(2.5)
    expect(gain({ c: 1 })).toBeLessThan(gain({}))
    expect(gain({ u: 3 })).toBeLessThan(gain({}))
  })

  test('starts before the harm, and says whether it is enough', () => {
    const mild = adviceFor(clearNight({}, -2)).windMachine
    const severe = adviceFor(clearNight({}, -6))
    expect([mild.isEnough, severe.windMachine.isEnough]).toEqual([true, false])
    expect(severe.windMachine.startAt).toBeLessThan(severe.coldFrom ?? 0)
    expect(severe.heaters.neededC).toBeGreaterThan(3)
  })

  test.each([
    ['wind', { u: 5 }, -4, false],
    ['no_inversion', { c: 1 }, -6, false],
    ['freezing_fog', {}, -4, true],
    ['wind_missing', { u: null }, -4, false],
    ['cloud_cover_missing', { c: null }, -4, false],
    ['no_cold', {}, 4, false]
  ] as const)('is not advised: %s', (reason, change, lowestC, fog) => {
    const { windMachine } = adviceFor(clearNight(change, lowestC), { fog })
    expect(windMachine.reason).toBe(reason)
    expect(windMachine.usable).toBe(reason.endsWith('missing') ? null : false)
    if (reason.endsWith('missing')) expect(windMachine.gainC).toBeNull()
  })
})

test('heaters are lit before the harm, unless the wind takes their heat or is not known', () => {
  const { heaters, coldFrom } = adviceFor(clearNight())
  expect(heaters).toMatchObject({ usable: true, reason: null })
  expect(heaters.startAt).toBeLessThan(coldFrom ?? 0)
  expect(adviceFor(clearNight({ u: 6 })).heaters).toMatchObject({ usable: false, reason: 'wind' })
  expect(adviceFor(clearNight({ u: null })).heaters).toMatchObject({ usable: null, neededC: null })
})

test('heaters are not judged without the clouds that their start depends on', () => {
  const { heaters } = adviceFor(clearNight({ c: null }))
  expect(heaters).toMatchObject({ usable: null, reason: 'cloud_cover_missing', startAt: null, neededC: null })
})

test('machines and fires are still started in the cold, and no longer after it', () => {
  const during = adviceFor(clearNight(), { at: (startHour + 11) * hourMs })
  const after = adviceFor(clearNight(), { at: (startHour + 14) * hourMs })
  for (const method of ['windMachine', 'heaters'] as const) {
    expect(during[method].startAt).toBeLessThan((startHour + 11) * hourMs)
    expect(during[method].isStartPast).toBe(true)
    expect(after[method]).toMatchObject({ startAt: null, isStartPast: false })
  }
})

test('all must be ready before the first start and the first harmful hour; a mild night has neither', () => {
  const { lastPreparationAt, coldFrom, coldTo, sprinkler, heaters } = adviceFor(clearNight())
  expect(lastPreparationAt).toBeLessThanOrEqual(sprinkler.startAt ?? 0)
  expect(lastPreparationAt).toBeLessThan(heaters.startAt ?? 0)
  expect(lastPreparationAt).toBeLessThan(sprinkler.expectedStartAt ?? 0)
  expect(coldTo).toBeGreaterThan(coldFrom ?? 0)
  expect(adviceFor(clearNight({}, 3))).toMatchObject({ lastPreparationAt: null, coldFrom: null })
})

test('a night in which harm is possible only has a last hour to prepare too', () => {
  const { lastPreparationAt, coldFrom, heaters } = adviceFor(clearNight({}, -1))
  expect(coldFrom).toBeNull()
  expect(heaters.startAt).not.toBeNull()
  expect(lastPreparationAt).toBeLessThan(heaters.startAt ?? 0)
})

test('wind that may ease takes nothing from the time to prepare', () => {
  const calm = adviceFor(clearNight({ u: 4 }))
  const windy = adviceFor(clearNight({ u: 6 }))
  expect(windy.sprinkler.usable).toBe(false)
  expect(windy.lastPreparationAt).toBeLessThanOrEqual(windy.sprinkler.startAt ?? 0)
  expect(calm.lastPreparationAt).toBeLessThan(windy.coldFrom ?? 0)
})

test('cold that has held on since before the night leaves no last hour to prepare', () => {
  const frozen = Array.from({ length: 24 }, (_, hour) => ({
    T: -17 + 2 * Math.cos(hour / 4),
    Td: -20,
    u: 1,
    c: 0
  }))
  const { lastPreparationAt, coldFrom } = adviceFor(frozen)
  expect(coldFrom).toBe(startHour * hourMs)
  expect(lastPreparationAt).toBeNull()
})

interface Reported {
  readonly windMps: number
  readonly warmerC: number
  readonly leadDays: number
  readonly hour: number
}

const reported = fc.record<Reported>({
  windMps: fc.double({ min: 0.5, max: 8, noNaN: true }),
  warmerC: fc.double({ min: -2, max: 4, noNaN: true }),
  leadDays: fc.double({ min: 0.05, max: 1.2, noNaN: true }),
  hour: fc.integer({ min: 7, max: 16 })
})

/** From noon to noon: the day’s wave, with a front, and clouds that come or go. */
const days = fc
  .record({
    meanC: fc.double({ min: -3, max: 7, noNaN: true }),
    swingC: fc.double({ min: 1, max: 8, noNaN: true }),
    frontC: fc.double({ min: -6, max: 3, noNaN: true }),
    frontHour: fc.integer({ min: 0, max: 23 }),
    drynessC: fc.double({ min: 0.1, max: 14, noNaN: true }),
    cloud: fc.double({ min: 0, max: 1, noNaN: true })
  })
  .map(({ meanC, swingC, frontC, frontHour, drynessC, cloud }) =>
    Array.from({ length: 24 }, (_, hour) => {
      const wave = swingC * Math.cos(((hour - 3) / 12) * Math.PI)
      const T = meanC + wave + (hour > frontHour ? frontC : 0)
      return { T, Td: T - drynessC, c: cloud, dark: hour > 6 && hour < 18 }
    })
  )

const crops = fc.constantFrom(apricot, genericCurve, cropCurve(-6.9, -12), cropCurve(-0.6, -3))

test('the last hour to prepare is not moved earlier while a night goes on, unless its colder side is colder', () => {
  let compared = 0
  fc.assert(
    fc.property(days, crops, reported, reported, (day, curve, one, other) => {
      const [dusk, later] = one.hour <= other.hour ? [one, other] : [other, one]
      const forecastOf = ({ windMps, warmerC, leadDays, hour }: Reported) => {
        const hours = day.map((of) => ({ ...of, T: of.T + warmerC, Td: of.Td + warmerC, u: windMps }))
        const night = syntheticNight(hours, { exposure: 'canopy', curve, leadDays })
        const at = (startHour + hour) * hourMs
        return { night, hours, advice: adviceFor(hours, { at, curve, leadDays }) }
      }
      const [then, now] = [forecastOf(dusk), forecastOf(later)]
      const isColder = day.some((_, hour) => {
        const plant = ({ night }: typeof then) => (night.plantTemperatureC[hour] ?? 0) - 1.6449 * night.sigmaC
        const air = ({ night, hours }: typeof then) => (hours[hour]?.T ?? 0) - 1.6449 * night.sigmaAirC
        return plant(now) < plant(then) || air(now) < air(then)
      })
      fc.pre(!isColder)
      const promised = then.advice.lastPreparationAt
      const reported = now.advice.lastPreparationAt
      if (promised === null || reported === null) {
        // What was nothing to prepare for is none later.
        if (promised === null && !then.night.frostHours?.isColdBefore) expect(reported).toBeNull()
        return
      }
      compared += 1
      expect(reported).toBeGreaterThanOrEqual(promised)
    }),
    { numRuns: 4000 }
  )
  expect(compared).toBeGreaterThan(300)
})
