import { expect, test } from 'vitest'
import { cropById } from '../../frost/crops.ts'
import type { Visitor } from '../visitor.ts'
import { stageChoices, stageForm } from './stage-cards.ts'

const visitor: Visitor = { lang: 'en', theme: 'auto', units: 'metric', carried: { theme: 'dark' } }
const asked = { crop: 'apple', stage: 'auto', exposure: null }

test('the estimate is chosen where it was asked for, and the stage that it says is marked', () => {
  const form = String(stageForm('/en/place/malatya', { asked, estimated: 'first-pink' }, visitor))
  const [auto = '', ...others] = form.split('<label>').slice(1)
  expect(auto).toContain('value="auto" checked')
  expect(others.filter((card) => card.includes('checked'))).toEqual([])
  expect(others.filter((card) => card.includes('estimated')).length).toBe(1)
  expect(others.find((card) => card.includes('estimated'))).toContain('value="first-pink"')
  expect(form).toContain('<input type="hidden" name="theme" value="dark">')
  expect(form).toContain('<input type="hidden" name="crop" value="apple">')
})

test('a crop without a model has no estimate to choose, and no crop has no cards', () => {
  const pear = cropById('pear')
  if (pear === null) throw new Error('no pear')
  const cards = stageChoices({ crop: pear, chosen: 'full-bloom', estimated: null }, visitor).map(String)
  expect(cards.some((card) => card.includes('value="auto"'))).toBe(false)
  expect(cards.filter((card) => card.includes('checked')).length).toBe(1)
  const none = { crop: null, stage: null, exposure: null }
  const heights = String(stageForm('/en/place/malatya', { asked: none, estimated: null }, visitor))
  expect(heights).not.toContain('class="stages"')
  expect(heights).toContain('name="exposure"')
})
