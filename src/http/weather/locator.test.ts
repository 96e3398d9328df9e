import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openGazetteer } from '../../places/gazetteer.ts'
import type { ParameterError } from '../query.ts'
import { findPlace } from './locator.ts'

const gazetteer = await openGazetteer()
const find = (text: string) => {
  const errors: ParameterError[] = []
  const result = findPlace(text, gazetteer, errors)
  return { slug: result.kind === 'located' ? result.located.place?.slug : undefined, result, errors }
}

it('finds a name as it is pasted, with blanks of every kind and what is not seen', () => {
  const unseen = fc.constantFrom('\u200b', '\u00ad', '\ufeff', '\u200e', '\u2060', '\u202a')
  const blank = fc.constantFrom(' ', '\u00a0', '\t', '\n', '\u2009', '\u3000', '  ')
  const names = fc.constantFrom('Malatya', 'Şanlıurfa', 'Malatya Battalgazi', 'İzmir', 'malatya-arapgir')
  fc.assert(
    fc.property(names, unseen, blank, fc.nat(6), (name, nothing, gap, at) => {
      const spread = name.slice(0, at) + nothing + name.slice(at)
      const pasted = `${gap}${spread.replaceAll(' ', gap)}${nothing}${gap}`
      expect([pasted, find(pasted).slug]).toEqual([pasted, find(name).slug ?? 'no place'])
    })
  )
})

it.each([
  ['38.355,38.310', 'lat=38.355&lon=38.31'],
  ['38.355-38.310', 'lat=38.355&lon=38.31'],
  ['38°21′18″N 38°18′36″E', 'lat=38.355&lon=38.31'],
  ['geo:38.355,38.31', 'lat=38.355&lon=38.31']
])('says where the coordinates %s belong', (text, where) => {
  const { result, errors } = find(text)
  const said = JSON.stringify([result, errors])
  expect(said).toContain(`Coordinates go into two parameters: ${where}.`)
})
