/** Where the subscribe form arrives: what it made has a page, what was refused comes back as it was typed. */
import { readDecimal } from '../../common/decimal.ts'
import { dayMs, hourSeconds } from '../../common/time.ts'
import { scoreOfMinimum } from '../../frost/score-night.ts'
import { standardizedBand } from '../../frost/temperature-threshold.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import type { ComparedNight } from '../../observations/compared-nights.ts'
import type { AskedPoint } from '../../places/point.ts'
import { type Place, pointOf } from '../../weather/point.ts'
import { fileAnswer, redirect } from '../answers.ts'
import type { BrowserScript } from '../browser-code.ts'
import { findSubject } from '../field-key.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { fieldPath, homePath, placePath, subscribePath, withQuery } from '../paths.ts'
import { refusalLine } from '../pieces.ts'
import type { SiteData, SubscribeForm, SubscribeOutcome } from '../ports.ts'
import { genericQuestion, type ProfileQuestion, profileQuestion, scoredRequest } from '../profile-question.ts'
import { questionFaultText } from '../profile-words.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { alertRecordPath, probabilities, subscribeForm } from './subscribe-form.ts'
import { pushChannel } from './ways.ts'

/** A year always contains the last season. */
const nightsBack = 365

/** `?at=` is a slug, or the key of a field; only a place with a record has nights. */
export function alertRecordPage(data: Pick<SiteData, 'findPlace' | 'findPoint' | 'comparedNights'>): Page {
  return { method: 'GET', path: alertRecordPath, render: (request) => renderRecord(data, request) }
}

async function renderRecord(
  data: Pick<SiteData, 'findPlace' | 'findPoint' | 'comparedNights'>,
  { query, nowAt: now }: PageRequest
): Promise<PageAnswer> {
  const found = await findSubject(data, query.get('at') ?? '', null)
  const asked = profileQuestion(query)
  if (found.kind === 'unknown' || asked.kind !== 'question')
    return answer({ nights: 0, degrees: {}, scores: [] })
  const { profile } = asked
  const said = await data.comparedNights(found.place, { exposure: profile.exposure, nights: nightsBack, now })
  const today = new Date(now - dayMs).toISOString().slice(0, 10)
  const nights =
    said === 'unreadable'
      ? []
      : said.filter(({ date, minimum }) => date <= today && !Number.isNaN(minimum.sigmaC))
  const degreesOf = (of: 'air' | 'plant') =>
    Object.fromEntries(
      probabilities.map((one) => [one, nights.map((night) => raisedFromC(night, of, Number(one)))])
    )
  const scores = nights.map(({ minimum }) => scoreOfMinimum(minimum, profile))
  return answer({
    nights: nights.length,
    degrees: { air: degreesOf('air'), plant: degreesOf('plant') },
    scores
  })
}

/** The lowest threshold that the night reaches [°C]. */
function raisedFromC({ minimum }: ComparedNight, of: 'air' | 'plant', probability: number): number {
  const { raise } = standardizedBand(probability)
  const fromC =
    of === 'air'
      ? minimum.airTemperatureMinC + raise * minimum.sigmaAirC
      : minimum.plantTemperatureMinC + raise * minimum.sigmaC
  return Math.ceil(fromC * 10) / 10
}

function answer(record: object): PageAnswer {
  return fileAnswer('application/json; charset=utf-8', JSON.stringify(record), hourSeconds)
}

interface SubscribeDeps {
  readonly frame: SiteFrame
  readonly data: SiteData
  readonly script: BrowserScript
}

/** The form's target in both languages. The answers hold secrets: they may not be cached. */
export function subscribePages(deps: SubscribeDeps): readonly Page[] {
  return languages.flatMap((lang): readonly Page[] => [
    { method: 'POST', path: subscribePath(lang), render: (request) => renderOutcome(deps, request, lang) },
    // A tab that is restored asks for the form's target with GET: the form itself is on the page of a place.
    { method: 'GET', path: subscribePath(lang), render: async () => redirect(homePath(lang), false) }
  ])
}

interface Sent {
  readonly form: URLSearchParams
  /** The point of a field; null for a named place. */
  readonly point: (AskedPoint & { readonly elevation: number | null }) | null
  readonly place: Place | null
  readonly question: ProfileQuestion
  /** Whether crop, stage and height of the form were understood: then the question is about them. */
  readonly isUnderstood: boolean
}

const profileMembers = ['crop', 'stage', 'exposure'] as const

async function renderOutcome(
  { frame, data, script }: SubscribeDeps,
  request: PageRequest,
  lang: Language
): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const form = request.form ?? new URLSearchParams()
  const point = pointIn(form)
  const place = point === null ? placeIn(data, form) : await fieldIn(data, point, form)
  const read = profileQuestion(form)
  const isUnderstood = read.kind === 'question'
  const question = isUnderstood ? read : genericQuestion
  const sent = { form, point, place, question, isUnderstood }
  const outcome: SubscribeOutcome = isUnderstood
    ? await data.subscribe(wantedOf(sent, lang), request.client)
    : {
        kind: 'refused',
        status: 422,
        code: 'validation_failed',
        detail: questionFaultText(read, visitor),
        wrong: []
      }
  if (outcome.kind === 'subscribed') return redirect(outcome.path, false)
  const words = wordsIn(lang).subscribe
  return pageAnswer(frame, {
    visitor,
    title: `${words.refused} – Ayaz`,
    description: words.intro,
    main: refusedMain(data, outcome, sent, visitor),
    scripts: [script],
    status: outcome.status,
    synthetic: data.isDemo(),
    unlisted: true
  })
}

