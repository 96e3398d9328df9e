/** 25 kinds of lying thermometers: how soon each is found, what it changes, and how many honest ones are accused. */
import { expect, it } from 'vitest'
import { effectsOf } from '../lies/effects.ts'
import { accused, found, runOf } from '../lies/found.ts'
import { liarNames } from '../lies/liars.ts'
import { ankara, haveRecords, isparta, madeRecord } from '../lies/records.ts'
import { printFigures } from './figures.ts'

/** Of the first case; others show whether what was chosen on these holds. */
const firstSeed = Number(process.env['SEED'] ?? 0)
const records = [madeRecord(1 + firstSeed), ...(haveRecords ? [isparta(), ankara()] : [])]
const runs = 60
const honest = Number(process.env['SENSORS'] ?? 1000)
const season = { days: 120, everyHours: 6 }
const rounds = 6
const minKinds = 18

it('lies are found within two days', () => {
  const rows = liarNames.map((name) => {
    const all = [0, 10].flatMap((nightsBefore) =>
      Array.from({ length: runs }, (_, seed) => {
        const record = records[seed % records.length] ?? madeRecord(1)
        return found(runOf(record, name, firstSeed + seed, nightsBefore), name, {
          nightsBefore,
          everyHours: 1
        })
      })
    )
    const inTime = all.filter(({ reason }) => reason !== null)
    const reasons = Map.groupBy(inTime, ({ reason }) => reason ?? '')
    const words = [...reasons].map(([reason, those]) => `${reason} ${those.length}`).join(', ')
    console.log(`${name}: ${inTime.length} of ${all.length}: ${words}`)
    return inTime.length / all.length
  })
  const kinds = rows.filter((share) => share >= 0.95).length
  printFigures('faulty-sensors', { kinds_found: kinds, kinds_of: liarNames.length })
  expect(kinds).toBeGreaterThanOrEqual(minKinds)
})

it('honest thermometers are not accused', () => {
  const reasons = Array.from({ length: honest }, (_, seed) =>
    accused(records[seed % records.length] ?? madeRecord(1), firstSeed + seed, season)
  ).filter((reason) => reason !== null)
  console.log(
    [...Map.groupBy(reasons, (one) => one)].map(([one, those]) => `${one} ${those.length}`).join(', ')
  )
  printFigures('faulty-sensors', { honest, accused: reasons.length })
  expect(reasons.length).toBeLessThanOrEqual(0.01 * honest)
})

it('lies prevent no raise, clear nothing, and move no other', async () => {
  for (const record of records) {
    const effects = (
      await Promise.all(
        Array.from({ length: rounds }, (_, round) => effectsOf(record, [firstSeed + 7 * round + 1]))
      )
    ).flat()
    const sum = (of: 'raised' | 'prevented' | 'preventedBySmall' | 'movedOthers') =>
      effects.reduce((so, one) => so + one[of], 0)
    for (const [name, those] of Map.groupBy(effects, (one) => one.name)) {
      const small = those.reduce((so, one) => so + one.preventedBySmall, 0)
      const big = those.reduce((so, one) => so + one.prevented, 0)
      if (big + small > 0) console.log(`${record.name}, ${name}: prevented ${big}, by a smaller lie ${small}`)
    }
    printFigures('faulty-sensors', {
      ...{ record: record.name, raised: sum('raised'), prevented: sum('prevented') },
      ...{ by_smaller_lies: sum('preventedBySmall'), moved_others: sum('movedOthers') }
    })
    expect(sum('prevented')).toBe(0)
    expect(sum('movedOthers')).toBe(0)
  }
})
