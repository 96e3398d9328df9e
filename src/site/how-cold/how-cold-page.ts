import { type TemperatureUnit, temperatureOf } from '../../common/file-cells.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { nightLabel } from '../../language/dates.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { type HowCold, howCold, type ReadByHand } from '../../observations/how-cold.ts'
import { celsius } from '../../observations/observation-row.ts'
import type { RowFault, SensorOfRow } from '../../observations/row-parts.ts'
import type { Submitter } from '../../observations/submit.ts'
import { isFieldLocation, readFieldLocation } from '../../weather/field.ts'
import { type Point, pointOf } from '../../weather/point.ts'
import { redirect } from '../answers.ts'
import { browserScript } from '../browser-code.ts'
import { subjectPath } from '../field-key.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { fieldPath, homePath, withQuery } from '../paths.ts'
import { refusalLine } from '../pieces.ts'
import { quantity, temperature } from '../presenting.ts'
import type { Thermometers } from '../thermometers/thermometer-ports.ts'
import { placeAsTyped, typedPlace, typedWhere } from '../thermometers/typed-place.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'
import { howColdChoices, howColdForm, howColdPath } from './how-cold-form.ts'

type Words = Catalogue['howCold']

export function howColdPages(frame: SiteFrame, deps: Thermometers): readonly Page[] {
  const at = { path: howColdPath } as const
  return [
    { ...at, method: 'POST', render: (request) => render(frame, deps, request) },
    // A tab that is restored asks for the form's target with GET: the form itself is on the page of a place.
    {
      ...at,
      method: 'GET',
      render: async (request) => redirect(homePath(negotiatedVisitor(request).lang), false)
    }
  ]
}

async function render(frame: SiteFrame, deps: Thermometers, request: PageRequest): Promise<PageAnswer> {
  const visitor = negotiatedVisitor(request)
  const words = wordsIn(visitor.lang).howCold
  const form = request.form ?? new URLSearchParams()
  const subject = await subjectOf(deps, form)
  const temperatureC = typedDegrees(form.get('degrees') ?? '', form.get('unit') === 'F' ? 'F' : 'C')
  const isReadable = subject !== null && temperatureC !== null && strayChoice(form) === null
  const read = !isReadable ? null : { subject, temperatureC }
  const outcome = read === null ? null : await howCold(deps, readingIn(form, read, request.nowAt))
  const fault = faultOf(words, form, { subject, outcome })
  const said =
    read === null || outcome?.kind !== 'compared'
      ? refusalLine(fault ?? '')
      : html`${sentences({ outcome, temperatureC: read.temperatureC, form }, visitor).map(
          (one) => html`<p>${one}
        </p>`
        )}`
  const typed =
    fault === null
      ? {}
      : { typed: form, wrong: subject === null ? ['place'] : [strayChoice(form) ?? 'degrees'] }
  const back =
    subject === null
      ? null
      : html`<p><a class="alone" href="${withQuery(subject.page(visitor.lang), { ...visitor.carried, lang: null })}">
        ${words.back}</a></p>`
  const again = html`<h2>${words.again}</h2>${howColdForm({ ...formOf(form, subject), ...typed }, visitor)}`
  return pageAnswer(frame, {
    visitor,
    title: `${words.title} – Ayaz`,
    description: words.intro,
    main: html`<div class="stack narrow"><h1>${words.title}</h1>${said}${back}${again}</div>`,
    scripts: [browserScript('token')],
    status: fault === null ? 200 : 422,
    synthetic: deps.isDemo(),
    unlisted: true
  })
}

/** What was hidden in the form is in the next one too. */
function formOf(form: URLSearchParams, subject: ReadSubject | null) {
  const token = form.get('token')
  const place = subject === null ? null : form.get('place')
  return { place: place ?? '', ...(subject === null && { place: null }), ...(token && { token }) }
}

function readingIn(
  form: URLSearchParams,
  { subject, temperatureC }: { subject: ReadSubject; temperatureC: number },
  now: number
): ReadByHand {
  return {
    sensor: { place: subject.sensorPlace, ...typedWhere(form) },
    temperatureC,
    when: form.get('when') === 'now' ? 'now' : 'night',
    seen: { ...pointOf(subject.point, subject.point.key), isOwn: subject.isOwn },
    owner: subject.owner,
    now
  }
}

const longestShown = 40

/** The one sentence that says what is wrong; null where nothing is. */
function faultOf(
  words: Words,
  form: URLSearchParams,
  { subject, outcome }: { subject: ReadSubject | null; outcome: HowCold | null }
): string | null {
  const shown = (name: string): string => (form.get(name) ?? '').trim().slice(0, longestShown)
  if (subject === null) return words.faults.noPlace(shown('place'))
  const stray = strayChoice(form)
  if (stray !== null) return words.faults.noChoice(words[stray], shown(stray))
  const degrees = shown('degrees')
  if (outcome === null) return degrees === '' ? words.faults.none : words.faults.noNumber(degrees)
  return outcome.kind === 'refused' ? refusalOf(words, degrees, outcome.fault) : null
}

/** A list of choices for which another value was sent; without a value its default holds. */
function strayChoice(form: URLSearchParams): keyof typeof howColdChoices | null {
  const lists = ['unit', 'when', 'where'] as const
  const isStray = (written: string, choices: readonly string[]) =>
    written !== '' && !choices.includes(written)
  return lists.find((list) => isStray(form.get(list) ?? '', howColdChoices[list])) ?? null
}

