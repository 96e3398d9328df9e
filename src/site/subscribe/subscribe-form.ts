/** The form that ends in a subscription, for the channels this installation has. */

import { type PlantPart, plantPartOf } from '../../frost/plant-part.ts'
import { autoStage, type ProfileRequest, type ScoringProfile } from '../../frost/scoring-profile.ts'
import { channelName } from '../../language/channel-names.ts'
import { cropName, stageName } from '../../language/crop-names.ts'
import type { Catalogue } from '../../language/en.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { percent } from '../../language/numbers.ts'
import { scoreThresholdName } from '../../language/threshold-words.ts'
import type { Place } from '../../weather/point.ts'
import { html, type Markup } from '../html.ts'
import { subscribePath } from '../paths.ts'
import { profileLabel } from '../profile-label.ts'
import type { StageLimit } from '../profile-question.ts'
import { invalidIn } from '../refusal.ts'
import type { ChannelOffer } from '../subscribe-ports.ts'
import type { Visitor } from '../visitor.ts'

export interface SubscribeFormInput {
  readonly place: Place
  /** Where the place is a field. */
  readonly field: AskedField | null
  readonly channels: readonly ChannelOffer[]
  /** What the nights of the page are scored for; the alert is for the same. Of an estimated stage that of today. */
  readonly profile: Pick<ScoringProfile, 'crop' | 'stage' | 'exposure' | 'curve'>
  /** The stage that was asked for, where only its first damage is known: the alert is then for that temperature. */
  readonly limit?: StageLimit | null
  /** As the visitor chose it. */
  readonly asked: ProfileRequest
  readonly pushPublicKey: string | null
  readonly visitor: Visitor
  /** What was typed into a form that was refused. */
  readonly typed?: {
    readonly channel: string
    readonly destination: string
    readonly threshold: string
    readonly temperature: string
    readonly subject: string
    readonly probability: string
    /** The members that are wrong. */
    readonly wrong: readonly string[]
  }
}

/** A field as the form carries it. */
export interface AskedField {
  readonly elevation: number | null
  readonly label: string | null
}

/**
 * Severity: where damage begins to be likely without crying wolf every clear night. Buds killed: one in ten, the usual
 * T10. Growers think of their fields in degrees: the T10 of the stage; without one −2 °C, which harms most open
 * blossoms. A grower who would start pumps at three in ten is not helped by a warning at one in two.
 */
const usualThresholds = { severity: '30', budsKilled: '10', anyPlantC: -2, probability: '0.3' }
const probabilities = ['0.5', '0.3', '0.1'] as const

/** The form, and the button for this browser, which shows itself only where the browser can be pushed to. */
export function subscribeForm(input: SubscribeFormInput): Markup | null {
  const { place, visitor, limit = null, typed } = input
  const words = wordsIn(visitor.lang).subscribe
  const listed = input.channels.filter((channel) => channel.needs !== 'push')
  const browser = input.pushPublicKey === null ? undefined : pushChannel(input.channels)
  if (listed.length === 0 && browser === undefined) return null
  const { crop, stage, exposure } = shownProfile(input)
  const scoredPart = stage === null || limit !== null ? null : (plantPartOf(input.profile) ?? 'buds')
  const part = limit === null ? scoredPart : plantPartOf({ stage })
  return html`<section class="panel side tall noprint" aria-labelledby="warn"><h2 id="warn">${words.heading}</h2><p>${words.intro}</p><p>${words.subject} <b>${place.name}, ${subjectLabel(input)}</b></p>${stage === autoStage ? html`<p class="quiet small">${words.estimatedHint}</p>` : null}
${browser === undefined ? null : html`<p class="push" hidden><button type="button" data-push-key="${input.pushPublicKey}" data-channel="${browser.id}" data-forbidden="${words.pushForbidden}" data-failed="${words.pushFailed}">${words.push}</button> <span role="status"></span></p>`}
<form class="fields" id="subscribe" action="${subscribePath(visitor.lang)}" method="post">
${whereInputs(input)}<input type="hidden" name="crop" value="${crop}"><input type="hidden" name="stage" value="${stage}"><input type="hidden" name="exposure" value="${exposure}">
<label>${words.channel}<select name="channel">${channelOptions(listed, visitor, typed?.channel)}</select></label>
<label>${words.destination}<input name="destination" maxlength="500" autocomplete="email" placeholder="${words.destinationHint}" size="34" value="${typed?.destination}"${invalidIn(typed?.wrong ?? [], 'destination')}></label>
${thresholdInputs(input, part)}
${input.field === null ? null : html`<label>${words.label}<input name="label" maxlength="80" value="${input.field.label}"></label>`}<button>${words.subscribe}</button></form>
<details><summary>${wordsIn(visitor.lang).alerts.details}</summary><p class="quiet small">${scoredPart === null ? words.thresholdHint : words.thresholdOfHint(wordsIn(visitor.lang).place.parts[scoredPart])} ${words.temperatureHint}${limit === null ? null : html` ${words.unscoredHint}`}${typed === undefined && beginsInDegrees(input) && criticalC(input) !== null ? html` ${words.criticalHint}` : null}</p></details></section>`
}

/**
 * What the alert is for: in degrees also a stage without a score. An estimated stage stays an estimated one, for
 * today's would be old in ten days. Without a stage it is the general severity, at the crop's height.
 */
function shownProfile({ profile, asked, limit = null }: SubscribeFormInput): ProfileRequest {
  if (asked.stage === autoStage || limit !== null) return asked
  if (profile.stage !== null) return { ...profile, exposure: asked.exposure }
  return { crop: null, stage: null, exposure: profile.crop === null ? asked.exposure : profile.exposure }
}

