/** The query of a page without what makes no other answer: pages are kept by it. */
import { languages } from '../language/language.ts'
import { profileQuestion } from './profile-question.ts'

/** Any other value is as good as none. */
const values: Readonly<Record<string, readonly string[]>> = {
  theme: ['light', 'dark'],
  units: ['imperial'],
  lang: languages,
  map: ['risk', 'temperature'],
  compact: ['1'],
  fit: ['height']
}
const dates = ['night', 'date']
const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** Of each name the first value alone, of a crop its id; what names no crop stays, for pages tell what is wrong. */
export function understood(query: URLSearchParams): URLSearchParams {
  // In one pass: each look-up in a query goes through all of it.
  const first = new Map<string, string>()
  for (const [name, value] of query) if (!first.has(name)) first.set(name, value)
  const isOf = (name: string, value: string): boolean =>
    values[name]?.includes(value) ?? (!dates.includes(name) || isoDate.test(value))
  const one = new URLSearchParams([...first].filter(([name, value]) => isOf(name, value)))
  const question = profileQuestion(one)
  if (question.kind !== 'question') return one
  const isChosen = one.has('crop') || one.has('curve')
  const { crop, stage, exposure } = question.asked
  for (const name of ['curve', 'crop', 'stage', 'exposure']) one.delete(name)
  // No crop is a choice too.
  if (isChosen) one.set('crop', crop ?? '')
  if (stage !== null) one.set('stage', stage)
  if (exposure !== null) one.set('exposure', exposure)
  return one
}
