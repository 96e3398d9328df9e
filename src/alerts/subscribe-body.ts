/** What a body may say about a subscription: read strictly, so that a mistyped member never makes a silent alert. */
import type { Static } from 'typebox'
import { quotedNumberHint } from '../common/decimal.ts'
import { didYouMean } from '../common/near-name.ts'
import { checkOf, type SchemaFault } from '../common/schema-check.ts'
import { type Crop, crops, nothingPublished, underCover } from '../frost/crops.ts'
import type { Exposure } from '../frost/frost-night.ts'
import {
  askableStages,
  autoStage,
  isLasting,
  type ProfileFault,
  profileAsked
} from '../frost/scoring-profile.ts'
import type { Threshold } from '../frost/temperature-threshold.ts'
import { isCover, meantCrop, meantStage, namedIds } from '../language/crop-names.ts'
import { type Language, languages } from '../language/language.ts'
import type { AskedPoint } from '../places/point.ts'
import { meantThreshold } from './asked-threshold.ts'
import {
  missingThreshold,
  namesLocation,
  readLocation,
  readThreshold,
  type ThresholdMembers,
  thresholdMembers
} from './body-members.ts'
import { labelDetail, unreadLabelDetail } from './label.ts'
import { type AlertProblem, type BodyFault, memberProblem, membersProblem } from './problems.ts'
import { readQuietHours, timeDetail } from './quiet-hours.ts'
import type { Escalation, Subscription } from './subscription.ts'
import {
  changeRequest,
  probabilityLimits,
  subscribeRequest,
  temperatureLimits,
  thresholdLimits,
  usualEscalation
} from './subscription-schema.ts'

export interface SubscribeBody
  extends Pick<Subscription, 'channel' | 'threshold' | 'label' | 'tag' | 'escalation' | 'quietHours'> {
  readonly ok: true
  readonly where: string | AskedPoint
  readonly destination: unknown
  readonly language: Language | null
  readonly planting: Planting
}

/** Ids of the crop table. */
export interface Planting {
  readonly crop: string
  readonly stage: string | null
  readonly exposure: Exposure | null
}

/** The body of a change; absent members stay as they are. */
export interface PatchBody {
  readonly ok: true
  /** `readThreshold` takes the rest from the present one. */
  readonly threshold?: ThresholdMembers
  readonly language?: Language
  readonly label?: string | null
  readonly tag?: string | null
  readonly escalation?: Escalation | null
  readonly quietHours?: Subscription['quietHours']
  /** Where crop, stage or exposure is named; undefined: not named. */
  readonly planting?: {
    readonly crop?: string | null
    readonly stage?: string | null
    readonly exposure?: Exposure | null
  }
}

const checkSubscribe = checkOf(subscribeRequest)
const checkChange = checkOf(changeRequest)

export function readSubscribeBody(body: unknown): SubscribeBody | AlertProblem {
  const checked = checkMembers(body)
  if ('faults' in checked) return invalid(checked.faults, subscribeRequest, body)
  const { asked, others } = thresholdMembers(checked.value)
  const { channel, destination = null, lang = null, label = null, tag = null } = others
  const quietHours = readQuietHours(others.quiet_hours ?? null)
  if (quietHours !== null && 'ok' in quietHours) return quietHours
  const where = readLocation(others)
  if (typeof where === 'object' && 'ok' in where) return where
  const threshold = readThreshold(asked, null)
  if (typeof threshold === 'object' && 'ok' in threshold) return threshold
  const planting = readPlanting(others, threshold)
  if ('ok' in planting) return planting
  const fault = labelFault(label)
  if (fault !== null) return fault
  return {
    ok: true,
    where,
    channel,
    threshold,
    destination,
    planting,
    language: lang,
    label: trimmed(label),
    tag: trimmed(tag),
    escalation: escalationOf(others.escalation ?? null),
    quietHours
  }
}

/** Checks a body. The schema requires no kind of place or threshold, so a missing threshold is checked here. */
function checkMembers(body: unknown): ReturnType<typeof checkSubscribe> {
  const checked = checkSubscribe(body)
  const known = 'faults' in checked ? checked.faults : []
  if (known[0]?.pointer === '') return checked
  const missing = (pointer: string): SchemaFault => ({ pointer, kind: 'required', allowed: '' })
  const [first, ...others] = namesLocation(body) ? known : [missing('/location'), ...known]
  if (first === undefined) return checked
  const members = Object(body)
  const hasThreshold = 'threshold' in members || 'threshold_temperature' in members
  return { faults: [first, ...others, ...(hasThreshold ? [] : [missing('/threshold')])] }
}

