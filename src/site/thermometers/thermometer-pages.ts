import { minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { dateTimeLabel } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import type { Intake, IntakeChannel } from '../../observations/intake-ports.ts'
import { maxIntakes } from '../../observations/owned-intakes.ts'
import type { Sensor } from '../../observations/ports.ts'
import type { SensorOfRow } from '../../observations/row-parts.ts'
import { type SensorView, sensorView } from '../../observations/sensor-view.ts'
import { missedOf } from '../../observations/silent-sensors.ts'
import { nameOf } from '../../observations/submit.ts'
import { readFieldLocation } from '../../weather/field.ts'
import { type BrowserScript, browserScript } from '../browser-code.ts'
import { howColdForm } from '../how-cold/how-cold-form.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { refusalLine } from '../pieces.ts'
import { pageStylesheet } from '../stylesheets.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'
import { fileMain, fileSection, placementSection } from './logger-section.ts'
import { numbered, sensorSections } from './sensor-section.ts'
import { nameFields, stationMain } from './station-main.ts'
import { act, type Done } from './thermometer-acts.ts'
import { openForm, pageForm, thermometersPath } from './thermometer-forms.ts'
import type { Thermometers, Visit } from './thermometer-ports.ts'

interface PageDeps {
  readonly frame: SiteFrame
  readonly deps: Thermometers
  readonly script: BrowserScript
}

export function thermometerPages(frame: Omit<SiteFrame, 'css'>, deps: Thermometers): readonly Page[] {
  const page = {
    frame: { ...frame, css: pageStylesheet('thermometers.css') },
    deps,
    script: browserScript('token')
  }
  const at = { path: thermometersPath } as const
  return [
    { ...at, method: 'GET', render: async (request) => opening(page, request) },
    { ...at, method: 'POST', isCostly: true, takesFile: true, render: (request) => opened(page, request) }
  ]
}

function opening(page: PageDeps, request: PageRequest): PageAnswer {
  const visitor = negotiatedVisitor(request)
  const words = wordsIn(visitor.lang).thermometers
  const main = html`<h1>${words.title}</h1><p class="lede">${words.intro}</p>${openForm(visitor)}
    ${placementSection(visitor)}`
  return answer(page, visitor, { main, status: 200, opens: null })
}

/** The token, or what follows the # of a pasted link; a reload names the station after it. */
function withFragment(form: URLSearchParams): URLSearchParams {
  const written = (form.get('token') ?? '').trim()
  const [token = '', ...more] = written.slice(written.indexOf('#') + 1).split('&')
  // A link triggers no action: it names a station at most.
  const intake = new URLSearchParams(more.join('&')).get('intake')
  const named = intake === null || form.has('intake') ? [] : [['intake', intake] as [string, string]]
  return new URLSearchParams([...form, ...named, ['token', token]])
}

async function opened(page: PageDeps, request: PageRequest): Promise<PageAnswer> {
  const { deps } = page
  const visitor = negotiatedVisitor(request)
  const words = wordsIn(visitor.lang).thermometers
  const form = withFragment(request.form ?? new URLSearchParams())
  const visit = await deps.visitBy(form.getAll('token').at(-1) ?? '')
  if (visit === null) {
    const main = html`<h1>${words.title}</h1>${refusalLine(words.tokenRefused)}${openForm(visitor)}`
    return answer(page, visitor, { main, status: 404, opens: null })
  }
  const done = await act({ deps, visit, form, words })
  const { intake } = done
  const main = await mainOf(deps, { ...done, visit }, visitor)
  const title = titleOf(done, visitor)
  const all =
    (intake === null && done.look === undefined) || visit.only !== null
      ? null
      : pageForm({ visit }, html`<button class="plain">${words.back}</button>`, visitor)
  const secret = done.secret === undefined ? null : stationLine(deps, done.secret, visitor)
  const isKey = !visit.holder.isSubscription && visit.only === null
  return answer(page, visitor, {
    main: html`<h1>${title}</h1>${said(done, visitor)}${secret}${main}${placementSection(visitor)}${all}`,
    status: done.fault === undefined ? 200 : 422,
    // A key is not left in the history of a browser.
    opens: isKey ? null : [visit.token, ...(intake === null ? [] : [`intake=${intake.seq}`])].join('&')
  })
}

function mainOf(
  deps: Thermometers,
  done: Done & { readonly visit: Visit },
  visitor: Visitor
): Promise<Markup> {
  const { intake, look, visit } = done
  if (look !== undefined) return Promise.resolve(fileMain(look, visit, visitor))
  return intake === null ? listMain(deps, visit, visitor) : oneStation(deps, { ...done, intake }, visitor)
}

function titleOf({ intake, look }: Done, { lang }: Visitor): string {
  const words = wordsIn(lang).thermometers
  if (look !== undefined) return words.file.title
  return intake === null ? words.title : intake.label || words.unnamed
}

function said({ done, fault }: Done, { lang }: Visitor): Markup | null {
  if (fault !== undefined) return refusalLine(fault)
  if (done === undefined) return null
  return html`<p class="lede" role="status">${wordsIn(lang).thermometers.done[done]}</p>`
}

async function listMain(deps: Thermometers, visit: Visit, visitor: Visitor): Promise<Markup> {
  const { thermometers: words, howCold } = wordsIn(visitor.lang)
  const intakes = await deps.store.intakes(visit.holder.id, maxIntakes)
  const channels = await Promise.all(intakes.map(({ seq }) => deps.store.channels(seq)))
  const sensors = await sensorsWithoutStation(deps, visit, channels.flat())
  const views = await viewsOf(deps, visit, sensors)
  const watched = await zoneOf(deps, visit)
  const silent = await missedOf(channels.flat(), visit.holder.id, { ...deps, now: deps.clock() })
  const names = numbered(intakes.map(({ label }) => label || words.unnamed))
  const item = (intake: Intake, index: number): Markup => {
    const isSilent = channels[index]?.some((channel) => silent.includes(channel)) === true
    const { seq, label, contactAt, revokedAt } = intake
    const at = contactAt === null ? words.never : dateTimeLabel(contactAt, watched, visitor.lang)
    const state =
      revokedAt === null
        ? `${words.lastContact}: ${at}${isSilent ? ` · ${words.isSilent}` : ''}`
        : words.revokedSince(dateTimeLabel(revokedAt, watched, visitor.lang))
    const name = names[index] ?? label
    return html`<li><b>${name}</b> <span class="quiet">${state}</span>
      ${pageForm(
        { visit, intake: seq },
        html`<button class="plain" aria-label="${words.look}: ${name}">${words.look}
      </button>`,
        visitor
      )}</li>`
  }
  const list =
    intakes.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="stations">${intakes.map(item)}</ul>`
  const place = locationAsTyped(await deps.locationOf(visit.holder))
  const fields = html`${nameFields({ label: '', unit: null }, visitor)}<button>${words.makeButton}</button>`
  return html`<p class="lede">${words.intro}</p>${list}${sensorSections(views, sensors.length, visitor)}
<section class="panel"><h2>${howCold.title}</h2><p>${howCold.intro}</p>
  ${howColdForm({ place: visit.holder.isSubscription ? '' : null, token: visit.token }, visitor)}</section>
${fileSection(visit, place, visitor)}
<section class="panel"><h2>${words.make}</h2><p>${words.makeText}</p>
  ${pageForm({ visit, act: 'make', known: intakes.length }, fields, visitor)}</section>`
}

const maxSensors = 200

/** The thermometers of an owner that no station sends for: from files, forms, the API. */
async function sensorsWithoutStation(
  deps: Thermometers,
  { holder }: Visit,
  channels: readonly IntakeChannel[]
): Promise<readonly Sensor[]> {
  const sent = new Set(
    await Promise.all(channels.flatMap(({ sensor }) => (sensor === null ? [] : [nameIn(deps, sensor)])))
  )
  const sensors = await deps.store.sensors(holder.id, maxSensors)
  return sensors.filter((sensor) => !sent.has(nameOf(sensor)))
}

async function nameIn({ findPlace }: Thermometers, sensor: SensorOfRow): Promise<string> {
  const found = await findPlace(sensor.place)
  return found.kind === 'fault' ? '' : nameOf({ ...sensor, point: found.point })
}

/** Most sensors shown: each has its readings and two charts. */
const maxViews = 20

async function viewsOf(
  deps: Thermometers,
  visit: Visit,
  sensors: readonly Sensor[]
): Promise<readonly SensorView[]> {
  const views: SensorView[] = []
  for (const sensor of sensors.slice(0, maxViews))
    views.push(
      await sensorView(deps, sensor, { now: deps.clock(), pointOf: (point) => deps.pointOf(visit, point) })
    )
  return views
}

async function oneStation(
  deps: Thermometers,
  { visit, intake, isRevoking = false }: Done & { intake: Intake; visit: Visit },
  visitor: Visitor
): Promise<Markup> {
  const channels = await deps.store.channels(intake.seq)
  const names = new Set(
    await Promise.all(channels.flatMap(({ sensor }) => (sensor === null ? [] : [nameIn(deps, sensor)])))
  )
  const own = (await deps.store.sensors(intake.owner, maxSensors)).filter((one) => names.has(nameOf(one)))
  const sensors = await viewsOf(deps, visit, own)
  const shown = {
    visit,
    intake,
    channels,
    sensors,
    sensorCount: own.length,
    isRevoking,
    silent:
      intake.revokedAt === null ? await missedOf(channels, intake.owner, { ...deps, now: deps.clock() }) : [],
    refusals: await deps.store.refusals(intake.seq),
    watched: locationAsTyped(await deps.locationOf(visit.holder)),
    timezone: sensors[0]?.sensor.point.timezone ?? (await zoneOf(deps, visit))
  }
  return stationMain(shown, visitor)
}

const usualZone = 'Europe/Istanbul'

/** The clock of the place that the owner's alert watches. */
async function zoneOf(deps: Thermometers, { holder }: Visit): Promise<string> {
  const location = await deps.locationOf(holder)
  if (location === null) return usualZone
  return (readFieldLocation(location) ?? deps.named(location))?.timezone ?? usualZone
}

interface Shown {
  readonly main: Markup
  readonly status: number
  /** The text behind the # with which a reload opens the same page; null: none. */
  readonly opens: string | null
}

function answer(
  { frame, deps, script }: PageDeps,
  visitor: Visitor,
  { main, status, opens }: Shown
): PageAnswer {
  const { title } = wordsIn(visitor.lang).thermometers
  return pageAnswer(frame, {
    visitor,
    title: `${title} – Ayaz`,
    description: title,
    main: html`<div class="stack narrow"${opens === null ? null : html` data-reopens="${opens}"`}>${main}</div>`,
    path: thermometersPath,
    scripts: [script],
    status,
    synthetic: deps.isDemo(),
    unlisted: true
  })
}

/** The port without TLS, which consoles do not support. */
const usualPort = '80'

function stationLine(
  { siteUrl, isHttpOpen }: Pick<Thermometers, 'siteUrl' | 'isHttpOpen'>,
  secret: string,
  { lang }: Visitor
): Markup {
  const words = wordsIn(lang).thermometers
  const { hostname, port, protocol } = new URL(siteUrl)
  const path = `/ingest/ecowitt/${secret}`
  const rows: readonly (readonly [string, string])[] = [
    [words.server, hostname],
    [words.path, path],
    [words.port, port || usualPort],
    [words.interval, words.seconds(minuteSeconds)]
  ]
  const others = ['wu', 'lorawan'].map(
    (name) => html`<li><code>${siteUrl}/ingest/${name}/${secret}</code></li>`
  )
  return html`<section class="panel typed" id="secret"><h2>${words.secretTitle}</h2><p>${words.secretWhere}</p>
<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}</dl>
<p>${words.wholeAddress}: <code>${siteUrl}${path}</code></p><p>${words.otherStations}:</p><ul>${others}</ul>
${protocol === 'https:' && !isHttpOpen ? html`<p>${words.httpClosed}</p>` : null}
  <p><strong>${words.secretOnce}</strong></p><p>${words.afterwards}</p></section>`
}

function locationAsTyped(location: string | null): string | null {
  return location === null ? null : (readFieldLocation(location)?.key ?? location)
}
