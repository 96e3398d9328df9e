import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cropNames, foldName, stageNames } from './crop-names.ts'
import { crops, curveOf, findCrop, findStage } from './crops.ts'

const stages = crops.flatMap((crop) => crop.stages.map((stage) => ({ crop, stage })))

describe('crops', () => {
  it.each([
    ['kayısı', 'apricot'],
    ['KAYISI', 'apricot'],
    ['kayisi', 'apricot'],
    ['kiraz', 'sweet-cherry'],
    ['vişne', 'sour-cherry'],
    ['Şeftali', 'peach'],
    ['seftali', 'peach'],
    ['uzum', 'grape'],
    ['cilek', 'strawberry'],
    ['nektarin', 'nectarine'],
    ['erik', 'plum'],
    ['elma', 'apple'],
    ['armut', 'pear'],
    ['üzüm', 'grape'],
    ['asma', 'grape'],
    ['badem', 'almond'],
    ['FINDIK', 'hazelnut'],
    ['fındık', 'hazelnut'],
    ['ceviz', 'walnut'],
    ['turunçgil', 'citrus'],
    ['limon', 'lemon'],
    ['portakal', 'orange'],
    ['muz', 'banana'],
    ['zeytin', 'olive'],
    ['İNCİR', 'fig'],
    ['incir', 'fig'],
    ['çilek', 'strawberry'],
    ['Yaban Mersini', 'blueberry'],
    ['nectarine-big-top', 'nectarine-big-top']
  ])('%s is %s', (text, id) => {
    expect(findCrop(text)?.id).toBe(id)
  })

  it('finds stages in both languages and says null to a stranger', () => {
    const apricot = findCrop('apricot')
    if (apricot === null) throw new Error('no apricot')
    expect(findStage(apricot, 'tam çiçek')?.id).toBe('full-bloom')
    expect(findStage(apricot, 'Full Bloom')?.id).toBe('full-bloom')
    expect(findStage(apricot, 'çağla')?.id).toBe('green-fruit')
    expect(findStage(apricot, 'third-leaf')).toBeNull()
    expect(findCrop('mango')).toBeNull()
    expect(findCrop('')).toBeNull()
  })

  it('has ids that can stand in an address, unique within their crop, each with a name in both languages', () => {
    for (const { crop, stage } of stages) {
      expect(`${crop.id}/${stage.id}`).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+$/)
      expect(cropNames[crop.id], crop.id).toBeDefined()
      expect(stageNames[stage.id], stage.id).toBeDefined()
    }
    expect(new Set(stages.map(({ crop, stage }) => `${crop.id}/${stage.id}`)).size).toBe(stages.length)
  })

  it('finds every crop and stage by its own names', () => {
    for (const { crop, stage } of stages) {
      expect(findCrop(crop.id)).toBe(crop)
      expect(findStage(crop, stage.id)).toBe(stage)
      expect(foldName(findStage(crop, stage.name.tr)?.name.tr ?? '')).toBe(foldName(stage.name.tr))
      for (const name of [crop.name.tr, crop.name.en, ...(crop.name.also ?? [])])
        expect(findCrop(name)?.id).toBe(crop.id)
    }
  })

  it('grows trees in canopies, vines as vines, strawberries on the ground', () => {
    expect(findCrop('apricot')?.exposure).toBe('canopy')
    expect(findCrop('asma')?.exposure).toBe('vine')
    expect(findCrop('blueberry')?.exposure).toBe('vine')
    expect(findCrop('strawberry')?.exposure).toBe('ground')
  })

  it('dies the more the colder it gets', () => {
    for (const { stage } of stages) {
      if (stage.t90C !== null) expect(stage.t90C).toBeLessThan(stage.t10C)
      expect(stage.curve.widthC).toBeGreaterThan(0)
    }
  })

  it('gives a row without T90 the generic score and says why it cannot be scored', () => {
    const leaf = findCrop('banana')?.stages[0]
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

  it('calls the weak rows weak', () => {
    const weak = stages.filter(({ stage }) => stage.evidence === 'low').map(({ crop }) => crop.id)
    expect([...new Set(weak)].sort()).toEqual(['almond', 'citrus', 'hazelnut', 'sour-cherry', 'walnut'])
  })
})

const csv = new URL('../../tools/crops/crops.csv', import.meta.url)

describe('the crop table against its CSV', () => {
  it('has every temperature of the CSV, ten rows of it without T90', () => {
    const lines = readFileSync(csv, 'utf8').trim().split('\n').slice(1)
    expect(lines).toHaveLength(70)
    const single = lines.filter((line) => /^[^,]*,[^,]*,-?\d+\.\d,,/.test(line))
    expect(single).toHaveLength(10)
    const pairs = new Set(
      stages.map(({ stage }) => `${stage.t10C.toFixed(1)},${stage.t90C?.toFixed(1) ?? ''}`)
    )
    for (const line of lines.filter((one) => !one.includes('"-'))) {
      const pair = /,(-?\d+\.\d),(-?\d+\.\d)?,/.exec(line)
      expect(pairs, line).toContain(`${pair?.[1]},${pair?.[2] ?? ''}`)
    }
  })
})