/** `readPlanting` resolves crop, stage and exposure. */
export function readPatchBody(body: unknown): PatchBody | AlertProblem {
  const checked = checkChange(body)
  if ('faults' in checked) return invalid(checked.faults, changeRequest, body)
  const { asked, others } = thresholdMembers(checked.value)
  const { lang, label, tag, escalation, quiet_hours: asQuiet, ...planting } = others
  const quietHours = asQuiet === undefined ? undefined : readQuietHours(asQuiet)
  if (quietHours != null && 'ok' in quietHours) return quietHours
  const fault = labelFault(label ?? null)
  if (fault !== null) return fault
  return {
    ok: true,
    ...(Object.keys(asked).length === 0 ? {} : { threshold: asked }),
    ...(lang === undefined ? {} : { language: lang }),
    ...(label === undefined ? {} : { label: trimmed(label) }),
    ...(tag === undefined ? {} : { tag: trimmed(tag) }),
    ...(escalation === undefined ? {} : { escalation: escalationOf(escalation) }),
    ...(quietHours === undefined ? {} : { quietHours }),
    ...(Object.keys(planting).length === 0 ? {} : { planting })
  }
}

/** Crop and stage by id; a problem for unknown ones. A stage without a score is for a threshold in degrees only. */
export function readPlanting(
  {
    crop: cropText = null,
    stage = null,
    exposure = null
  }: Pick<Static<typeof changeRequest>, 'crop' | 'stage' | 'exposure'>,
  threshold: Threshold
): Planting | AlertProblem {
  const ids = namedIds(cropText, stage)
  const found = profileAsked({ ...ids, exposure })
  const isInDegrees = typeof threshold !== 'number'
  if (found.kind !== 'profile' && !(isInDegrees && found.kind === 'not_scoreable')) {
    return plantingProblem(found, { crop: cropText ?? '', stage, isInDegrees })
  }
  return { crop: ids.crop ?? 'generic', stage: ids.stage, exposure }
}

/** When a stage was given; null where it cannot grow old: an estimate is new each day, wood and seedlings stay. */
export function stageDate(stage: string | null, now: number): number | null {
  return stage === null || stage === autoStage || isLasting(stage) ? null : now
}

function plantingProblem(
  fault: ProfileFault,
  written: { readonly crop: string; readonly stage: string | null; readonly isInDegrees: boolean }
): AlertProblem {
  const { isInDegrees } = written
  switch (fault.kind) {
    case 'stage_without_crop':
      return memberProblem('not_allowed', '/stage', 'A stage needs its crop.')
    case 'unknown_crop': {
      const known = ['generic', ...crops.map((one) => one.id)]
      const detail = `No such crop.${meantCrop(written.crop)} Known: ${known.join(', ')}.`
      return memberProblem('not_allowed', '/crop', isCover(written.crop) ? underCover : detail)
    }
    case 'not_scoreable':
      return memberProblem(
        'not_allowed',
        '/stage',
        `${fault.stage.reason} ${stagesOf(fault.crop, isInDegrees)}`
      )
    case 'not_estimable': {
      const stages = stageDetail(fault.crop, null, isInDegrees)
      const detail = `The stage of ${fault.crop.id} cannot be estimated from temperatures. ${stages}`
      return memberProblem('not_allowed', '/stage', detail)
    }
    case 'stage_missing':
      return memberProblem('required', '/stage', stageDetail(fault.crop, null, isInDegrees))
    case 'unknown_stage':
      return memberProblem('not_allowed', '/stage', stageDetail(fault.crop, written.stage, isInDegrees))
  }
}

function stageDetail(crop: Crop, stageText: string | null, isInDegrees: boolean): string {
  const stages = stagesOf(crop, isInDegrees)
  if (stageText !== null) return `${crop.id} has no such stage.${meantStage(crop, stageText)} ${stages}`
  return `${crop.hasWinterLimitOnly ? nothingPublished(crop) : `Name the stage of ${crop.id}.`} ${stages}`
}

/** @param isInDegrees the alert is for a temperature, which needs no share of damaged buds */
function stagesOf(crop: Crop, isInDegrees: boolean): string {
  const scoreable = askableStages(crop)
  const all = [...new Set([...crop.stages.map(({ id }) => id), ...scoreable])]
  if (isInDegrees || scoreable.length > 0) return `Known: ${(isInDegrees ? all : scoreable).join(', ')}.`
  const none = 'No stage of this crop can be scored'
  return all.length === 0 ? `${none}.` : `${none}; with threshold_temperature instead: ${all.join(', ')}.`
}