function pointIn(form: URLSearchParams): Sent['point'] {
  if (!form.has('lat')) return null
  const isAtHeight = (form.get('elevation') ?? '').trim() !== ''
  return {
    lat: numberIn(form, 'lat'),
    lon: numberIn(form, 'lon'),
    elevation: isAtHeight ? numberIn(form, 'elevation') : null
  }
}

/** NaN where it is missing or empty: 0 would be another place. */
function numberIn(form: URLSearchParams, member: string): number {
  const text = form.get(member)?.trim() ?? ''
  return readDecimal(text.replace(',', '.').replace('−', '-')) ?? Number.NaN
}

function placeIn(data: SiteData, form: URLSearchParams): Place | null {
  const lookup = data.findPlace(form.get('location') ?? '')
  return lookup.kind === 'unknown' ? null : lookup.place
}

/** Null where the numbers are no point: subscribing then says what is wrong with them. */
async function fieldIn(
  data: SiteData,
  point: NonNullable<Sent['point']>,
  form: URLSearchParams
): Promise<Place | null> {
  const { lat, lon, elevation } = point
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180) || Number.isNaN(elevation)) return null
  const { place } = await data.findPoint(point)
  const name = form.get('label')?.trim() || `${place.lat.toFixed(3)}, ${place.lon.toFixed(3)}`
  return { ...place, name }
}

function pathOf({ point }: Sent, place: Place, lang: Language): string {
  if (point === null) return placePath(lang, place.slug)
  return fieldPath(lang, pointOf(place).key)
}

function wantedOf(
  { form, point, place, question }: Sent,
  lang: Language
): Parameters<SiteData['subscribe']>[0] {
  return {
    location: point ?? place?.slug ?? form.get('location') ?? '',
    ...(point !== null && { label: form.get('label') || null }),
    channel: form.get('channel') ?? '',
    threshold: thresholdOf(form),
    destination: form.get('destination') || null,
    format: form.get('format') || null,
    idempotencyKey: form.get('idempotency_key') || null,
    ...sentProfile(form, question),
    lang
  }
}

function sentProfile(form: URLSearchParams, question: ProfileQuestion): ProfileQuestion['asked'] {
  return 'threshold' in thresholdOf(form) ? scoredRequest(question) : question.asked
}

/** What the switch says; without it, whether a temperature was typed. A comma is a decimal mark. */
function isInDegrees(form: URLSearchParams): boolean {
  const kind = form.get('threshold_kind')
  return kind === null ? (form.get('threshold_temperature') ?? '').trim() !== '' : kind === 'degrees'
}

function thresholdOf(form: URLSearchParams): SubscribeForm['threshold'] {
  if (!isInDegrees(form)) return { threshold: numberIn(form, 'threshold') }
  const threshold_temperature = numberIn(form, 'threshold_temperature')
  const probability = form.get('threshold_probability')
  return {
    threshold_temperature,
    threshold_of: form.get('threshold_of') ?? 'plant',
    ...(probability !== null && { threshold_probability: numberIn(form, 'threshold_probability') })
  }
}

function refusedMain(
  data: SiteData,
  outcome: Extract<SubscribeOutcome, { readonly kind: 'refused' }>,
  sent: Sent,
  visitor: Visitor
): Markup {
  const words = wordsIn(visitor.lang).subscribe
  const { form, point, place, question, isUnderstood } = sent
  const label = point === null ? null : form.get('label') || null
  // What was refused goes back to the page as it was sent: it asks which crop and stage were meant.
  const asked = isUnderstood
    ? question.asked
    : Object.fromEntries(profileMembers.map((name) => [name, form.get(name)]))
  const carried = { ...visitor.carried, ...asked, label }
  const [path, name] =
    place === null ? [homePath(visitor.lang), 'Ayaz'] : [pathOf(sent, place, visitor.lang), place.name]
  const again =
    place === null || !isUnderstood
      ? null
      : formAgain(data, place, { ...sent, wrong: outcome.wrong }, visitor)
  return html`<div class="stack narrow"><h1>${words.refused}</h1>${refusalLine(outcome.detail)}
    ${again === null ? null : html`<section class="panel">${again}</section>`}
    <p><a class="alone" href="${withQuery(path, carried)}">${words.back(name)}</a></p></div>`
}

/** The form as it was sent, but for what must never be sent twice: the keys of a browser. */
function formAgain(
  data: SiteData,
  place: Place,
  { form, point, question, wrong }: Sent & { wrong: readonly string[] },
  visitor: Visitor
): Markup | null {
  const text = (name: string): string => form.get(name) ?? ''
  const isPush = text('channel') === pushChannel(data.channels())?.id
  return subscribeForm({
    place,
    field: point === null ? null : { elevation: point.elevation, label: form.get('label') },
    visitor,
    profile: question.profile,
    asked: question.asked,
    limit: question.limit,
    channels: data.channels(),
    pushPublicKey: data.pushPublicKey(),
    typed: {
      channel: text('channel'),
      destination: isPush ? '' : text('destination'),
      format: text('format'),
      threshold: text('threshold'),
      temperature: text('threshold_temperature'),
      subject: text('threshold_of'),
      probability: text('threshold_probability'),
      isInDegrees: isInDegrees(form),
      wrong
    }
  })
}
