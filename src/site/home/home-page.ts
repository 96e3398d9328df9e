/** Home: search, the map of tonight, and the same in words. */

import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { nightLabel, sentenceCase } from '../../language/dates.ts'
import type { Catalogue } from '../../language/en.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import { formatScore } from '../../language/numbers.ts'
import { redirect } from '../answers.ts'
import type { BrowserScript } from '../browser-code.ts'
import type { TurkeyOutline } from '../charts/turkey-outline.ts'
import { creditLine } from '../credit-line.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { levelMark } from '../level-marks.ts'
import { homePath, inEveryLanguage, placePath, withQuery } from '../paths.ts'
import type { NationalMap, ProvinceNight, SiteData } from '../ports.ts'
import { secondsToNextStep, temperature } from '../presenting.ts'
import { searchForm } from '../search/search-form.ts'
import { negotiatedVisitor, type Visitor, visitorOf } from '../visitor.ts'
import { legend, provinceMap } from './province-map.ts'

const mapTimezone = 'Europe/Istanbul'
const listed = 9
/** While forecasts still come in, as after a start, a picture of the map is soon out of date. */
const unfinishedSeconds = 10

export interface HomeDeps {
  readonly frame: SiteFrame
  readonly data: SiteData
  readonly outline: TurkeyOutline
  readonly script: BrowserScript
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
        render: (request) => renderHome(deps, request, lang)
      })
    )
  ]
}

async function renderHome(deps: HomeDeps, request: PageRequest, lang: Language): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const words = wordsIn(lang).home
  const map = await deps.data.nationalMap(request.nowAt)
  const when =
    map.madeAt === null ? null : html`<p class="lede">${sentenceCase(nightLabel(map.date, lang))}</p>`
  return pageAnswer(deps.frame, {
    visitor,
    title: words.title,
    description: words.description,
    main: html`<div class="hero"><div><h1>${words.heading}</h1>${when}</div>${searchForm(visitor, '')}</div>
${map.madeAt === null ? html`<p>${words.noMap}</p>` : tonight(deps.outline, map, visitor)}`,
    alternates: inEveryLanguage(homePath),
    scripts: [deps.script],
    maxAgeSeconds: map.isWhole ? secondsToNextStep(request.nowAt) : unfinishedSeconds,
    synthetic: map.data?.synthetic ?? false
  })
}

function tonight(outline: TurkeyOutline, map: NationalMap, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).home
  const ranked = [...map.provinces].sort((a, b) => (b.frost.score ?? -1) - (a.frost.score ?? -1))
  const risky = ranked.filter((one) => (one.frost.score ?? 0) >= 1).slice(0, listed)
  return html`<div class="tonight-map"><section class="map-panel" aria-label="${words.map}">${provinceMap(outline, map.provinces, visitor)}${legend(visitor)}</section>
<section><h2>${words.highest}</h2>${
    risky.length === 0
      ? html`<p>${words.calm}</p>`
      : html`<ol class="ranking">${risky.map((one) => rankingRow(one, visitor))}</ol>`
  }</section></div>
${allProvinces(map.provinces, words, visitor)}
${map.data === null ? null : creditLine(map.data, mapTimezone, visitor)}`
}

function rankingRow({ place, frost, airTemperatureMinC }: ProvinceNight, visitor: Visitor): Markup {
  return html`<li>${levelMark(frost.level)}<a href="${withQuery(placePath(visitor.lang, place.slug), visitor.carried)}">${place.name}</a><span class="quiet">${levelLabel(frost.level, visitor.lang)}</span><span class="number">${temperature(airTemperatureMinC, visitor)}</span><b class="number">${formatScore(frost.score, visitor.lang)}</b></li>`
}

function allProvinces(
  provinces: readonly ProvinceNight[],
  words: Catalogue['home'],
  visitor: Visitor
): Markup {
  const collator = new Intl.Collator('tr')
  const sorted = [...provinces].sort((a, b) => collator.compare(a.place.name, b.place.name))
  return html`<details class="all"><summary>${words.all}</summary><div class="wide" tabindex="0" role="group" aria-label="${words.all}"><table><thead><tr><th scope="col">${words.province}</th><th scope="col">${words.level}</th><th scope="col" class="number">${words.score}</th><th scope="col" class="number">${words.minimum}</th></tr></thead><tbody>${sorted.map(
    ({ place, frost, airTemperatureMinC }) =>
      html`<tr><th scope="row"><a href="${withQuery(placePath(visitor.lang, place.slug), visitor.carried)}">${place.name}</a></th><td>${levelMark(frost.level)} ${levelLabel(frost.level, visitor.lang)}</td><td class="number">${formatScore(frost.score, visitor.lang)}</td><td class="number">${temperature(airTemperatureMinC, visitor)}</td></tr>`
  )}</tbody></table></div></details>`
}