function labelFault(label: string | null): AlertProblem | null {
  const detail = label === null ? null : labelDetail(label)
  return detail === null ? null : memberProblem('not_allowed', '/label', detail)
}

function escalationOf(
  asked: NonNullable<Static<typeof changeRequest>['escalation']> | null
): Escalation | null {
  if (asked === null) return null
  const { after_minutes, lead_minutes } = { ...usualEscalation, ...asked }
  return { afterMinutes: after_minutes, leadMinutes: lead_minutes }
}

function trimmed(label: string | null): string | null {
  return label?.trim() || null
}

function invalid(
  faults: readonly [SchemaFault, ...SchemaFault[]],
  { properties }: { properties: object },
  body: unknown
): AlertProblem {
  if (faults[0].pointer === '') {
    return memberProblem('invalid_type', '', 'The body must be one JSON object.')
  }
  const faultOf = (fault: SchemaFault) => bodyFault(fault, Object.keys(properties), body)
  const [first, ...others] = [faultOf(faults[0]), ...faults.slice(1).map(faultOf)]
  const errors = [first, ...others]
  const own = others.length > 0 ? null : ownProblem(first)
  return membersProblem(own ?? 'validation_failed', errors)
}

function ownProblem({ pointer, code }: BodyFault): 'threshold_out_of_range' | 'destination_invalid' | null {
  if (pointer === '/destination' && code !== 'required') return 'destination_invalid'
  return code === 'out_of_range' && pointer in thresholdDetails ? 'threshold_out_of_range' : null
}

const between = ({ minimum, maximum }: typeof thresholdLimits) =>
  `must be a number from ${String(minimum).replace('-', '−')} to ${maximum}`
const thresholdDetails: Readonly<Partial<Record<string, string>>> = {
  '/threshold': `The threshold ${between(thresholdLimits)}: the frost score from which a night is announced.`,
  '/threshold_temperature': `The temperature ${between(temperatureLimits)} °C.`,
  '/threshold_probability': `The probability ${between(probabilityLimits)}.`
}
const requiredDetails: Readonly<Partial<Record<string, string>>> = {
  '/location': 'Give `location`, a place such as "malatya", or `lat` and `lon`, two numbers.',
  '/channel': 'Name one of those that `/channels` lists, such as "feed".',
  '/threshold': missingThreshold
}
const languageWords = languages.toReversed().map((one) => `\`${one}\``)

const nestedMembers = {
  escalation: Object.keys(usualEscalation),
  quiet_hours: ['from', 'to', 'always_from']
} as const

function bodyFault(
  { pointer, kind, allowed }: SchemaFault,
  known: readonly string[],
  body: unknown
): BodyFault {
  const fault = (detail: string, code: BodyFault['code'] = kind) => ({ pointer, code, detail })
  if (kind === 'unknown_member') {
    const [name = '', parent] = pointer.split('/').toReversed()
    const names = parent === 'escalation' || parent === 'quiet_hours' ? nestedMembers[parent] : known
    return fault(`Unknown member.${didYouMean(name, names)} Known: ${names.join(', ')}.`)
  }
  if (kind === 'required' || pointer === '/location' || pointer === '/channel')
    return fault(requiredDetails[pointer] ?? 'This member is required.')
  if (pointer === '/lang') return fault(`This must be ${languageWords.join(' or ')}.`)
  const given: unknown = Object(body)[pointer.slice(1)]
  if (pointer === '/tag')
    return fault(`This must be ${allowed}: a word such as "North" or "K-12", without control characters.`)
  if (pointer === '/quiet_hours/from' || pointer === '/quiet_hours/to')
    return fault(timeDetail(Object(Object(body)['quiet_hours'])[pointer.slice('/quiet_hours/'.length)]))
  if (pointer === '/label') return fault(unreadLabelDetail(given, allowed))
  // A form's text that is no number is NaN.
  const detail = thresholdDetails[pointer]
  if (detail !== undefined && typeof given === 'number')
    return fault(detail + meantThreshold(pointer, given), 'out_of_range')
  return fault(
    `This must be ${allowed}.${allowed.includes('number') ? quotedNumberHint(given, pointer.slice(1)) : ''}`
  )
}
