import Type from 'typebox'
import { faultSentences } from '../../common/schema-check.ts'
import { secondMs } from '../../common/time.ts'
import type { Sensor } from '../../observations/ports.ts'
import type { RowFault } from '../../observations/row-parts.ts'
import { countsFor, isShared } from '../../observations/sharing.ts'
import { createIssueLookup, type SubmitDeps, type Submitter, submitRows } from '../../observations/submit.ts'
import { submitReadings } from '../../observations/submit-readings.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import {
  type ApiKeyHolder,
  type Operation,
  type OperationAnswer,
  type OperationRequest,
  problemAnswer
} from '../operation.ts'
import { textParameter } from '../parameter.ts'
import type { Problem } from '../problem.ts'
import { invalidParameters, readQuery, take } from '../query.ts'
import { langParameter } from '../weather/parameters.ts'
import { memberError, readRows } from './observations.body.ts'
import {
  type AnsweredRow,
  maxRows,
  observationsAnswer,
  observationsBody,
  presentObservations,
  presentSensor,
  type SentRow,
  sensorAnswer,
  sensorsAnswer
} from './observations.ts'
import type { RecordOperationDeps } from './parts.ts'

const maxSensors = 200

const sensorParameter = textParameter({
  name: 'sensor',
  required: true,
  description: 'Id of the sensor, as `GET /sensors` lists it.',
  schema: Type.String({ pattern: '^[1-9][0-9]{0,14}$', examples: ['7'] }),
  form: 'the id of a sensor',
  allowed: 'a whole number'
})

export function listSensors({ store, record }: RecordOperationDeps): Operation {
  return {
    method: 'GET',
    path: '/sensors',
    id: 'listSensors',
    tag: 'Record',
    summary: 'Your sensors',
    description:
      `The sensors of the API key with their states, up to ${maxSensors}; with a key of the operator those of ` +
      'everyone.',
    parameters: [langParameter],
    answers: { 200: { description: 'The sensors, oldest first.', schema: sensorsAnswer } },
    problems: ['invalid_parameter', 'api_key_required'],
    isPrivate: true,
    security: 'api_key',
    async handle({ apiKey, query: sent }) {
      if (apiKey === null) return problemAnswer(keyRequired)
      const query = readQuery(sent, [langParameter])
      const { errors } = query
      const lang = take(query, langParameter)
      if (errors.length > 0) return problemAnswer(invalidParameters(errors))
      const sensors = await store.sensors(apiKey.isOperator ? null : apiKey.id, maxSensors)
      const judged = []
      for (const sensor of sensors) judged.push(await record.judged(sensor))
      return { kind: 'fresh', body: { sensors: judged.map((one) => presentSensor(one, lang)) } }
    }
  }
}

export function acceptSensor(deps: RecordOperationDeps): Operation {
  return {
    method: 'POST',
    path: '/sensors/{sensor}/accept',
    id: 'acceptSensor',
    tag: 'Record',
    summary: 'Accept a sensor again',
    description:
      'The operator’s word that a sensor which was set aside measures well: its nights after today count again, ' +
      'those that set it aside never do. It also takes back a revocation.',
    pathParameters: [sensorParameter],
    answers: { 200: { description: 'The sensor as it is now.', schema: sensorAnswer } },
    problems: ['invalid_parameter', 'api_key_required', 'operator_key_required', 'sensor_not_found'],
    isPrivate: true,
    security: 'api_key',
    async handle(request) {
      const refusal = refusalOf(request)
      if (refusal !== null) return problemAnswer(refusal)
      const sensor = await findSensor(deps, request)
      if (sensor === null) return problemAnswer(notFound)
      const today = zoneClock(sensor.point.timezone).dateAt(Math.floor(request.nowAt / secondMs))
      await deps.store.accept(sensor.seq, today, request.nowAt)
      await deps.record.learnAround([sensor.point])
      await deps.record.follow([sensor.seq])
      const judged = await deps.record.judged({
        ...sensor,
        acceptedAfterDate: today,
        revokedAt: null,
        fault: null
      })
      return { kind: 'fresh', body: { sensor: presentSensor(judged) } }
    }
  }
}

export function revokeSensor(deps: RecordOperationDeps): Operation {
  return {
    method: 'POST',
    path: '/sensors/{sensor}/revoke',
    id: 'revokeSensor',
    tag: 'Record',
    summary: 'Revoke a sensor',
    description:
      'From now on its rows are refused, until the operator accepts it again. What it has sent stays. For a ' +
      'sensor that was stolen, sold or moved; with its own key or one of the operator.',
    pathParameters: [sensorParameter],
    answers: { 200: { description: 'The sensor as it is now.', schema: sensorAnswer } },
    problems: ['invalid_parameter', 'api_key_required', 'sensor_not_found'],
    isPrivate: true,
    security: 'api_key',
    async handle(request) {
      const { apiKey, nowAt } = request
      if (apiKey === null) return problemAnswer(keyRequired)
      const sensor = await findSensor(deps, request)
      // Another key's sensor is not known to this one.
      if (sensor === null || !(apiKey.isOperator || sensor.owner === apiKey.id))
        return problemAnswer(notFound)
      await deps.store.revoke(sensor.seq, nowAt)
      await deps.record.follow([sensor.seq])
      const judged = await deps.record.judged({ ...sensor, revokedAt: nowAt })
      return { kind: 'fresh', body: { sensor: presentSensor(judged) } }
    }
  }
}

const notFound: Problem = {
  code: 'sensor_not_found',
  detail: 'No sensor has this id; GET /sensors lists them.'
}

function refusalOf({ apiKey }: OperationRequest): Problem | null {
  if (apiKey === null) return keyRequired
  if (apiKey.isOperator) return null
  return { code: 'operator_key_required', detail: 'Ask the operator to accept the sensor.' }
}

async function findSensor(
  { store }: RecordOperationDeps,
  { params }: OperationRequest
): Promise<Sensor | null> {
  const parsed = sensorParameter.parse(params['sensor'] ?? '')
  return 'value' in parsed ? store.sensor(Number(parsed.value)) : null
}

const keyRequired: Problem = {
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
      `${maxRows} as \`observations\`. Posting the same row again changes nothing; another value for the same ` +
      'sensor and night replaces the first and says so. Rows are judged one by one: the good ones are stored, ' +
      'the others listed with the reason; where none is good nothing is stored and the answer is a problem. ' +
      'What was measured corrects the forecasts of that place and a few kilometres around. A row with ' +
      '`measured_at` is a reading of that instant instead, sent every hour or every ten minutes: a night ' +
      'whose every dark hour has one becomes a measured minimum by itself once the sun is up.',
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
  return { kind: 'fresh', body }
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
