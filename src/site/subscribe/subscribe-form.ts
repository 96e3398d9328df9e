import {
  autoStage,
  type ProfileRequest,
  plantPartOf,
  type ScoringProfile
} from '../../frost/scoring-profile.ts'
import { cropName, stageName } from '../../language/crop-names.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { percent } from '../../language/numbers.ts'
import { scoreThresholdName } from '../../language/threshold-words.ts'
import type { Place } from '../../weather/point.ts'
import { html, type Markup } from '../html.ts'
import { subscribePath, withQuery } from '../paths.ts'
import { invalidIn, option } from '../pieces.ts'
import type { StageLimit } from '../profile-question.ts'
import { profileLabel } from '../profile-words.ts'
import { channelChoices, type WaysInput } from './ways.ts'

interface SubscribeFormInput extends WaysInput {
  readonly place: Place
  readonly field: { readonly elevation: number | null; readonly label: string | null } | null
  /** What the nights of the page are scored for; the alert is for the same. An estimated stage is that of today. */
  readonly profile: Pick<ScoringProfile, 'crop' | 'stage' | 'exposure' | 'curve'>
  /** The stage that was asked for, where only its first damage is known: the alert is then for that temperature. */
  readonly limit?: StageLimit | null
  readonly asked: ProfileRequest
}

/**
 * Severity: where damage begins to be likely. Buds killed: one in ten, the usual T10; three in ten would be too late.
 * Degrees: the T10 of the stage; without one −2 °C, which harms most open blossoms.
 */
const usualThresholds = { severity: '30', budsKilled: '10', anyPlantC: -2, probability: '0.3' }
export const alertRecordPath = '/alert-record'
export const probabilities = ['0.5', '0.3', '0.1'] as const

/** The alert on the page of a place: folded there, and a sheet where scripts run; the links of the page open it. */
export function subscribeSection(input: SubscribeFormInput): Markup | null {
  const form = subscribeForm(input)
  if (form === null) return null
  const { place, subscribe: words } = wordsIn(input.visitor.lang)
  return html`<section class="panel side tall noprint" aria-labelledby="alert"><h2 id="alert">${words.heading}</h2><p>${words.intro}</p>
<details class="alert"><summary class="button">${place.alertMe}</summary><div id="warn">${form}</div></details></section>`
}

export function subscribeForm(input: SubscribeFormInput): Markup | null {
  const { visitor } = input
  const words = wordsIn(visitor.lang).subscribe
  const ways = channelChoices(input)
  if (ways === null) return null
  const { crop, stage, exposure } = shownProfile(input)
  const moves = (...names: readonly ('back' | 'next')[]): readonly Markup[] =>
    names.map(
      (name) =>
        html`<button type="button" data-move="${name}"${name === 'back' ? html` class="plain"` : null}>${words.moves[name]}</button>`
    )
  return html`<form class="alert-form" id="subscribe" action="${subscribePath(visitor.lang)}" method="post" data-close="${words.close}" data-unsent="${words.offline}" data-record="${recordOf(input)}" data-slider="${words.slider}">
${whereInputs(input)}<input type="hidden" name="crop" value="${crop}"><input type="hidden" name="stage" value="${stage}"><input type="hidden" name="exposure" value="${exposure}">
<fieldset data-step="1"><legend>${words.how}</legend>${ways}<p class="actions moves">${moves('next')}</p></fieldset>
<fieldset data-step="2"><legend>${words.when}</legend>${thresholdStep(input)}<p class="actions"><span class="moves">${moves('back')}</span><button>${words.subscribe}</button></p></fieldset>
<p role="status"></p></form>`
}

/**
 * In degrees also a stage without a score. An estimated stage stays one, for today's would be old in ten days; without
 * a stage: general severity.
 */
function shownProfile({ profile, asked, limit = null }: SubscribeFormInput): ProfileRequest {
  if (asked.stage === autoStage || limit !== null) return asked
  if (profile.stage !== null) return { ...profile, exposure: asked.exposure }
  return { crop: null, stage: null, exposure: profile.crop === null ? asked.exposure : profile.exposure }
}

