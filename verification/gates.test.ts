import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { benches, everyMustHolds, runVerification, type Verification } from './run.ts'

const dataDirectory = new URL('../../shared/data/verification/', import.meta.url).pathname
const isThere = existsSync(dataDirectory)
const why = isThere ? '' : ' (skipped: ../shared/data/verification is not there)'

describe.skipIf(!isThere)(`the score against real nights${why}`, () => {
  let verification: Verification

  beforeAll(async () => {
    verification = await runVerification({ dataDirectory, chosen: benches, onProgress: () => undefined })
  })

  const row = (bench: string, method: string) =>
    verification.rows.find((one) => one.bench === bench && one.method === method)

  it('reads every file', () => {
    expect(verification.absent).toEqual([])
    expect(verification.unreadable).toEqual([])
  })

  it('scores the raw ensemble of 2004-01-31 as published: CRPS 1.5907', () => {
    expect(row('pnw_srft 2004-01-31', 'raw ensemble')?.crpsC?.toFixed(4)).toBe('1.5907')
    expect(row('pnw_srft 2004-01-31', 'raw ensemble')?.rows).toBe(712)
  })

  it('keeps every limit that must hold', () => {
    const missed = verification.rows.flatMap(({ bench, method, gates }) =>
      gates
        .filter((gate) => gate.standing === 'must' && !gate.holds)
        .map((gate) => `${bench}, ${method}: ${gate.measure} ${gate.value}`)
    )
    expect(missed).toEqual([])
    expect(everyMustHolds(verification)).toBe(true)
  })

  it('judges every bench of the method by at least one limit', () => {
    const judged = verification.rows.filter(({ gates }) => gates.some(({ standing }) => standing === 'must'))
    const names = benches.map(({ name }) => judged.some(({ bench }) => bench.startsWith(name)))
    expect(names).toEqual(benches.map(() => true))
    expect(judged.some(({ bench }) => bench.startsWith('the score'))).toBe(true)
  })

  it('is never worse for learning than by noise, on the NWS cities and the KNMI stations', () => {
    const judged = verification.comparisons.filter(({ standing }) => standing === 'must')
    expect(judged.filter(({ bench }) => bench.startsWith('nws_lows')).length).toBeGreaterThanOrEqual(8)
    expect(judged.filter(({ bench }) => bench === 'knmi_grassmin').length).toBeGreaterThanOrEqual(2)
    expect(judged.filter(({ low }) => low > 0)).toEqual([])
  })

  it('beats the point table and the raw threshold wherever it stands beside them', () => {
    for (const bench of ['nws_lows 24 h', 'knmi_grassmin', 'debilt_hourly', 'evening Szeged']) {
      const ours = verification.rows.filter((one) => one.bench === bench && one.method.startsWith('FROST-P'))
      const others = verification.rows.filter(
        (one) => one.bench === bench && /^(point table|raw threshold)/.test(one.method)
      )
      expect(others.length).toBeGreaterThan(0)
      for (const one of ours) for (const other of others) expect(one.brier).toBeLessThan(other.brier)
    }
  })
})
