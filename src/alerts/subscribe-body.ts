/** What a body may say of a subscription: read strictly, so that a mistyped member never makes a silent alert. */
import { pointerToken } from '../common/json-pointer.ts'

import { type Crop, crops } from '../frost/crops.ts'
import type { Exposure } from '../frost/frost-night.ts'
import { findCrop, findStage } from '../language/crop-names.ts'
import { isLanguage, type Language, languages } from '../language/language.ts'
import { type AlertProblem, type AlertProblemCode, type BodyFault, bodyProblem, problem } from './problems.ts'

/** The body of `subscribe`, checked but not yet looked up. */
export interface SubscribeBody {
  readonly ok: true
  readonly location: string
  readonly channel: string
  readonly threshold: number
  readonly destination: unknown
  readonly language: Language | null
  readonly planting: Planting
  readonly label: string | null
}

/** What grows there, as ids of the crop table. */
export interface Planting {
  readonly crop: string
  readonly stage: string | null
  readonly exposure: Exposure | null
}

/** Members that PATCH may change; absent members stay. */
export interface PatchBody {
  readonly ok: true
  readonly threshold?: number
  readonly language?: Language
  readonly label?: string | null
  /** Present when crop, stage or exposure is named; members not named are undefined. */
  readonly planting?: {
    readonly crop?: string
    readonly stage?: string | null
    readonly exposure?: Exposure | null
  }
}

type Members = Readonly<Record<string, unknown>>

const subscribeMembers = [
  'location',
  'channel',
  'threshold',
  'destination',
  'lang',
  'crop',
  'stage',
  'exposure',
  'label'
]
const patchMembers = ['threshold', 'lang', 'crop', 'stage', 'exposure', 'label']
const exposures: readonly string[] = ['ground', 'vine', 'canopy'] satisfies Exposure[]
const longestLabel = 80

/** Reads the body of `POST /alerts/subscribe`. */
export function readSubscribeBody(body: unknown): SubscribeBody | AlertProblem {
  const members = readObject(body, subscribeMembers)
  if (isProblem(members)) return members
  const faults = [
    ...missing(members, ['location', 'channel', 'threshold']),
    ...wrongTypes(members, { location: 'string', channel: 'string', threshold: 'number' }),
    ...sharedFaults(members)
  ]
  if (faults.length > 0) return invalid(faults)
  const threshold = readThreshold(members)
  if (typeof threshold !== 'number') return threshold
  const planting = readPlanting(members)
  if ('ok' in planting) return planting
  return {
    ok: true,
    location: String(members['location']),
    channel: String(members['channel']),
    threshold,
    destination: members['destination'] ?? null,
    language: (members['lang'] as Language | undefined) ?? null,
    planting,
    label: labelOf(members)
  }
}

/** Reads the body of `PATCH /alerts/subscriptions/{id}`. `readPlanting` resolves crop, stage and exposure. */
export function readPatchBody(body: unknown): PatchBody | AlertProblem {
  const members = readObject(body, patchMembers)
  if (isProblem(members)) return members
  const faults = [...wrongTypes(members, { threshold: 'number' }), ...sharedFaults(members)]
  if (faults.length > 0) return invalid(faults)
  const threshold = members['threshold'] === undefined ? null : readThreshold(members)
  if (threshold !== null && typeof threshold !== 'number') return threshold
  const named = ['crop', 'stage', 'exposure'].filter((member) => members[member] !== undefined)
  return {
    ok: true,
    ...(threshold === null ? {} : { threshold }),
    ...(members['lang'] === undefined ? {} : { language: members['lang'] as Language }),
    ...(members['label'] === undefined ? {} : { label: labelOf(members) }),
    ...(named.length === 0
      ? {}
      : { planting: Object.fromEntries(named.map((member) => [member, members[member]])) })
  }
}

/** Crop, stage and exposure as ids of the crop table; a problem where the table does not contain them. */
export function readPlanting(members: Members): Planting | AlertProblem {
  const { crop: cropText, stage: stageText } = members
  const exposure = (members['exposure'] ?? null) as Exposure | null
  if (cropText === undefined || cropText === null || cropText === 'generic') {
    if (stageText === undefined || stageText === null) return { crop: 'generic', stage: null, exposure }
    return bodyProblem('validation_failed', '/stage', 'A stage needs its crop.')
  }
  const crop = findCrop(String(cropText))
  if (crop === null) {
    const known = crops.map((one) => one.id).join(', ')
    return bodyProblem('validation_failed', '/crop', `No such crop. Known: generic, ${known}.`)
  }
  return readStage(crop, stageText, exposure)
}

