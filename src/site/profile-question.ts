import { meantDate } from '../common/date-hint.ts'
import { plainLetters } from '../common/near-name.ts'
import { type Crop, type CropStage, cropById } from '../frost/crops.ts'
import {
  autoStage,
  exposures,
  genericProfile,
  type ProfileFault,
  type ProfileRequest,
  profileAsked,
  profileOf,
  type ScoringProfile
} from '../frost/scoring-profile.ts'
import { namedIds } from '../language/crop-names.ts'
import { languages } from '../language/language.ts'

/* The query of a page without what does not change the answer: pages are cached by it. */

/** Values that are understood; any other value is ignored. */
const values = new Map<string, readonly string[]>([
  ['theme', ['light', 'dark']],
  ['lang', languages],
  ['map', ['risk', 'temperature']],
  ['compact', ['1']],
  ['fit', ['height']]
])
const names: ReadonlyMap<string, string> = new Map([
  ['unit', 'units'],
  ['birim', 'units'],
  ['night', 'date'],
  ['tarih', 'date']
])
const profileNames = ['curve', 'crop', 'stage', 'exposure']
const imperial = ['imperial', 'us', 'f', '°f', 'fahrenheit', 'fahrenayt']
const metric = ['metric', 'si', 'c', '°c', 'celsius', 'santigrat']

/** Faults that the page reports: null means not understood, `''` the default. */
const reported: Readonly<Record<'units' | 'date', (value: string) => string | null>> = {
  units: (value) => (imperial.includes(value) ? 'imperial' : metric.includes(value) ? '' : null),
  date: meantDate
}

/** What was written for the units or the night, where it is not understood. */
export function unread(query: URLSearchParams, name: keyof typeof reported): string | null {
  return query.get(`unread_${name}`)
}

/** The pair of name and value; nothing where the value is ignored. */
function readValue(name: string, written: string): [string, string][] {
  if (name.startsWith('unread_')) return [[name, written.slice(0, 40)]]
  const value = plainLetters(written.trim().slice(0, 100))
  if (name !== 'units' && name !== 'date') {
    const allowed = values.get(name)
    if (allowed === undefined) return [[name, written]]
    return allowed.includes(value) ? [[name, value]] : []
  }
  const read = value === '' ? '' : reported[name](value)
  if (read === null) return [[`unread_${name}`, written.slice(0, 40)]]
  return read === '' ? [] : [[name, read]]
}

/** Two spellings of one name are the same. */
function isSame(one: string, other: string): boolean {
  return one === other || namedIds(one, null).crop === namedIds(other, null).crop
}

/** Each name with its first value, a crop by its id; what names no crop stays, as do two in one, to be asked about. */
export function understood(query: URLSearchParams): URLSearchParams {
  // In one pass: each look-up in a query goes through all of it.
  const first = new Map<string, string>()
  for (const [written, value] of query) {
    const name = names.get(written) ?? written
    const earlier = first.get(name) ?? ''
    const isTwo = profileNames.includes(name) && earlier !== '' && value !== '' && !isSame(earlier, value)
    if (isTwo) first.set(name, `${earlier}, ${value}`.slice(0, 100))
    else if (earlier === '') first.set(name, value)
  }
  const one = new URLSearchParams([...first].flatMap((pair) => readValue(...pair)))
  const question = profileQuestion(one)
  if (question.kind !== 'question') return one
  const isChosen = one.has('crop') || one.has('curve')
  const { crop, stage, exposure } = question.asked
  for (const name of profileNames) one.delete(name)
  // Choosing no crop is also a choice.
  if (isChosen) one.set('crop', crop ?? '')
  if (stage !== null) one.set('stage', stage)
  if (exposure !== null) one.set('exposure', exposure)
  return one
}

export interface ProfileQuestion {
  readonly kind: 'question'
  /** As links within the site carry it: ids of the crop table, `auto` for a stage that is estimated. */
  readonly asked: ProfileRequest
  readonly profile: ScoringProfile
  readonly stageFromSeason: boolean
  /** A stage of which only the first damage is known: its nights have no score. */
  readonly limit: StageLimit | null
}

