import { faultSentences } from '../../common/schema-check.ts'
import type { Sensor } from '../../observations/ports.ts'
import type { RowFault } from '../../observations/row-parts.ts'
import { countsFor, isShared } from '../../observations/sharing.ts'
import { createIssueLookup, type SubmitDeps, type Submitter, submitRows } from '../../observations/submit.ts'
import { submitReadings } from '../../observations/submit-readings.ts'
import { type ApiKeyHolder, type Operation, type OperationAnswer, problemAnswer } from '../operation.ts'
import type { Problem } from '../problem.ts'
import { memberError, readRows } from './observations.body.ts'
import {
  type AnsweredRow,
  mostRows,
  observationsAnswer,
  observationsBody,
  presentObservations,
  type SentRow
} from './observations.ts'
import type { RecordOperationDeps } from './parts.ts'

export const keyRequired: Problem = {
  code: 'api_key_required',
  detail:
    'Send the header X-API-Key: measurements are stored under the key that sent them. Ask the operator for a key.'
}

export function observationsOperation(deps: RecordOperationDeps): Operation {
  return {
    method: 'POST',
    path: '/observations',
    id: 'postObservations',
    tag: 'Record',
    summary: 'Measured minima and readings',
    description:
      'A night’s measured minimum at 2 m, or at the plants with their `exposure`: one row, or up to ' +
      `${mostRows} as \`observations\`. Posting the same row again changes nothing; another value for the same ` +
      'sensor and night replaces the first and says so. Rows are judged one by one: the good ones are stored, ' +
      'the others listed with the reason; where none is good nothing is stored and the answer is a problem. ' +
      'What was measured corrects the forecasts of that place and a few kilometres around. A row with ' +
      '`measured_at` is a reading of that instant instead, sent every hour or every ten minutes: a night ' +
      'whose every dark hour has one becomes a measured minimum by itself once the sun is up.',
    parameters: [],
    body: observationsBody,
    answers: { 200: { description: 'What became of each row.', schema: observationsAnswer } },
    problems: [
      'invalid_parameter',
      'api_key_required',
      'validation_failed',
      'observation_refused',
      'location_not_found'
    ],
    isPrivate: true,
    security: 'api_key',
    async handle(request) {
      if (request.apiKey === null) return problemAnswer(keyRequired)
      const sent = readRows(request.body, request.nowAt)
      if (sent.kind === 'problem') return problemAnswer(sent.problem)
      return answerRows(deps, request.apiKey, sent.rows, request.nowAt)
    }
  }
}

async function answerRows(
  deps: RecordOperationDeps,
  key: ApiKeyHolder,
  sent: readonly SentRow[],
  now: number
): Promise<OperationAnswer> {
  const { store, isNamed, findPlace, record } = deps
  const synthetic = deps.isSynthetic()
  const counts = (sensor: Sensor) => countsFor(sensor, key.id, deps.sharing)
  const issues = createIssueLookup({ store, isNamed }, { synthetic, now, counts })
  const submitter = { owner: key.id, isOperator: key.isOperator }
  const { answered, changed } = await submitAll({ store, findPlace, now, issues }, submitter, sent)
  const problem = refusalOfAll(answered)
  if (problem !== null) return problemAnswer(problem)
  const points = answered.flatMap(({ outcome }) => (outcome.kind === 'kept' ? [outcome.point] : []))
  const news = new Map([...points, ...changed].map((point) => [point.pointKey, point]))
  if (news.size > 0) await record.learnAround([...news.values()])
  await record.follow(sensorsRead(answered))
  const body = presentObservations(answered, {
    sensors: await judgedSensors(deps, answered),
    countsForEveryone: isShared({ isOperators: key.isOperator }, deps.sharing)
  })
  return { kind: 'fresh', status: 200, body, maxAgeSeconds: null }
}

function sensorsRead(rows: readonly AnsweredRow[]): readonly number[] {
  const seqs = rows.flatMap(({ outcome }) => (outcome.kind === 'stored' ? [outcome.outcome.sensorSeq] : []))
  return [...new Set(seqs)]
}

async function submitAll(deps: SubmitDeps, submitter: Submitter, sent: readonly SentRow[]) {
  const results = sent.map((one) => one.result)
  const rows = results.flatMap((one) => (one.kind === 'row' ? [one.row] : []))
  const readings = results.flatMap((one) => (one.kind === 'reading' ? [one.reading] : []))
  const nights = (await submitRows(deps, submitter, rows)).values()
  const submitted = await submitReadings(deps, submitter, readings)
  const others = submitted.rows.values()
  const answered = sent.map((one): AnsweredRow => {
    if (one.result.kind === 'fault')
      return { sent: one, outcome: { kind: 'refused', fault: one.result.fault } }
    const outcome = (one.result.kind === 'row' ? nights : others).next().value
    return { sent: one, outcome: outcome ?? { kind: 'refused', fault: notSubmitted } }
  })
  return { answered, changed: submitted.changed }
}

const notSubmitted: RowFault = { member: null, code: 'invalid_type', detail: '' }

/** The problem of a request none of whose rows was stored; null where one was. */
function refusalOfAll(rows: readonly AnsweredRow[]): Problem | null {
  const errors = rows.flatMap(({ sent, outcome }) =>
    outcome.kind === 'refused' ? [memberError(sent.pointer, outcome.fault)] : []
  )
  if (errors.length < rows.length) return null
  const detail = faultSentences(errors.map((one) => ({ name: one.pointer.slice(1), detail: one.detail })))
  const isAll = (code: RowFault['code']) => errors.every((error) => error.code === code)
  if (isAll('location_not_found')) {
    const suggestions = rows[0]?.outcome.kind === 'refused' ? (rows[0].outcome.fault.suggestions ?? []) : []
    return { code: 'location_not_found', about: 'body', detail, extensions: { errors, suggestions } }
  }
  const code = isAll('implausible') ? 'observation_refused' : 'validation_failed'
  return { code, detail, extensions: { errors } }
}

async function judgedSensors(deps: RecordOperationDeps, rows: readonly AnsweredRow[]) {
  const seqs = new Set(
    rows.flatMap(({ outcome }) => (outcome.kind === 'kept' ? [outcome.outcome.sensorSeq] : []))
  )
  const judged = []
  for (const seq of seqs) {
    const sensor = await deps.store.sensor(seq)
    if (sensor !== null) judged.push(await deps.record.judged(sensor))
  }
  return judged
}