function readStage(crop: Crop, text: unknown, exposure: Exposure | null): Planting | AlertProblem {
  const stages = crop.stages.flatMap((one) => (one.scoreable ? [one.id] : [])).join(', ')
  if (text === undefined || text === null) {
    return bodyProblem('validation_failed', '/stage', `Name the stage of ${crop.id}: ${stages}.`)
  }
  // A subscription stores one stage and asks when it is old. The estimate of `stage=auto` is new in every
  // answer.
  if (text === 'auto') {
    const detail = `An alert needs a stage by name, not \`auto\`. Known: ${stages}.`
    return bodyProblem('validation_failed', '/stage', detail)
  }
  const stage = findStage(crop, String(text))
  if (stage === null) {
    return bodyProblem('validation_failed', '/stage', `${crop.id} has no such stage. Known: ${stages}.`)
  }
  if (!stage.scoreable) return bodyProblem('validation_failed', '/stage', stage.reason ?? 'Not scoreable.')
  return { crop: crop.id, stage: stage.id, exposure }
}

function readObject(body: unknown, known: readonly string[]): Members | AlertProblem {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return bodyProblem('validation_failed', '', 'The body must be one JSON object.')
  }
  const unknown = Object.keys(body).filter((member) => !known.includes(member))
  if (unknown.length === 0) return body as Members
  return invalid(
    unknown.map((member) => fault(pointerToken(member), `Unknown member; known: ${known.join(', ')}.`))
  )
}

function isProblem(read: Members | AlertProblem): read is AlertProblem {
  return read['ok'] === false && 'errors' in read
}

function missing(members: Members, required: readonly string[]): readonly BodyFault[] {
  return required
    .filter((member) => members[member] === undefined)
    .map((member) => fault(pointerToken(member), 'This member is required.'))
}

function wrongTypes(members: Members, types: Readonly<Record<string, string>>): readonly BodyFault[] {
  return Object.entries(types).flatMap(([member, type]) => {
    const value = members[member]
    if (value === undefined || typeof value === type) return []
    return [fault(pointerToken(member), `This must be a ${type}.`)]
  })
}

/** Faults of members that both bodies share. */
function sharedFaults(members: Members): readonly BodyFault[] {
  const { lang, exposure, label } = members
  const faults = ['crop', 'stage'].flatMap((member) => {
    const value = members[member]
    const isText =
      value === undefined || value === null || (typeof value === 'string' && [...value].length <= 64)
    return isText ? [] : [fault(pointerToken(member), 'This must be a string of at most 64 characters.')]
  })
  if (lang !== undefined && !(typeof lang === 'string' && isLanguage(lang)))
    faults.push(
      fault(
        '/lang',
        `This must be ${languages
          .toReversed()
          .map((one) => `\`${one}\``)
          .join(' or ')}.`
      )
    )
  if (exposure !== undefined && exposure !== null && !exposures.includes(String(exposure))) {
    faults.push(fault('/exposure', `This must be one of ${exposures.join(', ')}.`))
  }
  if (label !== undefined && label !== null && !isLabel(label)) {
    faults.push(
      fault(
        '/label',
        `This must be a string of at most ${longestLabel} characters without control characters.`
      )
    )
  }
  return faults
}

// JSON Schema counts code points, not UTF-16 units: an emoji is one.
function isLabel(label: unknown): boolean {
  return (
    typeof label === 'string' &&
    [...label].length <= longestLabel &&
    !/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u.test(label)
  )
}

function labelOf(members: Members): string | null {
  const label = String(members['label'] ?? '').trim()
  return label === '' ? null : label
}

function readThreshold(members: Members): number | AlertProblem {
  const threshold = Number(members['threshold'])
  if (threshold >= 1 && threshold <= 100) return threshold
  const detail = 'The threshold must be a number from 1 to 100: the frost score from which a night is told.'
  return bodyProblem('threshold_out_of_range', '/threshold', detail)
}

function invalid(errors: readonly BodyFault[]): AlertProblem {
  return problem('validation_failed', 'The body is not valid; `errors` names each member.', { errors })
}

function fault(pointer: string, detail: string, code: AlertProblemCode = 'validation_failed'): BodyFault {
  return { pointer, code, detail }
}