/** How many places are scored: where the season does not give the stage, they have temperatures and no score. */
export type MapQuestion = Pick<ProfileQuestion, 'profile' | 'stageFromSeason' | 'limit'>

export interface QuestionFault {
  readonly kind: Exclude<ProfileFault['kind'], 'not_scoreable'> | 'unknown_exposure'
  readonly written: string
  readonly crop: Crop | null
  /** The part that was understood; it stays for the next choice. */
  readonly asked: ProfileRequest
}

/** A stage of which only the temperature of first damage is known. */
export interface StageLimit {
  readonly crop: Crop
  readonly stage: CropStage
}

/** No crop: the generic curve at the ground. */
export const genericQuestion: ProfileQuestion = {
  kind: 'question',
  asked: { crop: null, stage: null, exposure: null },
  profile: genericProfile(),
  stageFromSeason: false,
  limit: null
}

/**
 * `crop` and `stage`, or both in `curve` (`apricot/full-bloom`). What the API refuses is a fault here too, but a stage
 * without a score: its own temperature answers.
 */
export function profileQuestion(query: URLSearchParams): ProfileQuestion | QuestionFault {
  const [pickedCrop, pickedStage] = writtenIn(query, 'curve').split('/')
  const cropText = pickedCrop || writtenIn(query, 'crop') || null
  const stageText = (pickedCrop ? pickedStage : writtenIn(query, 'stage')) || null
  const height = writtenIn(query, 'exposure') || null
  const exposure = exposures.find((one) => one === height) ?? null
  const asked = { ...namedIds(cropText, stageText), exposure }
  const found = profileAsked(asked)
  if (found.kind !== 'profile' && found.kind !== 'not_scoreable') {
    const written = found.kind === 'unknown_crop' ? (cropText ?? '') : (stageText ?? '')
    const crop = 'crop' in found ? found.crop : null
    const understood = { crop: crop?.id ?? null, stage: null, exposure }
    return { kind: found.kind, written: written.slice(0, 100), crop, asked: understood }
  }
  if (height !== null && exposure === null) {
    const crop = asked.crop === null ? null : cropById(asked.crop)
    return { kind: 'unknown_exposure', written: height.slice(0, 100), crop, asked }
  }
  return found.kind === 'not_scoreable'
    ? limitQuestion(found, exposure)
    : { ...found, kind: 'question', asked, limit: null }
}

/** Two that differ are neither: both are in what is not understood. */
function writtenIn(query: URLSearchParams, name: string): string {
  return [...new Set(query.getAll(name).filter((value) => value !== ''))].join(', ')
}

/** The question that leaves the stage of a crop to the season; null for a crop without a model of its stages. */
export function estimatedQuestion(fault: QuestionFault): ProfileQuestion | null {
  const asked = { ...fault.asked, stage: autoStage }
  const found = profileAsked(asked)
  return found.kind === 'profile' ? { ...found, kind: 'question', asked, limit: null } : null
}

/** The question of a map, also with a crop alone: the season decides the stage of each place, where it can. */
export function mapQuestion(query: URLSearchParams): ProfileQuestion | QuestionFault {
  const question = profileQuestion(query)
  const isOfSeason = question.kind === 'stage_missing' || question.kind === 'not_estimable'
  if (!isOfSeason || question.crop === null) return question
  const { crop, asked } = question
  return {
    kind: 'question',
    asked: { ...asked, stage: null },
    profile: { ...genericProfile(asked.exposure ?? crop.exposure), crop: crop.id },
    stageFromSeason: true,
    limit: null
  }
}

function limitQuestion(limit: StageLimit, exposure: ProfileRequest['exposure']): ProfileQuestion {
  const { crop, stage } = limit
  return {
    kind: 'question',
    asked: { crop: crop.id, stage: stage.id, exposure },
    profile: profileOf(crop, stage, exposure),
    stageFromSeason: false,
    limit: { crop, stage }
  }
}

/** The profile of an alert by score: a stage without one is any plant at its crop's height. */
export function scoredRequest({ asked, profile, limit }: ProfileQuestion): ProfileRequest {
  return limit === null ? asked : { crop: null, stage: null, exposure: profile.exposure }
}
