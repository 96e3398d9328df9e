import Type, { type Static } from 'typebox'
import { listMembers, type MemberFilter, type MemberPage } from '../../alerts/members/list-members.ts'
import { unknownPlaceDetail } from '../../places/coordinates.ts'
import { type Operation, type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import { pageCursor, textParameter, wholeNumberParameter, withDefault, wordParameter } from '../parameter.ts'
import type { Problem } from '../problem.ts'
import { invalidParameters, type ParameterError, type QueryTexts, quoted, readQuery, take } from '../query.ts'
import { list, named, textOrNull } from '../schema.ts'
import type { AlertOperationDeps } from './parts.ts'
import { clockOf, subscriptionRow } from './subscription.present.ts'
import { statuses, view } from './subscription.schema.ts'
import { presentTonight, tonightMembers } from './tonight.present.ts'

const tonight = named('MemberTonight', tonightMembers)

const memberRow = named('Member', {
  ...view,
  tonight: Type.Unsafe<Static<typeof tonight> | null>({
    oneOf: [tonight, { type: 'null' }],
    description: 'The first raised night that is over within 28 hours; null where there is none.'
  })
})

const membersBody = named('MembersAnswer', {
  subscriptions: list(memberRow, 'One page of them.'),
  next_cursor: textOrNull('For the next page, also where this one has fewer rows; null on the last.')
})

const limitParameter = withDefault(
  wholeNumberParameter({ name: 'limit', description: 'How many.', minimum: 1, maximum: 200 }),
  50
)
const cursorParameter = pageCursor('^sub_[A-Za-z0-9_-]{22}$')
const labelParameter = textParameter({
  name: 'label',
  description: 'Part of the label, without regard to case and accents.',
  schema: Type.String({ maxLength: 80, examples: ['orchard'] }),
  allowed: 'up to 80 characters'
})
const placeParameter = textParameter({
  name: 'location',
  description: 'Only of this named place.',
  schema: Type.String({ maxLength: 64, examples: ['malatya'] }),
  allowed: 'a place of this service'
})
const stateParameter = wordParameter({
  name: 'state',
  description: 'Only with this `state`.',
  words: statuses
})
const tagParameter = textParameter({
  name: 'tag',
  description: 'Only with this tag.',
  schema: Type.String({ maxLength: 40, examples: ['north'] }),
  allowed: 'up to 40 characters'
})
const tonightParameter = wordParameter({
  name: 'tonight',
  description: 'Only with a night raised that is over within 28 hours, or of these the unanswered ones.',
  words: ['raised', 'unanswered']
})
const parameters = [
  limitParameter,
  cursorParameter,
  labelParameter,
  placeParameter,
  stateParameter,
  tagParameter,
  tonightParameter
]

export const keyRequired: Problem = {
  code: 'api_key_required',
  detail: 'Send the header X-API-Key: only what a key made is listed. Ask the operator for a key.'
}

export function membersOperation(deps: AlertOperationDeps): Operation {
  return {
    method: 'GET',
    path: '/alerts/subscriptions',
    id: 'listSubscriptions',
    tag: 'Alerts',
    summary: 'The subscriptions of your key',
    description:
      'What your API key made, the newest first, with tonight’s warning: when it was reported, what the gateway ' +
      'said, and whether a person has seen it. No destination is shown.',
    parameters,
    answers: { 200: { description: 'One page.', schema: membersBody } },
    problems: ['invalid_parameter', 'api_key_required'],
    isPrivate: true,
    security: 'api_key',
    handle: (request) => answer(deps, request)
  }
}

async function answer({ alerts }: AlertOperationDeps, request: OperationRequest): Promise<OperationAnswer> {
  if (request.apiKey === null) return problemAnswer(keyRequired)
  const query = readQuery(request.query, parameters)
  const { errors } = query
  const limit = take(query, limitParameter)
  const cursor = take(query, cursorParameter) ?? null
  const filter = filterOf(alerts, query)
  if (errors.length > 0) return problemAnswer(invalidParameters(errors))
  const page = await listMembers(alerts, request.client, { filter, limit, cursor })
  if (page === null) return problemAnswer(invalidParameters([foreignCursor(cursor ?? '')]))
  return { kind: 'fresh', body: presentPage(alerts, page) }
}

function filterOf({ places }: Pick<AlertOperationDeps['alerts'], 'places'>, query: QueryTexts): MemberFilter {
  const written = take(query, placeParameter)
  const place = written === undefined ? null : places.find(written)
  if (written !== undefined && place === null) {
    const suggestions = places.suggest(written).map((slug) => ({ slug }))
    const detail = unknownPlaceDetail(written, suggestions)
    query.errors.push({ parameter: 'location', code: 'not_allowed', detail, allowed: placeParameter.allowed })
  }
  return {
    location: place?.slug ?? null,
    label: take(query, labelParameter) ?? null,
    state: take(query, stateParameter) ?? null,
    tag: take(query, tagParameter) ?? null,
    tonight: take(query, tonightParameter) ?? null
  }
}

function foreignCursor(cursor: string): ParameterError {
  const detail = `${quoted(cursor)} is not a cursor of this key.`
  return { parameter: 'cursor', code: 'not_allowed', detail, allowed: cursorParameter.allowed }
}

function presentPage(
  alerts: AlertOperationDeps['alerts'],
  { members, next }: MemberPage
): Static<typeof membersBody> {
  return {
    subscriptions: members.map((one) => ({
      ...subscriptionRow(alerts, one.subscription),
      tonight:
        one.tonight === null ? null : presentTonight(clockOf(alerts, one.subscription.location), one.tonight)
    })),
    next_cursor: next
  }
}
