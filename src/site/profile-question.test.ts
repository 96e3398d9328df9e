import { expect, test } from 'vitest'
import { genericQuestion, profileQuestion } from './profile-question.ts'
import { questionFaultText } from './profile-words.ts'

const read = (query: string) => profileQuestion(new URLSearchParams(query))
const asked = (query: string) => {
  const question = read(query)
  return question.kind === 'question' ? question.asked : question
}

test('crop and stage come as two parameters or as the picker’s one', () => {
  const apricot = { crop: 'apricot', stage: 'full-bloom', exposure: null }
  expect(asked('crop=apricot&stage=full-bloom')).toEqual(apricot)
  expect(asked('curve=apricot/full-bloom')).toEqual(apricot)
  expect(asked('curve=apricot%2Ffull-bloom&exposure=ground')).toEqual({ ...apricot, exposure: 'ground' })
})

test('the picker replaces the crop that its page was opened with', () => {
  expect(asked('curve=apple/full-bloom&crop=apricot&stage=first-bloom')).toMatchObject({ crop: 'apple' })
  expect(read('curve=apple&crop=apricot&stage=first-bloom').kind).toBe('stage_missing')
})

test('Turkish names lead to the same crop and stage', () => {
  expect(asked('crop=Kayısı&stage=full-bloom')).toMatchObject({ crop: 'apricot', stage: 'full-bloom' })
})

test('a stage that is left to the season is estimated, only of crops that have a model', () => {
  expect(read('crop=apricot&stage=auto')).toMatchObject({
    stageFromSeason: true,
    asked: { crop: 'apricot', stage: 'auto', exposure: null },
    profile: { crop: 'apricot', stage: null, exposure: 'canopy' }
  })
  expect(read('crop=walnut&stage=auto')).toMatchObject({ kind: 'not_estimable', crop: { id: 'walnut' } })
})

test.each([
  ['crop=apricot', 'stage_missing', ''],
  ['crop=apricot&stage=full-blom', 'unknown_stage', 'full-blom'],
  ['crop=unicorn&stage=full-bloom', 'unknown_crop', 'unicorn'],
  ['stage=full-bloom', 'stage_without_crop', 'full-bloom'],
  ['exposure=sky', 'unknown_exposure', 'sky']
])('%s is refused as %s, as the API refuses it', (query, kind, written) => {
  expect(read(query)).toMatchObject({ kind, written })
})

test.each(['sera', 'Greenhouse'])('%s leads to degrees of the air outside', (crop) => {
  const fault = read(`crop=${crop}&stage=seedling`)
  if (fault.kind === 'question') throw new Error('it is no crop')
  const textIn = (lang: 'en' | 'tr') => questionFaultText(fault, { lang })
  expect(textIn('en')).toContain('degrees of the air outside')
  expect(textIn('tr')).toContain('dışarıdaki havanın derecesiyle')
})

test('empty parameters are those of a form in which nothing was chosen', () => {
  expect(read('')).toEqual(genericQuestion)
  expect(read('curve=&crop=&stage=&exposure=')).toEqual(genericQuestion)
})
