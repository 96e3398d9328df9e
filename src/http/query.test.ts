import { describe, expect, it } from 'vitest'
import { readQuery } from './query.ts'
import { cropParameter, langParameter } from './weather/parameters.ts'

describe('the crop that was meant', () => {
  it('is told of a crop only where it is near; all of them are listed anyway', () => {
    expect(cropParameter.parse('foo')).toMatchObject({
      error: { detail: 'No crop is called "foo".', allowed: expect.stringContaining('fig') }
    })
    expect(cropParameter.parse('aprikott')).toMatchObject({
      error: { detail: 'No crop is called "aprikott". Did you mean "apricot"?' }
    })
    expect(cropParameter.parse('sera')).toMatchObject({
      error: {
        detail: expect.stringMatching(/^Nothing is forecast inside a greenhouse .*threshold_of "air"/)
      }
    })
    expect(langParameter.parse('tru')).toMatchObject({
      error: { detail: expect.stringMatching(/^"tru" is none of .*tr/) }
    })
  })
})

it.each([
  [false, '"lang" has no value. Give it one, or leave it out.'],
  [true, '"lang" has no value. Give it one.']
])('an empty parameter that is required (%s) is told what to do', (required, detail) => {
  const { errors } = readQuery('lang=', [{ ...langParameter, required }])
  expect(errors).toMatchObject([{ code: 'empty_parameter', detail }])
})
