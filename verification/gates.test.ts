import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { fittedFiles } from './fit/fit.ts'
import { markdownReport } from './report/page.ts'
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

  it('scores with the constants that the fit makes of the same files', async () => {
    for (const { file, textFrom } of fittedFiles) {
      expect(await textFrom(dataDirectory)).toBe(await readFile(file, 'utf8'))
    }
  })

  it('prints the rows of docs/verification/results.md, to the last digit', async () => {
    const page = await readFile(new URL('../docs/verification/results.md', import.meta.url), 'utf8')
    expect(page).toContain(markdownReport(verification))
  })

  it('keeps every limit that must hold', () => {
    const missed = verification.rows.flatMap(({ bench, method, gates }) =>
      gates
        .filter((gate) => gate.duty === 'must' && !gate.holds)
        .map((gate) => `${bench}, ${method}: ${gate.measure} ${gate.value}`)
    )
    expect(missed).toEqual([])
    expect(everyMustHolds(verification)).toBe(true)
  })

  it('calls FROST-P what a user gets, and says what for', () => {
    const needless = verification.rows.filter(
      ({ method, needs }) => method.startsWith('FROST-P') !== (needs !== null)
    )
    expect(needless.map(({ bench, method }) => `${bench}: ${method}`)).toEqual([])
  })

  it('judges every bench of the method by at least one limit', () => {
    const judged = verification.rows.filter(({ gates }) => gates.some(({ duty }) => duty === 'must'))
    const checked = verification.outcomes.filter(({ checks = [] }) => checks.length > 0)
    const names = benches.map(({ name }) =>
      [...judged, ...checked].some(({ bench }) => bench.startsWith(name))
    )
    expect(names).toEqual(benches.map(() => true))
    expect(judged.some(({ bench }) => bench.startsWith('the score'))).toBe(true)
  })

  it('is never worse for learning than by noise, on the NWS cities and the KNMI stations', () => {
    const judged = verification.comparisons.filter(({ duty }) => duty === 'must')
    expect(judged.filter(({ bench }) => bench.startsWith('nws_lows')).length).toBeGreaterThanOrEqual(8)
    expect(judged.filter(({ bench }) => bench === 'knmi_grassmin').length).toBeGreaterThanOrEqual(2)
    expect(judged.filter(({ low }) => low > 0)).toEqual([])
  })

  it('makes fewer than a tenth of the places worse at every lead, and none by more than 0.02 °C', () => {
    const judged = verification.comparisons.filter(({ duty, harm }) => duty === 'must' && harm !== null)
    expect(judged.map(({ bench }) => bench)).toEqual(
      expect.arrayContaining(['nws_lows 12 h', 'nws_lows 48 h'])
    )
    expect(judged.filter(({ holds }) => !holds)).toEqual([])
  })

  it('publishes ranges that hold four of five minima in every season and at every place', () => {
    const judged = verification.ranges.filter(({ duty }) => duty === 'must')
    expect(judged.length).toBeGreaterThanOrEqual(12)
    expect(judged.filter(({ holds }) => !holds)).toEqual([])
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
