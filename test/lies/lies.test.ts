/** Thermometers that lie are found, and those that measure are not accused; the drill `faulty-sensors` counts more. */
import { describe, expect, it } from 'vitest'
import { accused, found, runOf } from './found.ts'
import { liarNames, surelyFound } from './liars.ts'
import { ankara, type HourlyRecord, haveRecords, isparta, madeRecord } from './records.ts'

const runs = 3
const everyHours = 6
/** Of 25, in all six runs but one. */
const minKinds = 18
const sensors = 9
const days = 40

const records: readonly (readonly [string, boolean, () => HourlyRecord])[] = [
  ['made nights', true, () => madeRecord(1)],
  ['Isparta', haveRecords, isparta],
  ['Ankara', haveRecords, ankara]
]

describe.each(records)('on %s', (_, isAtHand, recordOf) => {
  it.skipIf(!isAtHand)('a fault is found within two days, also one that begins on the eleventh night', () => {
    const record = recordOf()
    const missed = new Map(
      liarNames.map((name) => {
        const all = [0, 10].flatMap((nightsBefore) =>
          Array.from({ length: runs }, (_, seed) =>
            found(runOf(record, name, seed + 10, nightsBefore), name, { nightsBefore, everyHours })
          )
        )
        return [name, all.filter(({ reason }) => reason === null).length]
      })
    )
    expect(liarNames.filter((name) => (missed.get(name) ?? 0) <= 1).length).toBeGreaterThanOrEqual(minKinds)
    expect(surelyFound.filter((name) => missed.get(name) !== 0)).toEqual([])
  })

  it.skipIf(!isAtHand)('one that is frozen in whole degrees is found within a day', () => {
    const record = recordOf()
    for (let seed = 0; seed < 4; seed++) {
      const run = { ...runOf(record, 'frozen value', seed, 10), resolutionC: 1 }
      expect(found(run, 'frozen value', { nightsBefore: 10, everyHours: 1 }).afterHours).toBeLessThanOrEqual(
        24
      )
    }
  })

  it.skipIf(!isAtHand)('an honest thermometer is accused of nothing', () => {
    const record = recordOf()
    const reasons = Array.from({ length: sensors }, (_, seed) =>
      accused(record, seed, { days, everyHours: 2 * everyHours })
    )
    expect(reasons.filter((reason) => reason !== null)).toEqual([])
  })
})