function subjectLabel(input: SubscribeFormInput): string {
  const { profile, visitor } = input
  const words = wordsIn(visitor.lang).subscribe
  const subject = shownProfile(input)
  if (subject.stage !== autoStage || profile.stage === null || profile.crop === null) {
    return profileLabel(subject, visitor.lang) ?? words.anyPlant
  }
  return words.estimatedStage(
    cropName(profile.crop, visitor.lang),
    stageName(profile.crop, profile.stage, visitor.lang)
  )
}

/**
 * A place begins with a score, a field with a temperature, as do a stage of which only that is known and a form in
 * which only that was typed. An estimated stage begins with a score everywhere: it moves with the stage, a temperature
 * stays.
 */
function beginsInDegrees({ field, asked, limit = null, typed }: SubscribeFormInput): boolean {
  const isTyped = typed !== undefined && typed.threshold === '' && typed.temperature !== ''
  return (field !== null && asked.stage !== autoStage) || limit !== null || isTyped
}

/** Where harm begins in the stage that was asked for [°C]; null without one, and where it is known of winter alone. */
function criticalC({ profile, limit = null }: SubscribeFormInput): number | null {
  if (limit !== null) return limit.stage.isWinterLimit ? null : limit.stage.t10C
  return profile.stage === null ? null : profile.curve.t10C
}

function thresholdInputs(input: SubscribeFormInput, part: PlantPart | null): Markup {
  const { typed, visitor } = input
  const words = wordsIn(visitor.lang).subscribe
  const isInDegrees = beginsInDegrees(input)
  const usualC = isInDegrees ? (criticalC(input) ?? usualThresholds.anyPlantC) : null
  const invalid = (name: string): Markup | null => invalidIn(typed?.wrong ?? [], name)
  const usual = part === null ? usualThresholds.severity : usualThresholds.budsKilled
  const score = html`<label>${isInDegrees ? words.orScore : scoreThresholdName(part, visitor.lang)}<input name="threshold" type="number" min="1" max="100" step="1" value="${typed?.threshold ?? (isInDegrees ? null : usual)}"${isInDegrees ? null : html` required`}${invalid('threshold')}></label>`
  const degrees = html`<label>${isInDegrees ? words.wakeBelow : words.temperature}<input name="threshold_temperature" type="number" min="-30" max="10" step="0.1" placeholder="°C" value="${typed?.temperature ?? usualC}"${invalid('threshold_temperature')}></label>
<label>${words.temperatureOf}<select name="threshold_of">${subjectOptions(part, typed?.subject, visitor.lang)}</select></label>
<label>${words.probability}<select name="threshold_probability"${invalid('threshold_probability')}>${probabilityOptions(typed?.probability, visitor.lang)}</select></label>`
  return isInDegrees ? html`${degrees}${score}` : html`${score}${degrees}`
}

/** From which probability an alert in degrees is sent; one that an API client chose comes first, as it is. */
export function probabilityOptions(asked: string | undefined, lang: Language): readonly Markup[] {
  const chosen = asked || usualThresholds.probability
  const names: Readonly<Record<string, string>> = wordsIn(lang).subscribe.probabilities
  const isOffered = probabilities.some((one) => one === chosen)
  return [...(isOffered ? [] : [chosen]), ...probabilities].map(
    (one) =>
      html`<option value="${one}"${one === chosen ? html` selected` : null}>${names[one] ?? percent(100 * Number(one), lang)}</option>`
  )
}

function whereInputs({ place, field }: SubscribeFormInput): Markup {
  if (field === null) return html`<input type="hidden" name="location" value="${place.slug}">`
  return html`<input type="hidden" name="lat" value="${place.lat}"><input type="hidden" name="lon" value="${place.lon}"><input type="hidden" name="elevation" value="${field.elevation}">`
}

/** Whose temperature an alert in degrees is for; the plant comes first, as it is colder. */
export function subjectOptions(
  part: PlantPart | null,
  chosen: string | undefined,
  lang: Language
): readonly Markup[] {
  const { where } = wordsIn(lang).thresholds
  const subjects = [
    ['plant', where[part ?? 'plant']],
    ['air', where.air]
  ] as const
  return subjects.map(
    ([id, name]) => html`<option value="${id}"${id === chosen ? html` selected` : null}>${name}</option>`
  )
}

/** The channel by which a browser is pushed to; it has a button and is not in the list. */
export function pushChannel(channels: readonly ChannelOffer[]): ChannelOffer | undefined {
  return channels.find(({ needs }) => needs === 'push')
}

function channelOptions(
  listed: readonly ChannelOffer[],
  visitor: Visitor,
  chosen: string | undefined
): readonly Markup[] {
  const words = wordsIn(visitor.lang).subscribe
  const options = (some: readonly ChannelOffer[]) =>
    some.map((channel) => channelOption(channel, channel.id === chosen, visitor, words))
  const people = listed
    .filter(({ rankForPeople }) => rankForPeople !== null)
    .sort((one, other) => (one.rankForPeople ?? 0) - (other.rankForPeople ?? 0))
  const programs = listed.filter(({ rankForPeople }) => rankForPeople === null)
  return programs.length === 0
    ? options(people)
    : [...options(people), html`<optgroup label="${words.forPrograms}">${options(programs)}</optgroup>`]
}

function channelOption(
  channel: ChannelOffer,
  isChosen: boolean,
  visitor: Visitor,
  words: Catalogue['subscribe']
): Markup {
  const remark = channel.preview ? ` (${words.preview})` : channel.pushes ? '' : ` (${words.pulled})`
  return html`<option value="${channel.id}" data-needs="${channel.needs}"${isChosen ? html` selected` : null}>${channelName(channel, visitor.lang)}${remark}</option>`
}
