import { describe, expect, it } from 'vitest'
import { harmonicClimatology } from './climatology.ts'
import { designOf, productsOf, standardised } from './design.ts'
import { equationsOf, factorise, predictRow, solveRidge } from './normal-equations.ts'
import { pooledRegression } from './pooled-regression.ts'
import { fitSpreadLaw, sigmaOfRow } from './spread-law.ts'

/** Standard normal numbers, the same on every run (Park–Miller and Box–Muller). */
function normals(seed: number): () => number {
  let state = seed
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

const rows = 3000
const normal = normals(11)
const x = Float64Array.from({ length: rows }, normal)
const z = Float64Array.from({ length: rows }, normal)
const everyRow = [...x.keys()]

describe('ridge regression', () => {
  it('finds the line through (0, 1), (1, 3) and (2, 5)', () => {
    const design = designOf([Float64Array.of(0, 1, 2)], 3)
    const equations = equationsOf(design, [0, 1, 2], {
      values: Float64Array.of(1, 3, 5),
      weights: Float64Array.of(1, 1, 1)
    })
    const [constant, slope] = solveRidge(equations, () => 1e-12)
    expect(constant).toBeCloseTo(1, 6)
    expect(slope).toBeCloseTo(2, 6)
    expect(predictRow(Float64Array.of(1, 2), Float64Array.of(9, 1, 3), 1)).toBe(7)
  })

  it('shrinks a mean of two to Σwy/(Σw + ridge): (3·10 + 20)/(4 + 1)', () => {
    const equations = equationsOf(designOf([], 2), [0, 1], {
      values: Float64Array.of(10, 20),
      weights: Float64Array.of(3, 1)
    })
    expect(solveRidge(equations, () => 1)[0]).toBeCloseTo(10, 12)
  })

  it.each([1, 3, 8, 9, 10, 13])(
    'sums %i predictors as one row after another does, to the last digit',
    (width) => {
      const columns = Array.from({ length: width - 1 }, (_, k) =>
        x.map((value, row) => value * (z[row - k] ?? 1))
      )
      const design = designOf(columns, rows)
      const chosen = everyRow.slice(0, 101)
      const { products, right } = equationsOf(design, chosen, {
        values: x,
        weights: x.map((_, row) => 1 / (row + 1))
      })
      const term = (row: number, i: number) => design.values[row * width + i] ?? 0
      for (let i = 0; i < width; i++) {
        const weighted = (row: number) => term(row, i) * (1 / (row + 1))
        expect(right[i]).toBe(chosen.reduce((sum, row) => sum + weighted(row) * (x[row] ?? 0), 0))
        for (let j = 0; j <= i; j++) {
          expect(products[i * width + j]).toBe(
            chosen.reduce((sum, row) => sum + weighted(row) * term(row, j), 0)
          )
        }
      }
    }
  )

  it.each([1, 2, 5, 8, 11])('takes a matrix of %i lines apart so that its product is the matrix', (width) => {
    const matrix = Float64Array.from({ length: width * width }, (_, index) => {
      const [line, column] = [Math.floor(index / width), index % width]
      return Math.exp(-Math.abs(line - column)) + (line === column ? 1 : 0)
    })
    const lower = Float64Array.from(matrix)
    factorise(lower, width)
    for (let i = 0; i < width; i++) {
      for (let j = 0; j <= i; j++) {
        let product = 0
        for (let k = 0; k <= j; k++) product += (lower[i * width + k] ?? 0) * (lower[j * width + k] ?? 0)
        expect(product).toBeCloseTo(matrix[i * width + j] ?? 0, 12)
      }
    }
    expect(() => factorise(new Float64Array(width * width), width)).toThrow(RangeError)
  })
})

describe('a design', () => {
  it('takes mean and scale from the fitting rows only, and a missing value as the mean', () => {
    const [column] = standardised([Float64Array.of(1, 3, 100, Number.NaN)], [0, 1])
    expect([...(column ?? [])]).toEqual([-1, 1, 98, 0])
  })

  it('says nothing with a column that does not vary', () => {
    expect([...(standardised([Float64Array.of(5, 5, 7)], [0, 1])[0] ?? [])]).toEqual([0, 0, 0])
  })

  it('has all squares and products, and a constant before its columns', () => {
    const products = productsOf([Float64Array.of(2), Float64Array.of(3)])
    expect(products.map(([value]) => value)).toEqual([4, 6, 9])
    expect([...designOf([Float64Array.of(7, 8)], 2).values]).toEqual([1, 7, 1, 8])
  })
})

describe('the law of the spread', () => {
  it('finds log σ = 0.3 + 0.5·z', () => {
    const errors = z.map((value) => Math.exp(0.3 + 0.5 * value) * normal())
    const design = designOf([z], rows)
    const law = fitSpreadLaw(design, errors, { rows: everyRow, hold: 1e-6 })
    expect(Math.abs((law.coefficients[0] ?? 0) - 0.3)).toBeLessThan(0.06)
    expect(Math.abs((law.coefficients[1] ?? 0) - 0.5)).toBeLessThan(0.06)
    expect(sigmaOfRow({ coefficients: Float64Array.of(99, 0) }, design, 0)).toBeCloseTo(12, 9)
  })
})

describe('pooled regression', () => {
  const of = Int32Array.from(x, (_, row) => row % 3)
  const target = x.map((value, row) => 1 + 2 * value + ([0, 1.5, -1.5][row % 3] ?? 0) + 0.3 * normal())
  const fitting = everyRow.slice(0, 2000)
  const inputs = { columns: [x], spreadColumns: [], places: { of, columns: [], ridge: 1 }, fitting, ridge: 1 }

  it('finds what the places share and where each departs', () => {
    const { meanC, sigmaC } = pooledRegression({ target, ...inputs })
    for (const row of [2001, 2002, 2003]) {
      const truth = 1 + 2 * (x[row] ?? 0) + ([0, 1.5, -1.5][row % 3] ?? 0)
      expect(Math.abs((meanC[row] ?? 0) - truth)).toBeLessThan(0.1)
    }
    expect(sigmaC[2999]).toBeCloseTo(0.3, 1)
  })

  it('never looks at the rows it is not fitted on', () => {
    const changed = target.map((value, row) => (row < 2000 ? value : value + 1000))
    expect(pooledRegression({ target: changed, ...inputs })).toEqual(pooledRegression({ target, ...inputs }))
  })
})

describe('the climatology of a place', () => {
  it('finds its yearly wave and its own scatter, and lends the common one to a place without nights', () => {
    const angle = Float64Array.from({ length: 2000 }, (_, day) => (2 * Math.PI * day) / 365.2425)
    const target = angle.map((value, day) => 8 - 6 * Math.cos(value) + (day % 2 === 0 ? 2 : -2))
    const places = Int32Array.from(angle, (_, day) => (day < 1900 ? 0 : 1))
    const fitting = [...angle.keys()].slice(0, 1900)
    const { meanC, sigmaC } = harmonicClimatology({ target, angle, places, fitting })
    expect(meanC[0]).toBeCloseTo(2, 1)
    expect(meanC[182]).toBeCloseTo(14, 1)
    expect(sigmaC[0]).toBeCloseTo(2, 1)
    expect(meanC[1999]).toBeCloseTo(8 - 6 * Math.cos(angle[1999] ?? 0), 1)
  })
})
