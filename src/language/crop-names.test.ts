import { describe, expect, it } from 'vitest'
import { crops } from '../frost/crops.ts'
import {
  cropInTitle,
  cropName,
  findCrop,
  findStage,
  foldName,
  isCover,
  meantCrop,
  meantStage,
  namedIds,
  stageName
} from './crop-names.ts'
import { languages, wordsIn } from './language.ts'

const stages = crops.flatMap((crop) => crop.stages.map((stage) => ({ crop, stage })))

describe('names of crops and stages', () => {
  it.each([
    ['kayısı', 'apricot'],
    ['KAYISI', 'apricot'],
    ['kayisi', 'apricot'],
    ['kiraz', 'sweet-cherry'],
    ['vişne', 'sour-cherry'],
    ['Şeftali', 'peach'],
    ['seftali', 'peach'],
    ['uzum', 'grape-vinifera'],
    ['cilek', 'strawberry'],
    ['nektarin', 'nectarine'],
    ['erik', 'plum'],
    ['elma', 'apple'],
    ['armut', 'pear'],
    ['üzüm', 'grape-vinifera'],
    ['asma', 'grape-vinifera'],
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
    ['kivi', 'kiwifruit'],
    ['çay', 'tea'],
    ['Antep fıstığı', 'pistachio'],
    ['antepfıstığı', 'pistachio'],
    ['nar', 'pomegranate'],
    ['ayva', 'quince'],
    ['dut', 'mulberry'],
    ['mandalina', 'mandarin'],
    ['domates', 'tomato'],
    ['biber', 'pepper'],
    ['patates', 'potato'],
    ['buğday', 'wheat'],
    ['nectarine-big-top', 'nectarine-big-top']
  ])('%s is %s', (text, id) => {
    expect(findCrop(text)?.id).toBe(id)
  })

  it('finds stages in both languages and says null to an unknown one', () => {
    const apricot = findCrop('apricot')
    if (apricot === null) throw new Error('no apricot')
    expect(findStage(apricot, 'tam çiçek')?.id).toBe('full-bloom')
    expect(findStage(apricot, 'Full Bloom')?.id).toBe('full-bloom')
    expect(findStage(apricot, 'çağla')?.id).toBe('green-fruit')
    expect(findStage(apricot, 'third-leaf')).toBeNull()
    expect(findCrop('mango')).toBeNull()
    expect(findCrop('')).toBeNull()
  })

  it('has a name of its own in every language for every crop and stage', () => {
    for (const { crop, stage } of stages) {
      for (const lang of languages) {
        const { names, stages: stageNames } = wordsIn(lang).crops
        expect(names[crop.id], crop.id).toBeDefined()
        expect(stageNames[stage.id], stage.id).toBeDefined()
      }
    }
  })

  it('finds every crop and stage by its own names', () => {
    for (const { crop, stage } of stages) {
      expect(findCrop(crop.id)).toBe(crop)
      expect(findStage(crop, stage.id)).toBe(stage)
      for (const lang of languages) {
        const name = stageName(crop.id, stage.id, lang)
        const found = findStage(crop, name)
        expect(foldName(found === null ? '' : stageName(crop.id, found.id, lang))).toBe(foldName(name))
        const aliases = wordsIn(lang).crops.cropAliases[crop.id] ?? []
        for (const text of [cropName(crop.id, lang), ...aliases]) expect(findCrop(text)?.id).toBe(crop.id)
      }
    }
  })

  it('knows what plants stand under, which is no crop, in every language', () => {
    const covers = languages.flatMap((lang) => wordsIn(lang).crops.cropAliases['cover'] ?? [])
    expect(covers.length).toBeGreaterThan(10)
    for (const name of [...covers, 'SERA', 'tunel'])
      expect([name, isCover(name), findCrop(name)]).toEqual([name, true, null])
    for (const { id } of crops) expect(isCover(id)).toBe(false)
  })

  it('still finds what earlier versions called a crop or a stage', () => {
    const earlier = [
      'tam çiçek',
      'ilk çiçek',
      'çanak içinde meyve',
      'kırmızı çanak',
      'yeşil meyve',
      'uçlar ayrılırken'
    ]
    const apricot = findCrop('Kayısı')
    const ids = earlier.map((name) => (apricot === null ? null : findStage(apricot, name)?.id))
    expect(ids).toEqual([
      'full-bloom',
      'first-bloom',
      'in-the-shuck',
      'red-calyx',
      'green-fruit',
      'tips-separate'
    ])
    expect(findCrop('Üzüm (Concord değerleri)')?.id).toBe('grape')
  })

  it('calls the small green fruit of an apricot çağla, and of no other crop', () => {
    expect(stageName('apricot', 'green-fruit', 'tr')).toBe('çağla')
    expect(stageName('citrus', 'green-fruit', 'tr')).toBe('yeşil meyve')
  })

  it('makes only the first letter of a crop in a title small', () => {
    expect(cropInTitle('grape', 'tr')).toBe(' üzüm (Concord çeşidi)')
    expect(cropInTitle('hazelnut', 'tr')).toBe(' fındık')
    expect(cropInTitle('grape-vinifera', 'en')).toBe(' grape (Vitis vinifera)')
    expect(cropInTitle('fig', 'tr')).toBe(' incir')
  })

  it.each([
    ['üzüm', 'new-growth', 'grape-vinifera'],
    ['bağ', 'yeni sürgün', 'grape-vinifera'],
    ['asma', 'bud-burst', 'grape'],
    ['vine', 'first leaf', 'grape'],
    ['üzüm', null, 'grape-vinifera'],
    ['mandalina', 'yeşil meyve', 'citrus'],
    ['mandarin', 'ripe-fruit', 'mandarin'],
    ['grape', 'bud-burst', 'grape'],
    ['grape', null, 'grape'],
    ['vinifera', 'bud-burst', 'grape-vinifera'],
    ['grape-vinifera', 'bud-burst', 'grape-vinifera']
  ])('takes “%s” with “%s” for %s', (crop, stage, id) => {
    expect(namedIds(crop, stage).crop).toBe(id)
  })

  it('says what a misspelt name most likely means, in either language', () => {
    for (const written of ['kayısıı', 'kaysi', 'aprikot', 'Zerdalı']) {
      expect(meantCrop(written)).toBe(' Did you mean "apricot"?')
    }
    expect(meantCrop('generik')).toBe(' Did you mean "generic"?')
    expect(meantCrop('traktör')).toBe('')
    const apricot = findCrop('kayısı')
    if (apricot === null) expect.unreachable()
    expect(meantStage(apricot, 'tam çiçekk')).toBe(' Did you mean "full-bloom"?')
    expect(meantStage(apricot, 'full bloon')).toBe(' Did you mean "full-bloom"?')
  })
})
