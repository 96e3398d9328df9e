import Type, { type Static } from 'typebox'
import { type Imported, importMembers, maxRows, type RowResult } from '../../alerts/members/import-members.ts'
import { RowsBody } from '../bodies.ts'
import { type Operation, type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import { textParameter, withDefault, wordParameter } from '../parameter.ts'
import { memberFaultCodes, type Problem } from '../problem.ts'
import { invalidParameters, type ParameterError, readQuery, take } from '../query.ts'
import { requestLimits } from '../request-limits.ts'
import { flag, integer, list, named, oneOf, oneOfOrNull, text, textOrNull } from '../schema.ts'
import { readRows } from './import-rows.ts'
import { keyRequired } from './members.operation.ts'
import { type AlertOperationDeps, presentProblem } from './parts.ts'
import { statuses } from './subscription.schema.ts'

const results = ['stored', 'changed', 'unchanged', 'refused'] as const

const resultRow = named('ImportResult', {
  line: integer('Of the file, from 1.', { minimum: 1 }),
  external_id: text('As the row has it; empty where it has none.'),
  result: oneOf(results, 'What became of it, or would become in a dry run.'),
  id: textOrNull('Of the subscription; null of a refused row, and of a new one in a dry run.'),
  status: oneOfOrNull(statuses, 'Of the subscription; null with `id`.'),
  errors: list(
    named('ImportFault', {
      pointer: text('Which member, as a JSON pointer; empty for the whole row.'),
      code: oneOf(memberFaultCodes, 'What kind of fault it is.'),
      detail: text('What is wrong and what is allowed.')
    }),
    'What is wrong with a refused row; else empty.'
  )
})

const count = (description: string) => integer(description, { minimum: 0 })
const importBody = named('ImportAnswer', {
  dry_run: flag('Nothing was stored.'),
  stored: count('New subscriptions.'),
  changed: count('Rows that say something else than when they were imported last.'),
  unchanged: count('Rows that were imported before.'),
  refused: count('Rows with a fault; each is named in `results`.'),
  new_points: count('Places and points of new rows that are not watched yet.'),
  new_points_allowed: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    description: 'How many more the budget of the weather source allows; null: no limit.'
  }),
  results: list(resultRow, 'What became of each row, in the order of the file.')
})

const dryRunParameter = withDefault<'true' | 'false'>(
  wordParameter({
    name: 'dry_run',
    description: 'Judge every row and store nothing.',
    words: ['true', 'false']
  }),
  'false'
)
const longestGround = 120
const groundParameter = textParameter({
  name: 'ground',
  description:
    'With a key that vouches: why its members get messages without proving their telephone or mailbox, such as ' +
    'the form that they signed. It stands with each of them.',
  schema: Type.String({
    maxLength: longestGround,
    pattern: '^[^\\p{Cc}]*$',
    examples: ['Membership form 2026']
  }),
  allowed: `a text of up to ${longestGround} characters`
})
const parameters = [dryRunParameter, groundParameter]

const csv = Type.String({
  description:
    'A header, then one row a line. Columns: external_id, the members of a subscription, and those of its ' +
    'destination (phone, address, url); also in Turkish (uye_no, yer, kanal, esik, telefon …).',
  examples: ['external_id,location,channel,threshold,label\n1041,malatya,feed,60,Lower orchard\n']
})
const ndjson = Type.String({
  description: 'One JSON object a line: the body of `POST /alerts/subscribe` and `external_id`.',
  examples: ['{"external_id":"1041","location":"malatya","channel":"feed","threshold":60}\n']
})

export function importOperation(deps: AlertOperationDeps): Operation {
  return {
    method: 'POST',
    path: '/alerts/subscriptions/import',
    id: 'importSubscriptions',
    tag: 'Alerts',
    summary: 'Import subscriptions',
    description:
      `Up to ${maxRows} rows of a file. A row stays one subscription by its \`external_id\`: an import ` +
      'may be repeated, also where it was cut off. Faulty rows are named by their line, all others are stored. ' +
      'Where the file needs more new points than the source’s budget allows, or more subscriptions than the ' +
      'key may make, nothing is stored.',
    parameters,
    rows: { 'text/csv': csv, 'application/x-ndjson': ndjson },
    bodyBytes: requestLimits.rowsBytes,
    answers: { 200: { description: 'What became of each row.', schema: importBody } },
    problems: [
      'invalid_parameter',
      'api_key_required',
      'validation_failed',
      'subscription_limit',
      'alerts_unavailable'
    ],
    security: 'api_key',
    handle: (request) => answer(deps, request)
  }
}

async function answer(deps: AlertOperationDeps, request: OperationRequest): Promise<OperationAnswer> {
  const { alerts, newPoints } = deps
  const { apiKey, body, client } = request
  if (apiKey === null) return problemAnswer(keyRequired)
  const query = readQuery(request.query, parameters)
  const { errors } = query
  const isDryRun = take(query, dryRunParameter) === 'true'
  const ground = take(query, groundParameter)?.trim() || null
  if (ground !== null && !apiKey.vouches) errors.push(notVouching)
  if (errors.length > 0) return problemAnswer(invalidParameters(errors))
  if (!(body instanceof RowsBody)) return problemAnswer(noRows)
  const read = readRows(body, alerts.channels.values())
  if ('detail' in read) return problemAnswer(wholeFault(read.detail))
  const { rows } = read
  if (rows.length === 0) return problemAnswer(wholeFault('The file has no row.'))
  if (rows.length > maxRows)
    return problemAnswer(wholeFault(`The file has ${rows.length} rows; send up to ${maxRows} at a time.`))
  const { isOperator, tier } = apiKey
  const vouched = ground === null ? null : { by: apiKey.id, ground }
  const asked = { client, tier, isOperator, isDryRun, vouched, language: 'en', rows, newPoints } as const
  const imported = await importMembers(alerts, asked)
  if (!imported.ok) return problemAnswer(presentProblem(imported, alerts.places))
  if (!isDryRun) deps.wake()
  return { kind: 'fresh', body: presentImport(imported, isDryRun) }
}

const notVouching: ParameterError = {
  parameter: 'ground',
  code: 'not_allowed',
  detail:
    'This key does not vouch for its members; ask the operator for one that does (ayaz keys create --vouches).',
  allowed: 'left out'
}

const noRows: Problem = {
  code: 'unsupported_media_type',
  detail: 'Send "Content-Type: text/csv" or "application/x-ndjson".'
}

function wholeFault(detail: string): Problem {
  const errors = [{ pointer: '', code: 'invalid_format' as const, detail }]
  return { code: 'validation_failed', detail, extensions: { errors } }
}

function presentImport(imported: Imported, isDryRun: boolean): Static<typeof importBody> {
  const countOf = (kind: RowResult['result']) =>
    imported.results.filter(({ result }) => result === kind).length
  return {
    dry_run: isDryRun,
    stored: countOf('stored'),
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    refused: countOf('refused'),
    new_points: imported.newPoints,
    new_points_allowed: imported.newPointsAllowed,
    results: imported.results.map(presentResult)
  }
}

function presentResult({
  line,
  externalId,
  result,
  subscription,
  errors
}: RowResult): Static<typeof resultRow> {
  const { id = null, state: status = null } = subscription ?? {}
  return { line, external_id: externalId, result, id, status, errors: [...errors] }
}
