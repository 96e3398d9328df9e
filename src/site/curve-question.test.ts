import { expect, test } from 'vitest'
import { curveQuestion, genericQuestion } from './curve-question.ts'

const asked = (query: string) => curveQuestion(new URLSearchParams(query))

test('crop and stage come as two parameters or as the picker’s one', () => {
  const apricot = { crop: 'apricot', stage: 'full-bloom', exposure: null }
  expect(asked('crop=apricot&stage=full-bloom')).toEqual(apricot)
  expect(asked('curve=apricot/full-bloom')).toEqual(apricot)
  expect(asked('curve=apricot%2Ffull-bloom&exposure=ground')).toEqual({ ...apricot, exposure: 'ground' })
})

test('Turkish names lead to the same crop', () => {
  expect(asked('crop=Kayısı&stage=full-bloom').crop).toBe('apricot')
})

test('a crop alone is asked in full bloom', () => {
  expect(asked('crop=apple').crop).toBe('apple')
  expect(asked('crop=apricot').stage).toBe('full-bloom')
})

test('what is not known is the generic curve', () => {
  expect(asked('crop=unicorn&stage=full-bloom&exposure=sky')).toEqual(genericQuestion)
  expect(asked('')).toEqual(genericQuestion)
})
