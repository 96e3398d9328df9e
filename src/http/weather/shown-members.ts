/** Small answers: which members of a body a query chooses, by `detail=short` or `fields`. */
import { hash } from 'node:crypto'
import Type, { type TSchema } from 'typebox'
import { type Chosen, choose } from '../chosen-members.ts'
import { textParameter, withDefault, wordParameter } from '../parameter.ts'
import { type Parameter, type QueryTexts, take } from '../query.ts'

const detailParameter = withDefault<'full' | 'short'>(
  wordParameter({
    name: 'detail',
    description: '`short` shows a few members of the answer that are looked at most.',
    words: ['full', 'short']
  }),
  'full'
)
const fieldsParameter = textParameter({
  name: 'fields',
  description:
    'Paths of the members to show of the answer, with commas between them: `location.slug,units.temperature`. ' +
    'Of lists each row is cut. All others are left out, also those that the schema requires.',
  schema: Type.String({ examples: ['location.slug,units.temperature'] }),
  allowed: 'paths of members of the answer, such as location.slug,units.temperature'
})
export const shownParameters: readonly Parameter[] = [detailParameter, fieldsParameter]

const shortOfEvery = [
  'location.slug',
  'location.name',
  'location.lat',
  'location.lon',
  'meta.synthetic',
  'meta.freshness.status',
  'meta.attribution'
]

export interface Showing<Present> {
  readonly own: {
    readonly present: Present
    /** The short form where it costs less than the members cut from the body. */
    readonly presentShort?: Present
  }
  readonly schema: TSchema
  readonly short: readonly string[]
}

/** What is presented, and the members of it that are shown; null: all. `key` distinguishes it from the whole answer. */
export interface Shown<Present> {
  readonly present: Present
  readonly chosen: Chosen | null
  readonly key: string
}

/** The forms of an answer that can be cut. */
const cutForms = ['json', 'geojson']

export function takeShown<Present>(
  query: QueryTexts,
  { own: { present, presentShort }, schema, short }: Showing<Present>
): Shown<Present> {
  const { errors } = query
  const whole = { present, chosen: null, key: '' }
  const detail = take(query, detailParameter)
  const fields = take(query, fieldsParameter)
  const { name: parameter, allowed } = fieldsParameter
  if (fields === undefined && detail === 'full') return whole
  if (fields !== undefined && detail === 'short') {
    const sentence = 'Give either "fields" or "detail=short", not both.'
    errors.push({ parameter, code: 'conflicting_parameters', detail: sentence, allowed })
  }
  refuseOtherForms(query)
  if (fields === undefined && presentShort !== undefined)
    return { present: presentShort, chosen: null, key: ' short' }
  const paths = fields?.split(',').map((path) => path.trim()) ?? [...shortOfEvery, ...short]
  const chosen = choose(schema, paths)
  if (typeof chosen === 'string') {
    errors.push({ parameter, code: 'not_allowed', detail: chosen, allowed })
    return whole
  }
  return { present, chosen, key: ` ${hash('sha256', paths.join(','), 'base64url')}` }
}

function refuseOtherForms({ known, texts, errors }: QueryTexts): void {
  const format = known.find(({ name }) => name === 'format')
  const words = format?.allowed.split(', ') ?? []
  const given = texts.get('format') ?? 'json'
  if (!words.includes(given) || cutForms.includes(given)) return
  const forms = words.filter((word) => cutForms.includes(word))
  const whole = given === 'ics' ? 'A calendar has all its members' : 'A table has all its columns'
  errors.push({
    parameter: 'format',
    code: 'conflicting_parameters',
    detail: `${whole}; choose members of ${forms.join(' or ')}.`,
    allowed: forms.join(', ')
  })
}
