/** Home: search, the map of a night, and the same in words. */

import { isRestSeason } from '../../frost/rest-season.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { nightLabel, nightShort, sentenceCase } from '../../language/dates.ts'
import type { Catalogue } from '../../language/en.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import { formatScore, shownScore } from '../../language/numbers.ts'
import { redirect } from '../answers.ts'
import type { BrowserScript } from '../browser-code.ts'
import type { TurkeyOutline } from '../charts/turkey-outline.ts'
import { creditLine } from '../credit-line.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { levelMark } from '../level-marks.ts'
import { homePath, inEveryLanguage, placePath, withQuery } from '../paths.ts'
import type { NationalMap, ProvinceNight, SiteData } from '../ports.ts'
import { nightMinima, secondsToNextStep, shortTemperature } from '../presenting.ts'
import { profileLabel } from '../profile-label.ts'
import { genericQuestion, profileQuestion } from '../profile-question.ts'
import { searchForm } from '../search/search-form.ts'
import { negotiatedVisitor, type Visitor, visitorOf } from '../visitor.ts'
import { legend, type MapView, provinceMap, provinceMark } from './province-map.ts'
import { tileMap } from './tile-map.ts'

const mapTimezone = 'Europe/Istanbul'
/** The middle of the country. */
const mapLatitude = 39
const listed = 9
/** While forecasts still come in, as after a start, a picture of the map is soon out of date. */
const unfinishedSeconds = 10

export interface HomeDeps {
  readonly frame: SiteFrame
  readonly data: SiteData
  readonly outline: TurkeyOutline
  readonly scripts: readonly BrowserScript[]
}

/** The two home pages, and the bare path that leads to the one a browser prefers. */
export function homePages(deps: HomeDeps): readonly Page[] {
  return [
    {
      method: 'GET',
      path: '/',
      policy: 'page',
      render: async (request) => {
        const { lang } = negotiatedVisitor(request)
        const query = Object.fromEntries(request.query)
        return redirect(withQuery(homePath(lang), { ...query, lang: null }), false)
      }
    },
    ...languages.map(
      (lang): Page => ({
        method: 'GET',
        path: homePath(lang),
        policy: 'page',
        isCostly: true,
        render: (request) => renderHome(deps, request, lang)
      })
    )
  ]
}

async function renderHome(deps: HomeDeps, request: PageRequest, lang: Language): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const words = wordsIn(lang).home
  const { nowAt, query } = request
  const asked = profileQuestion(query)
  const question = asked.kind === 'question' ? asked : genericQuestion
  const map = await deps.data.nationalMap(nowAt, { date: query.get('night'), question })
  // What has no score is shown by its temperature.
  const isScored = question.limit === null && !question.stageFromSeason
  const view = isScored ? viewOf(query.get('map'), nowAt) : 'temperature'
  const heading = map.date === (map.dates[0] ?? map.date) ? words.heading : words.headingOther
  const when =
    map.madeAt === null ? null : html`<p class="lede">${sentenceCase(nightLabel(map.date, lang))}</p>`
  const crop = asked.kind === 'question' ? profileLabel(asked.asked, lang) : words.everyPlant
  return pageAnswer(deps.frame, {
    visitor,
    title: words.title,
    description: words.description,
    main: html`<div class="hero"><div><h1>${heading}</h1>${when}${crop === null ? null : html`<p>${crop}</p>`}</div>${searchForm(visitor, '')}</div>
<section id="my-fields" aria-labelledby="my-fields-name" hidden><h2 id="my-fields-name">${wordsIn(lang).field.saved}</h2><ul class="chips"></ul></section>
${map.madeAt === null ? html`<p>${words.noMap}</p>` : night(deps.outline, { map, view, nowAt }, visitor)}`,
    alternates: inEveryLanguage(homePath),
    scripts: deps.scripts,
    offline: true,
    locates: true,
    maxAgeSeconds: map.isWhole ? secondsToNextStep(nowAt) : unfinishedSeconds,
    synthetic: map.data?.synthetic ?? false
  })
}

/** While trees rest, the general severity is the same everywhere: the map then begins with the temperature. */
function viewOf(wanted: string | null, nowAt: number): MapView {
  if (wanted === 'risk' || wanted === 'temperature') return wanted
  return isRestSeason(nowAt, mapLatitude) ? 'temperature' : 'risk'
}

interface Shown {
  readonly map: NationalMap
  readonly view: MapView
  readonly nowAt: number
}

function night(outline: TurkeyOutline, shown: Shown, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).home
  const { map, view, nowAt } = shown
  const isRest = view === 'temperature' && isRestSeason(nowAt, mapLatitude)
  const first = ranked(map.provinces, view).slice(0, listed)
  return html`${choices(shown, visitor)}<div class="tonight-map"><section class="map-panel" aria-label="${words.map}">${provinceMap(outline, map.provinces, view, visitor)}${tileMap(map.provinces, view, visitor)}${legend(view, visitor)}</section>
<section><h2>${view === 'risk' ? words.highest : words.coldest}</h2>${
    first.length === 0
      ? html`<p>${isKnown(map, view) ? words.calm : words.noData}</p>`
      : html`<ol class="ranking">${first.map((one) => rankingRow(one, view, visitor))}</ol>`
  }</section></div>
${isRest ? html`<p class="quiet small">${words.resting}</p>` : null}
${allProvinces(map.provinces, words, visitor)}
${map.data === null ? null : creditLine(map.data, mapTimezone, visitor)}`
}