function refusalOf(words: Words, degrees: string, { code, member }: RowFault): string {
  if (code === 'sensor_revoked') return words.faults.revoked
  if (member === 'date') return words.faults.noNight
  return member === 'temperature' ? words.faults.outOfRange(degrees) : words.faults.implausible(degrees)
}

interface Compared {
  readonly outcome: Extract<HowCold, { readonly kind: 'compared' }>
  readonly temperatureC: number
  readonly form: URLSearchParams
}

/** A smaller difference than thermometers show [°C]. */
const evenC = 0.05

function sentences(
  { outcome, temperatureC, form }: Compared,
  visitor: Visitor
): readonly (string | Markup)[] {
  const words = wordsIn(visitor.lang).howCold
  const { date, foretold, isStored } = outcome
  const shown = (valueC: number): string => temperature(valueC, visitor)
  const when = date === null ? words.nowWords : nightLabel(date, visitor.lang)
  const effect = isStored ? words.stored : words.notStored
  const said = [words.yours(shown(temperatureC), when)]
  if (foretold === null) {
    const isPlantNow = date === null && typedWhere(form).kind === 'plant'
    return [...said, isPlantNow ? words.noPlantNow : words.noForecast, effect]
  }
  const { valueC, lowC, highC } = foretold
  const hasRange = lowC !== null && highC !== null
  const apartC = temperatureC - valueC
  const apart = quantity(Math.abs(apartC), 'temperature_difference', visitor)
  const compared =
    Math.abs(apartC) < evenC ? words.even : apartC < 0 ? words.colder(apart) : words.warmer(apart)
  const isInside = hasRange && temperatureC >= lowC && temperatureC <= highC
  const range = hasRange ? ` ${isInside ? words.inside : words.outside}` : ''
  const isSignLost =
    hasRange && temperatureC > highC && temperatureC >= 1 && -temperatureC >= lowC && -temperatureC <= highC
  return [
    ...said,
    hasRange
      ? words.foretoldNight(shown(valueC), shown(lowC), shown(highC))
      : words.foretoldNow(shown(valueC)),
    html`<strong>${compared}</strong>${range}`,
    ...(isSignLost ? [words.lostSign(shown(-temperatureC))] : []),
    effect
  ]
}

interface ReadSubject {
  readonly sensorPlace: SensorOfRow['place']
  readonly point: Point
  readonly isOwn: boolean
  readonly owner: Submitter | null
  readonly page: (lang: Language) => string
}

/** From the token of a field's page, an alert's or a key's, or from the place alone; null where there is none. */
async function subjectOf(deps: Thermometers, form: URLSearchParams): Promise<ReadSubject | null> {
  const written = (form.get('place') ?? '').trim()
  const field = await deps.fieldBy(written)
  if (field !== null) {
    const subject = await ofSubscription(deps, field)
    return subject && { ...subject, page: (lang) => fieldPath(lang, written) }
  }
  const token = (form.get('token') ?? '').trim()
  const visit =
    token === '' ? null : await deps.visitBy(token.slice(token.indexOf('#') + 1).split('&')[0] ?? '')
  const holder = visit === null || visit.only !== null ? null : visit.holder
  // An alert's place is known, and its owner speaks of no other.
  if (holder?.isSubscription === true)
    return ofSubscription(deps, { id: holder.id, location: await deps.locationOf(holder) })
  const place = await typedPlace(deps, written)
  const found = place === null ? null : await deps.findPlace(place)
  if (place === null || found?.kind !== 'point') return null
  const { pointKey, ...position } = found.point
  const owner = holder === null ? null : { owner: holder.id, isOperator: holder.isOperator }
  return {
    sensorPlace: place,
    point: pointOf(position, pointKey),
    isOwn: false,
    owner,
    page: pageOf(placeAsTyped(place))
  }
}

function pageOf(written: string): ReadSubject['page'] {
  return (lang) => subjectPath(lang, written)
}

async function ofSubscription(
  deps: Thermometers,
  { id, location }: { id: string; location: string | null }
): Promise<ReadSubject | null> {
  const owner = { owner: id, isOperator: false }
  if (location === null) return null
  const field = readFieldLocation(location)
  if (field !== null) {
    const { lat, lon, elevation } = field
    return { sensorPlace: { lat, lon, elevation }, point: field, isOwn: true, owner, page: pageOf(field.key) }
  }
  const place = isFieldLocation(location) ? null : deps.named(location)
  if (place === null) return null
  const { slug } = place
  return { sensorPlace: { location: slug }, point: pointOf(place), isOwn: false, owner, page: pageOf(slug) }
}

/** −2,3 · -2.3 °C · eksi 2,5 derece · minus 3; null if not a temperature [°C]. */
export function typedDegrees(written: string, chosen: TemperatureUnit): number | null {
  const plain = written
    .trim()
    .replace(/^(?:eksi|minus) ?/i, '-')
    .replace(/(?:derece|degrees?|santigrat)$/i, '')
    .trimEnd()
  const { value, unit } = temperatureOf(plain)
  return plain === '' || !Number.isFinite(value) ? null : celsius(value, unit ?? chosen)
}
