import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cropById, crops, curveOf } from './crops.ts'

const stages = crops.flatMap((crop) => crop.stages.map((stage) => ({ crop, stage })))

describe('crops', () => {
  it('has ids that can stand in an address, unique within their crop', () => {
    for (const { crop, stage } of stages) {
      expect(`${crop.id}/${stage.id}`).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+$/)
    }
    expect(new Set(stages.map(({ crop, stage }) => `${crop.id}/${stage.id}`)).size).toBe(stages.length)
  })

  it('grows trees in canopies, vines as vines, strawberries on the ground', () => {
    expect(cropById('apricot')?.exposure).toBe('canopy')
    expect(cropById('grape')?.exposure).toBe('vine')
    expect(cropById('blueberry')?.exposure).toBe('vine')
    expect(cropById('strawberry')?.exposure).toBe('ground')
  })

  it('dies the more the colder it gets', () => {
    for (const { stage } of stages) {
      if (stage.t90C !== null) expect(stage.t90C).toBeLessThan(stage.t10C)
      expect(stage.curve.widthC).toBeGreaterThan(0)
    }
  })

  it('gives a row without T90 the generic score and says why it cannot be scored', () => {
    const leaf = cropById('banana')?.stages[0]
    expect(leaf).toMatchObject({ scoreable: false, t90C: null })
    expect(leaf?.reason).toContain('T10')
    expect(leaf?.curve).toMatchObject({ kind: 'threshold_only', t10C: 0, t90C: null, midpointC: -2.2 })
  })

  it('knows the published temperatures of apricot in full bloom (27 °F and 22 °F)', () => {
    expect(curveOf('apricot', 'full-bloom')).toMatchObject({ kind: 'crop', t10C: -2.8, t90C: -5.6 })
    expect(((27 - 32) / 1.8).toFixed(1)).toBe('-2.8')
    expect(((22 - 32) / 1.8).toFixed(1)).toBe('-5.6')
    expect(() => curveOf('apricot', 'third-leaf')).toThrow(RangeError)
  })

  it('has first damages of crops of the country without T90, and says of which nothing is published', () => {
    const limits = Object.fromEntries(
      stages.map(({ crop, stage }) => [
        `${crop.id}/${stage.id}`,
        [stage.t10C, stage.t90C, stage.isWinterLimit]
      ])
    )
    expect(limits).toMatchObject({
      'kiwifruit/new-growth': [-1.5, null, false],
      'tea/new-shoots-and-leaves': [-2, null, false],
      'wheat/heading': [-1.1, null, false],
      'strawberry/tight-bud': [-5.6, null, false],
      'lemon/leaf': [-3.5, null, true]
    })
    const unpublished = crops.filter(({ hasWinterLimitOnly }) => hasWinterLimitOnly).map(({ id }) => id)
    expect(unpublished).toEqual(['lemon', 'orange', 'olive', 'fig', 'pistachio', 'pomegranate'])
  })

  it('calls the weak rows weak', () => {
    const weak = stages.filter(({ stage }) => stage.evidence === 'low').map(({ crop }) => crop.id)
    expect([...new Set(weak)].sort()).toEqual([
      ...['almond', 'citrus', 'hazelnut', 'mulberry', 'quince', 'sour-cherry', 'walnut']
    ])
  })
})

const csv = new URL('../../tools/crops/crops.csv', import.meta.url)

describe('the crop table against its CSV', () => {
  it('has every temperature of the CSV, those without T90 too', () => {
    const lines = readFileSync(csv, 'utf8').trim().split('\n').slice(1)
    const pairs = new Set(
      stages.map(({ stage }) => `${stage.t10C.toFixed(1)},${stage.t90C?.toFixed(1) ?? ''}`)
    )
    for (const line of lines.filter((one) => !one.includes('"-'))) {
      const pair = /,(-?\d+\.\d),(-?\d+\.\d)?,/.exec(line)
      expect(pairs, line).toContain(`${pair?.[1]},${pair?.[2] ?? ''}`)
    }
  })
})
