import Type, { type TSchema } from 'typebox'
import { checkOf } from '../../common/schema-check.ts'
import type { Intake } from '../../observations/intake-ports.ts'
import {
  type IntakeHolder,
  isHeldBy,
  makeIntake as makeOwn,
  maxIntakes,
  maxIntakesOf,
  revokeIntake,
  rotateIntake
} from '../../observations/owned-intakes.ts'
import type { SensorOfRow } from '../../observations/row-parts.ts'
import { type Operation, type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import { textParameter } from '../parameter.ts'
import type { MemberError, Problem } from '../problem.ts'
import type { ProblemCode } from '../problem-catalogue.ts'
import {
  intakeAnswer,
  intakeChange,
  intakeSecretAnswer,
  intakesAnswer,
  newIntakeBody,
  presentAddresses,
  presentDetail,
  presentIntake
} from './intakes.ts'
import { memberError } from './observations.body.ts'
import { fieldFault, invalid, placed, type RecordOperationDeps, schemaError } from './parts.ts'

const intakeParameter = textParameter({
  name: 'intake',
  required: true,
  description: 'Id of the intake, as `GET /intakes` lists it.',
  schema: Type.String({ pattern: '^[1-9][0-9]{0,14}$', examples: ['3'] }),
  form: 'the id of an intake',
  allowed: 'a whole number'
})

const checkNew = checkOf(newIntakeBody)
const checkChange = checkOf(intakeChange)

export function intakeOperations(deps: RecordOperationDeps): readonly Operation[] {
  return [listIntakes(deps), makeIntake(deps), ...ofOneIntake(deps)]
}

function listIntakes({ store }: RecordOperationDeps): Operation {
  return {
    ...common({ id: 'listIntakes', answer: intakesAnswer, problems: [] }),
    method: 'GET',
    path: '/intakes',
    summary: 'Your intakes',
    description:
      `The secrets by which stations send, without the secrets themselves, up to ${maxIntakes}; with a key of ` +
      'the operator those of everyone.',
    async handle(request) {
      const holder = await holderOf(request)
      if (holder === null) return problemAnswer(keyOrTokenRequired)
      const intakes = await store.intakes(holder.isOperator ? null : holder.id, maxIntakes)
      return { kind: 'fresh', body: { intakes: intakes.map(presentIntake) } }
    }
  }
}

function makeIntake(deps: RecordOperationDeps): Operation {
  return {
    ...common({
      id: 'makeIntake',
      answer: intakeSecretAnswer,
      status: 201,
      problems: ['validation_failed', 'too_many_intakes']
    }),
    method: 'POST',
    path: '/intakes',
    summary: 'Make an intake',
    description:
      'A secret by which a station, or an application of a LoRaWAN network, sends readings in the protocol of ' +
      'its maker. What it sends is listed as channels; nothing is stored of one before it is mapped to a ' +
      'sensor.',
    body: newIntakeBody,
    async handle(request) {
      const { body, nowAt } = request
      const holder = await holderOf(request)
      if (holder === null) return problemAnswer(keyOrTokenRequired)
      const checked = checkNew(body)
      if ('faults' in checked) return invalid(checked.faults.map(schemaError))
      const { label = '', unit = null } = checked.value
      const made = await makeOwn(deps.store, holder, { label, unit, now: nowAt })
      return made === null ? problemAnswer(tooMany(maxIntakesOf(holder))) : shown(deps, 201, made)
    }
  }
}

interface IntakeCall {
  readonly method: Operation['method']
  readonly suffix?: string
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly body?: TSchema
  readonly answer?: TSchema
  readonly problems?: readonly ProblemCode[]
  readonly act: (intake: Intake, request: OperationRequest) => Promise<OperationAnswer>
}

function ofOneIntake(deps: RecordOperationDeps): readonly Operation[] {
  const { store } = deps
  const calls: readonly IntakeCall[] = [
    {
      method: 'GET',
      id: 'getIntake',
      summary: 'One intake',
      description: 'Its channels with the last value of each, and what was not accepted, with the reason.',
      act: (intake) => shown(deps, 200, { intake })
    },
    {
      method: 'PATCH',
      id: 'changeIntake',
      summary: 'Change an intake',
      description:
        'Its name, its unit, and which sensor each channel is. A field that says nothing of its unit needs one.',
      body: intakeChange,
      problems: ['validation_failed', 'operator_key_required'],
      act: (intake, request) => change(deps, intake, request)
    },
    {
      method: 'POST',
      suffix: '/rotate',
      id: 'rotateIntake',
      summary: 'A new secret',
      description: 'The old one is refused from now on. Channels and sensors stay.',
      answer: intakeSecretAnswer,
      act: async (intake) => shown(deps, 200, { intake, secret: await rotateIntake(store, intake) })
    },
    {
      method: 'DELETE',
      id: 'revokeIntake',
      summary: 'Revoke an intake',
      description: 'Nothing more is taken by it. What it has sent stays.',
      act: async (intake, { nowAt }) => shown(deps, 200, { intake: await revokeIntake(store, intake, nowAt) })
    }
  ]
  return calls.map((call) => ofIntake(deps, call))
}

function ofIntake(
  deps: RecordOperationDeps,
  { suffix = '', id, answer = intakeAnswer, problems = [], act, ...call }: IntakeCall
): Operation {
  return {
    ...common({ id, answer, problems: [...problems, 'intake_not_found'] }),
    ...call,
    path: `/intakes/{intake}${suffix}`,
    pathParameters: [intakeParameter],
    async handle(request) {
      const holder = await holderOf(request)
      if (holder === null) return problemAnswer(keyOrTokenRequired)
      const parsed = intakeParameter.parse(request.params['intake'] ?? '')
      const intake = 'value' in parsed ? await deps.store.intake(Number(parsed.value)) : null
      // Another key's intake is not known to this one.
      if (intake === null || !isHeldBy(holder, intake)) return problemAnswer(notFound)
      return act(intake, request)
    }
  }
}

/** The holder whose intakes a request is about: its key, or the subscription that its token manages. */
async function holderOf({ apiKey, managed }: OperationRequest): Promise<IntakeHolder | null> {
  if (apiKey !== null) return { ...apiKey, isSubscription: false }
  const id = await managed()
  return id === null ? null : { id, isOperator: false, isSubscription: true }
}

function common({
  id,
  answer: schema,
  status = 200,
  problems
}: {
  id: string
  answer: TSchema
  status?: number
  problems: readonly ProblemCode[]
}) {
  return {
    id,
    tag: 'Record',
    answers: { [status]: { description: 'As it is now.', schema } },
    problems: ['invalid_parameter', 'api_key_required', ...problems],
    isPrivate: true,
    security: 'either'
  } as const
}

async function change(
  deps: RecordOperationDeps,
  intake: Intake,
  { apiKey, body }: OperationRequest
): Promise<OperationAnswer> {
  const { store } = deps
  const checked = checkChange(body)
  if ('faults' in checked) return invalid(checked.faults.map(schemaError))
  const { label = intake.label, unit = intake.unit, channels = [] } = checked.value
  const { mqtt: topics = intake.mqtt } = checked.value
  // The broker is the operator's, and what others publish there is not for every key.
  if (checked.value.mqtt !== undefined && apiKey?.isOperator !== true) return problemAnswer(operatorsBroker)
  const mqtt = topics === null ? null : { ...topics, pointer: topics.pointer ?? null }
  const known = new Set((await store.channels(intake.seq)).map(({ device, field }) => `${device}\n${field}`))
  const errors: MemberError[] = []
  const mapped: (SensorOfRow | null)[] = []
  for (const [index, { device, field, sensor }] of channels.entries()) {
    const at = `/channels/${index}`
    if (!known.has(`${device}\n${field}`)) errors.push(memberError(at, fieldFault(device, field)))
    const read = sensor === null ? null : await placed(deps, sensor)
    if (read !== null && 'detail' in read) errors.push(memberError(`${at}/sensor`, read))
    else mapped.push(read)
  }
  if (errors.length > 0) return invalid(errors)
  const changed = { ...intake, label: label.trim(), unit, mqtt }
  await store.changeIntake(intake.seq, { label: changed.label, unit, mqtt })
  for (const [index, name] of channels.entries())
    await store.mapChannel(intake.seq, name, mapped[index] ?? null)
  return shown(deps, 200, { intake: changed })
}

/** The intake with what it has heard; and with its secret, the only time. */
async function shown(
  { store, siteUrl }: Pick<RecordOperationDeps, 'store' | 'siteUrl'>,
  status: number,
  { intake, secret }: { intake: Intake; secret?: string }
): Promise<OperationAnswer> {
  const channels = await store.channels(intake.seq)
  const detail = presentDetail(intake, channels, await store.refusals(intake.seq))
  const made = secret === undefined ? {} : { secret, addresses: presentAddresses(siteUrl, secret) }
  return { kind: 'fresh', status, body: { intake: detail, ...made } }
}

const keyOrTokenRequired: Problem = {
  code: 'api_key_required',
  detail: 'Send the header X-API-Key, or as Authorization: Bearer the manage token of a subscription.'
}

function tooMany(most: number): Problem {
  return { code: 'too_many_intakes', detail: `There are ${most} intakes already; one has many channels.` }
}

const operatorsBroker: Problem = {
  code: 'operator_key_required',
  detail: 'Topics of the broker are read for the operator alone: send a key of the operator.'
}

const notFound: Problem = {
  code: 'intake_not_found',
  detail: 'No intake has this id; GET /intakes lists them.'
}
