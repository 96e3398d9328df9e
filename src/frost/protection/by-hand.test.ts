/**
 * Nights whose advice is computed by hand, from the numbers that docs/science.md §10 cites, not from our constants:
 * table 7.5 of [11] (starts in half degrees, −2 °C at the latest), one night in twenty (1.6449 σ), 0.75 and a third for
 * the machine, 0.748 and 2.5 m/s for its wind [7, 11], 1 °C ahead for fires and machines [9].
 */
import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../common/time.ts'
import type { ColdNight } from './cold-night.ts'
import { sprinklerAdvice } from './sprinkler.ts'
import { heatersAdvice, windMachineAdvice } from './wind-machine.ts'

const dusk = 493_000 * hourMs
/** Clock since the first hour. */
const at = (hours: number, minutes = 0): number => dusk + hours * hourMs + minutes * minuteMs

/** The wet bulb falls from +3 °C by 1 °C an hour and rises by 2 °C an hour; the air is 1 °C warmer. */
function night(lowestC: number, plantsAboveC: number, change: Partial<ColdNight> = {}): ColdNight {
  const fall = Array.from({ length: 4 - lowestC }, (_, hour) => 3 - hour)
  const wetBulbs = [...fall, lowestC + 2, lowestC + 4, lowestC + 6, lowestC + 8, lowestC + 10, lowestC + 12]
  const hours = wetBulbs.map((wetBulbC, hour) => ({
    ...{ at: at(hour), wetBulbC, airC: wetBulbC + 1, plantC: wetBulbC + plantsAboveC },
    ...{ windSpeedMps: 1, isFoggy: false }
  }))
  return {
    ...{
      hours,
      at: dusk,
      overAt: at(hours.length),
      criticalC: -2.2,
      coldFrom: null,
      probability: 0.5,
      isCold: true
    },
    ...{
      neededC: 0.9,
      sigmaC: 1,
      sigmaAirC: 1,
      radiativeOffsetC: 4,
      windSpeedMps: 1,
      inputsMissing: [],
      ...change
    }
  }
}

describe('computed by hand', () => {
  test('an apricot’s night: the wet bulb, 1.6449 °C colder, is at −2 °C at 3:21', () => {
    // Plants, 1.6449 °C colder, at −2.2 °C: wet bulb −1.56, 4:33. The forecast itself: 5:00. Ice until 9:00 (0 °C).
    const expected = {
      startAt: at(3, 20),
      expectedStartAt: at(5),
      stopAt: at(10),
      ampleStartAt: at(3),
      startWetBulbC: -2,
      startAirC: -1
    }
    const given = night(-4, 1, { coldFrom: at(6, 10) })
    expect(sprinklerAdvice(given)).toMatchObject({ ...expected, usable: true, strongestWindMps: 1 })
    // Dry air at 2:00, more than two hours before the plants: no start yet.
    const dry = given.hours.map((hour) => (hour.at === at(2) ? { ...hour, wetBulbC: -3 } : hour))
    expect(sprinklerAdvice({ ...given, hours: dry })).toMatchObject({
      startAt: at(3, 20),
      expectedStartAt: at(5)
    })
    // At 3:00, two hours before plants that are 1.2 °C colder (1.6449 · 0.7295) reach −2.2 °C at 5:00: a start.
    const near = given.hours.map((hour) => (hour.at === at(3) ? { ...hour, wetBulbC: -3 } : hour))
    expect(sprinklerAdvice({ ...given, hours: near, sigmaC: 0.7295 }).expectedStartAt).toBe(at(3))
  })

  test('a crop that bears −6.9 °C: pipes freeze first, so water runs from −2 °C on; σ of 0.5 °C, 4:10', () => {
    const given = night(-7, 1, { criticalC: -6.9, sigmaAirC: 0.5 })
    const expected = { startAt: at(4, 10), expectedStartAt: at(5), startWetBulbC: -2, startAirC: -1 }
    expect(sprinklerAdvice(given)).toMatchObject({ ...expected, usable: true })
  })

  test('a moist, clear night: plants 1.5 °C below the wet bulb decide, in one night in twenty at 2:03', () => {
    const given = night(-4, -1.5, { coldFrom: at(3, 40) })
    const expected = { startAt: at(2), expectedStartAt: at(3, 40), startWetBulbC: -2, startAirC: null }
    expect(sprinklerAdvice(given)).toMatchObject(expected)
  })

  test('machine and fires start when the plants are 1 °C above −2.2 °C, at 5:12', () => {
    const given = night(-4, 1)
    expect(windMachineAdvice(given).startAt).toBe(at(5, 10))
    expect(heatersAdvice(given)).toMatchObject({ startAt: at(5, 10), neededC: 0.9 })
    // −1.33 °C at 5:19:48, −1.34 °C at 5:20:24.
    const startsAt = [-2.33, -2.34].map((criticalC) => heatersAdvice(night(-4, 1, { criticalC })).startAt)
    expect(startsAt).toEqual([at(5, 10), at(5, 20)])
  })

  test('ground 4 °C colder: 3 °C of inversion, of which 1 °C reaches the crop', () => {
    const advice = windMachineAdvice(night(-4, 1))
    expect(advice).toMatchObject({ usable: true, isEnough: true })
    expect(advice.inversionC).toBeCloseTo(3, 9)
    expect(advice.gainC).toBeCloseTo(1, 9)
    expect(windMachineAdvice(night(-4, 1, { neededC: 1.1 })).isEnough).toBe(false)
    expect(windMachineAdvice(night(-4, 1, { radiativeOffsetC: 1.9 })).reason).toBe('no_inversion')
    expect(windMachineAdvice(night(-4, 1, { radiativeOffsetC: 2.1 })).reason).toBeNull()
  })

  test('wind: 2.5 m/s at the crop are 3.34 m/s at 10 m for a machine; 4.5 m/s for water and fires', () => {
    const by = (windSpeedMps: number) => night(-4, 1, { windSpeedMps })
    expect([3.34, 3.345].map((mps) => windMachineAdvice(by(mps)).reason)).toEqual([null, 'wind'])
    expect([4.5, 4.51].map((mps) => heatersAdvice(by(mps)).reason)).toEqual([null, 'wind'])
    const blown = (windSpeedMps: number) => {
      const given = night(-4, 1)
      return sprinklerAdvice({ ...given, hours: given.hours.map((hour) => ({ ...hour, windSpeedMps })) })
        .reason
    }
    expect([4.5, 4.51].map(blown)).toEqual([null, 'wind'])
  })
})