/** Whether anything is known of the night, as the map shows it. */
function isKnown({ provinces }: NationalMap, view: MapView): boolean {
  return provinces.some(({ frost, airTemperatureMinC }) =>
    view === 'risk' ? frost.score !== null : airTemperatureMinC !== null
  )
}

/** The nights to choose from, and what the map shows of them. */
function choices({ map, view }: Shown, visitor: Visitor): Markup {
  const { lang, carried } = visitor
  const words = wordsIn(lang).home
  const tonight = map.dates[0]
  const choice = (label: string, query: { night: string; map: MapView }, isChosen: boolean): Markup => {
    const night = query.night === tonight ? null : query.night
    const href = withQuery(homePath(lang), { ...carried, night, map: query.map })
    return isChosen
      ? html`<li><a href="${href}" aria-current="true">${label}</a></li>`
      : html`<li><a href="${href}">${label}</a></li>`
  }
  return html`<div class="choices"><ul class="chips" aria-label="${words.nights}">${map.dates.map((night) =>
    choice(nightChip(night, tonight ?? night, lang), { night, map: view }, night === map.date)
  )}</ul><ul class="chips" aria-label="${words.show}">${(['risk', 'temperature'] as const).map((one) =>
    choice(
      one === 'risk' ? words.showRisk : words.showTemperature,
      { night: map.date, map: one },
      one === view
    )
  )}</ul></div>`
}

function nightChip(night: string, tonight: string, lang: Language): string {
  const { name, days } = nightShort(night, tonight, lang)
  return night === tonight ? name : `${name} ${days}`
}

/** The worst first; those of equal score by temperature. The map of temperatures lists the coldest air. */
function ranked(provinces: readonly ProvinceNight[], view: MapView): readonly ProvinceNight[] {
  const cold = (one: ProvinceNight): number =>
    (view === 'risk' ? one.plantTemperatureMinC : null) ?? one.airTemperatureMinC ?? Number.POSITIVE_INFINITY
  const byCold = (a: ProvinceNight, b: ProvinceNight): number =>
    cold(a) < cold(b) ? -1 : cold(a) > cold(b) ? 1 : 0
  if (view === 'temperature') return provinces.filter((one) => one.airTemperatureMinC !== null).sort(byCold)
  // As shown: scores that read the same are equal.
  const score = ({ frost: { score: exact } }: ProvinceNight): number =>
    exact === null ? -1 : shownScore(exact)
  return provinces
    .filter(({ frost }) => (frost.score ?? -1) >= 1)
    .sort((a, b) => score(b) - score(a) || byCold(a, b))
}

function rankingRow(province: ProvinceNight, view: MapView, visitor: Visitor): Markup {
  const { place, frost, airTemperatureMinC } = province
  const name = html`<span><a href="${withQuery(placePath(visitor.lang, place.slug), visitor.carried)}">${place.name}</a> <span class="quiet">${nightMinima(province, visitor)}</span></span>`
  if (view === 'temperature') {
    const mark = html`<svg class="mark" viewBox="0 0 20 20" aria-hidden="true">${provinceMark(province, view)}</svg>`
    return html`<li>${mark}${name}<span></span><b class="number">${shortTemperature(airTemperatureMinC, visitor)}</b></li>`
  }
  return html`<li>${levelMark(frost.level)}${name}<span class="quiet">${levelLabel(frost.level, visitor.lang)}</span><b class="number">${formatScore(frost.score, visitor.lang)}</b></li>`
}

function allProvinces(
  provinces: readonly ProvinceNight[],
  words: Catalogue['home'],
  visitor: Visitor
): Markup {
  const collator = new Intl.Collator('tr')
  const sorted = [...provinces].sort((a, b) => collator.compare(a.place.name, b.place.name))
  return html`<details class="all"><summary>${words.all}</summary><table class="provinces"><thead><tr><th scope="col">${words.province}</th><th scope="col">${words.level}</th><th scope="col" class="number">${words.score}</th><th scope="col">${words.minimum}</th></tr></thead><tbody>${sorted.map(
    (province) =>
      html`<tr><th scope="row"><a href="${withQuery(placePath(visitor.lang, province.place.slug), visitor.carried)}">${province.place.name}</a></th><td>${levelMark(province.frost.level)} ${levelLabel(province.frost.level, visitor.lang)}</td><td class="number">${formatScore(province.frost.score, visitor.lang)}</td><td>${nightMinima(province, visitor)}</td></tr>`
  )}</tbody></table></details>`
}
