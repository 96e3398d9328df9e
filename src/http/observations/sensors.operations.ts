import Type from 'typebox'
import { secondMs } from '../../common/time.ts'
import type { Sensor } from '../../observations/ports.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { type Operation, type OperationRequest, problemAnswer } from '../operation.ts'
import { textParameter } from '../parameter.ts'
import type { Problem } from '../problem.ts'
import { invalidParameters, readQuery, take } from '../query.ts'
import { langParameter } from '../weather/parameters.ts'
import { keyRequired } from './observations.operation.ts'
import { presentSensor, sensorAnswer, sensorsAnswer } from './observations.ts'
import type { RecordOperationDeps } from './parts.ts'

const mostSensors = 200

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
      `The sensors of the API key with their states, up to ${mostSensors}; with a key of the operator those of ` +
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
      const sensors = await store.sensors(apiKey.isOperator ? null : apiKey.id, mostSensors)
      const judged = []
      for (const sensor of sensors) judged.push(await record.judged(sensor))
      return {
        kind: 'fresh',
        status: 200,
        body: { sensors: judged.map((one) => presentSensor(one, lang)) },
        maxAgeSeconds: null
      }
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
    parameters: [],
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
        lie: null
      })
      return { kind: 'fresh', status: 200, body: { sensor: presentSensor(judged) }, maxAgeSeconds: null }
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
    parameters: [],
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
      return { kind: 'fresh', status: 200, body: { sensor: presentSensor(judged) }, maxAgeSeconds: null }
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
