import { describe, expect, it } from 'vitest'
import { atLeast, atMost, type BenchOutcome, goal, must, observedRows } from '../bench.ts'
import { gaussianMethod, thresholdMethod } from '../method.ts'
import { diagramsOf } from '../plots/diagrams.ts'
import { rangesOf } from '../range-row.ts'
import { comparisonsOf, rowsOfOutcome } from '../row.ts'
import { everyMustHolds, type Verification } from '../run.ts'
import { markdownReport, withSynthetic } from './page.ts'
import { jsonReport, textReport } from './report.ts'

const observedC = Float64Array.from({ length: 40 }, (_, night) => (night % 8) - 3)
const days = observedC.map((_, night) => night)
const spread = (sigma: number) => observedC.map(() => sigma)

function outcome(limit: number): BenchOutcome {
  return {
    bench: 'made <nights>',
    split: 'nothing is fitted',
    ...observedRows(observedC, days),
    reference: null,
    methods: [
      gaussianMethod('FROST-P wide', { meanC: observedC, sigmaC: spread(3) }, observedC),
      gaussianMethod('FROST-P sharp', { meanC: observedC, sigmaC: spread(1) }, observedC),
      thresholdMethod(
        'raw threshold',
        observedC.map((value) => value + 1),
        observedC
      )
    ],
    gates: [must('FROST-P sharp', 'crpsC', atMost(limit)), goal('FROST-P wide', 'crpsC', atMost(0.1))],
    comparisons: [{ learned: 'FROST-P wide', usual: 'FROST-P sharp', blockDays: 2, duty: 'printed' }],
    ranges: [{ method: 'FROST-P wide', duty: 'must', adapts: true }],
    notes: []
  }
}

function verification(limit: number): Verification {
  const outcomes = [outcome(limit)]
  return {
    outcomes,
    rows: outcomes.flatMap(rowsOfOutcome),
    comparisons: outcomes.flatMap(comparisonsOf),
    ranges: outcomes.flatMap(rangesOf),
    notApplicable: [{ bench: 'made <nights>', method: 'FAO two-step', reason: 'there is no evening' }],
    absent: [{ bench: 'nws_lows', reason: 'nws_lows.csv is not in the data folder' }],
    unreadable: []
  }
}

describe('a row of the table', () => {
  it('has the threshold’s absolute error as its CRPS, and its misses', () => {
    const row = rowsOfOutcome(outcome(1))[2]
    expect(row).toMatchObject({ crpsC: 1, rmseC: 1, pod: 3 / 4, far: 0, rows: 40, baseRate: 0.5 })
  })

  it('tells whether a limit holds: σ·(2φ(0) − 1/√π) is 0.2337 for σ = 1', () => {
    expect(everyMustHolds(verification(0.234))).toBe(true)
    expect(everyMustHolds(verification(0.233))).toBe(false)
  })

  it('fails on a check that does not hold, and names it in the report', () => {
    const withCheck = (value: number): Verification => {
      const checks = [{ what: 'starts in time', value, ...atLeast(0.95) }]
      const table = { title: 'Hours', head: ['rule', 'hours'], rows: [['never', '0.00']] }
      return { ...verification(1), outcomes: [{ ...outcome(1), checks, table }] }
    }
    expect(everyMustHolds(withCheck(0.95))).toBe(true)
    expect(everyMustHolds(withCheck(0.94))).toBe(false)
    expect(textReport(withCheck(0.94))).toContain('* missed: made <nights>: starts in time: 0.940')
    expect(markdownReport(withCheck(1))).toContain('| rule | hours |\n| --- | --: |\n| never | 0.00 |')
    expect(textReport(withCheck(1))).not.toContain('missed: made <nights>: starts')
  })

  it('fails on learning that does harm only where that must not be', () => {
    const synthetic = verification(1)
    expect(synthetic.comparisons[0]).toMatchObject({ holds: false })
    const strict = synthetic.comparisons.map((row) => ({ ...row, duty: 'must' as const }))
    expect(everyMustHolds({ ...synthetic, comparisons: strict })).toBe(false)
    expect(everyMustHolds({ ...synthetic, unreadable: [{ bench: 'x', reason: 'y' }] })).toBe(false)
  })
})

describe('the report', () => {
  it('says in words what holds, what is missed and by how much, what is worse and what was not run', () => {
    const text = textReport(verification(0.234))
    expect(text).toContain('must CRPS ≤ 0.234 holds')
    expect(text).toContain('goal CRPS ≤ 0.1 missed by 0.60')
    expect(text).toContain('FROST-P wide against FROST-P sharp: +0.4674 [+0.4674, +0.4674], worse')
    expect(text).toMatch(/made <nights> +FAO two-step +(– +){13}not applicable: there is no evening/)
    expect(text).toContain('not run: nws_lows: nws_lows.csv is not in the data folder')
    expect(text).toContain(
      'made <nights>, FROST-P wide: DJF 100.0 % of 40 (as 40 independent, too few to judge): holds'
    )
    expect(text).toContain('Limits that must hold: 1 of 1 hold. Goals: 0 of 1 reached.')
  })

  it('is the same as data, with a verdict', () => {
    const data = JSON.parse(jsonReport(verification(0.233)))
    expect(data.holds).toBe(false)
    expect(data.rows[1].crpsC).toBeCloseTo(0.2337, 4)
  })

  it('says on a page once what several benches share, and each range with its verdict', () => {
    const made = verification(1)
    const [first] = made.outcomes
    if (first === undefined) throw new Error('no outcome')
    const second = { ...first, bench: 'second', split: `${first.split}; typical years` }
    const page = markdownReport({ ...made, outcomes: [first, second] })
    expect(page).toContain('* **made <nights>; second**: nothing is fitted.\n* **second**: typical years.')
    expect(page).toContain('| made <nights>, FROST-P wide | (100.0) | – | – | – | – | – | holds |')
    expect(page).toContain('* FAO two-step: there is no evening (made <nights>).')
    expect(page).toContain('against FROST-P sharp: +0.4674 [+0.4674, +0.4674], worse\n')
    expect(page).not.toMatch(/AUC|CSI|HSS|missed: made/)
  })

  it('goes between the markers of the page and nowhere else', () => {
    const page =
      'Above\n<!-- begin: made by npm run verify -->\nstale\n<!-- end: made by npm run verify -->\nBelow'
    const synthetic = withSynthetic(page, markdownReport(verification(1)))
    expect(synthetic).toMatch(/^Above\n<!-- begin.*\n\n\| bench \| method \| needs/)
    expect(synthetic).not.toContain('stale')
    expect(synthetic).toMatch(/<!-- end: made by npm run verify -->\nBelow$/)
    expect(() => withSynthetic('no markers', '')).toThrow('markers')
  })
})

describe('a diagram', () => {
  it('is an SVG with its axes, their units and a curve a method', () => {
    const [diagram] = diagramsOf([outcome(1)])
    expect(diagram?.name).toBe('reliability-made-nights')
    expect(diagram?.svg).toContain('probability said of a minimum ≤ 0 °C [%]')
    expect(diagram?.svg).toContain('Reliability: made &lt;nights&gt;')
    expect(diagram?.svg.match(/<path /g)).toHaveLength(2)
    expect(diagram?.svg).not.toContain('NaN')
  })
})