/** The address of the nights on record; an estimated stage is taken as today's. */
function recordOf({ place, profile, limit = null }: SubscribeFormInput): string {
  const { crop, stage, exposure } =
    limit === null ? profile : { ...profile, crop: limit.crop.id, stage: limit.stage.id }
  const asked = stage === null ? { exposure } : { crop, stage, exposure }
  return withQuery(alertRecordPath, { at: place.slug, ...asked })
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

/** Whether the form begins in degrees: for a field, and for a stage without a score, but not for an estimated stage. */
function beginsInDegrees({ field, asked, limit = null, typed }: SubscribeFormInput): boolean {
  if (typed !== undefined) return typed.isInDegrees
  return (field !== null && asked.stage !== autoStage) || limit !== null
}

/** Where harm begins in the stage that was asked for [°C]; null without one, and where it is known of winter alone. */
function criticalC({ profile, limit = null }: SubscribeFormInput): number | null {
  if (limit !== null) return limit.stage.isWinterLimit ? null : limit.stage.t10C
  return profile.stage === null ? null : profile.curve.t10C
}

/** One switch, one number of the chosen kind, and folded what few change. */
function thresholdStep(input: SubscribeFormInput): Markup {
  const { place, field, typed, visitor, limit = null } = input
  const words = wordsIn(visitor.lang).subscribe
  const { stage } = shownProfile(input)
  const scoredPart = stage === null || limit !== null ? null : (plantPartOf(input.profile) ?? 'buds')
  const part = limit === null ? scoredPart : plantPartOf({ stage })
  const invalid = (name: string): Markup | null => invalidIn(typed?.wrong ?? [], name)
  const kinds = {
    score: scoredPart === null ? words.kinds.score : words.kinds.damage,
    degrees: words.kinds.degrees
  }
  const chosen = beginsInDegrees(input) ? 'degrees' : 'score'
  const kind = (one: 'score' | 'degrees'): Markup =>
    html`<label><input type="radio" name="threshold_kind" value="${one}"${one === chosen ? html` checked` : null}>${kinds[one]}</label>`
  const score = typed?.threshold ?? (part === null ? usualThresholds.severity : usualThresholds.budsKilled)
  const scoreHint =
    scoredPart === null
      ? words.thresholdHint
      : words.thresholdOfHint(wordsIn(visitor.lang).place.parts[scoredPart])
  const degrees = typed?.temperature ?? criticalC(input) ?? usualThresholds.anyPlantC
  return html`<p>${words.subject} <b>${place.name}, ${subjectLabel(input)}</b></p>${stage === autoStage ? html`<p class="quiet small">${words.estimatedHint}</p>` : null}
<div class="switch" role="group" aria-label="${words.when}">${kind('score')}${kind('degrees')}</div>
<div class="amount of-score">
  <label>${scoredPart === null ? words.fromScore : scoreThresholdName(scoredPart, visitor.lang)}
    <input name="threshold" type="number" min="1" max="100" step="1" value="${score}"${invalid('threshold')}></label>
  <p class="quiet small">${scoreHint}${limit === null ? null : html` ${words.unscoredHint}`}</p></div>
<div class="amount of-degrees"><label>${words.wakeBelow}
  <input name="threshold_temperature" type="number" min="-30" max="10" step="0.1" value="${degrees}"
    ${invalid('threshold_temperature')}></label>
  ${typed === undefined && criticalC(input) !== null ? html`<p class="quiet small">${words.criticalHint}</p>` : null}
<details><summary>${words.more}</summary><div class="fields"><label>${words.temperatureOf}
  <select name="threshold_of">${subjectOptions(typed?.subject, visitor.lang)}</select></label>
<label>${words.probability}<select name="threshold_probability"${invalid('threshold_probability')}>
  ${probabilityOptions(typed?.probability, visitor.lang)}</select></label></div>
  <p class="quiet small">${words.temperatureHint}</p></details></div>
<p class="quiet small" role="status" data-meant="${words.meant}" data-unmeant="${words.unmeant}"></p>
${field === null ? null : html`<label class="named">${words.label}<input name="label" maxlength="80" value="${field.label}"${invalid('label')}></label>`}`
}

/** From which probability an alert in degrees is sent; one that an API client chose comes first, as it is. */
export function probabilityOptions(asked: string | undefined, lang: Language): readonly Markup[] {
  const chosen = asked || usualThresholds.probability
  const names: Readonly<Record<string, string>> = wordsIn(lang).subscribe.probabilities
  const isOffered = probabilities.some((one) => one === chosen)
  return [...(isOffered ? [] : [chosen]), ...probabilities].map((one) =>
    option(one, names[one] ?? percent(100 * Number(one), lang), chosen)
  )
}

function whereInputs({ place, field }: SubscribeFormInput): Markup {
  if (field === null) return html`<input type="hidden" name="location" value="${place.slug}">`
  return html`<input type="hidden" name="lat" value="${place.lat}"><input type="hidden" name="lon" value="${place.lon}"><input type="hidden" name="elevation" value="${field.elevation}">`
}

/** Whose temperature an alert in degrees is for; the plant comes first, as it is colder. */
export function subjectOptions(chosen: string | undefined, lang: Language): readonly Markup[] {
  const { where } = wordsIn(lang).thresholds
  return (['plant', 'air'] as const).map((id) => option(id, where[id], chosen))
}
