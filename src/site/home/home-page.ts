import { isRestSeason } from '../../frost/season.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { nightLabel, nightShort, sentenceCase } from '../../language/dates.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatScore, shownScore } from '../../language/numbers.ts'
import { redirect } from '../answers.ts'
import type { BrowserScript } from '../browser-code.ts'
import { creditLine } from '../credit-line.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import {
  isAir,
  legend,
  levelMark,
  levelWords,
  type MapLook,
  type MapView,
  provinceLink,
  provinceMark,
  shownMinimumC
} from '../level-marks.ts'
import { homePath, inEveryLanguage, pagesInEach, placePath, withQuery } from '../paths.ts'
import { wholeSpans } from '../pieces.ts'
import { cropChips } from '../place/crop-chips.ts'
import { myFields } from '../place/field-night.ts'
import { faultAnswer, unreadNotice } from '../place/place-faults.ts'
import type { NationalMap, ProvinceNight, SiteData, SiteOptions } from '../ports.ts'
import { nightMinima, secondsToNextStep, shortTemperature } from '../presenting.ts'
import { mapQuestion, type ProfileQuestion } from '../profile-question.ts'
import { profileLabel } from '../profile-words.ts'
import { searchForm } from '../search/search-form.ts'
import { negotiatedVisitor, type Visitor, visitorOf } from '../visitor.ts'

const mapTimezone = 'Europe/Istanbul'
const mapLatitude = 39
const listed = 9
/** While forecasts still come in, as after a start, a picture of the map is soon out of date. */
const unfinishedSeconds = 10

interface HomeDeps {
  readonly frame: SiteFrame
  readonly data: SiteData
  readonly setUpBy: SiteOptions['setUpBy']
  readonly scripts: readonly BrowserScript[]
}

export function homePages(deps: HomeDeps): readonly Page[] {
  return [
    {
      method: 'GET',
      path: '/',
      render: async (request) => {
        const { lang } = negotiatedVisitor(request)
        const query = Object.fromEntries(request.query)
        return redirect(withQuery(homePath(lang), { ...query, lang: null }), false)
      }
    },
    ...pagesInEach(homePath, (request, lang) => renderHome(deps, request, lang), { isCostly: true })
  ]
}

async function renderHome(deps: HomeDeps, request: PageRequest, lang: Language): Promise<PageAnswer> {
  const { nowAt, query } = request
  const question = mapQuestion(query)
  const asked = visitorOf(request, lang)
  const visitor = { ...asked, carried: { ...asked.carried, ...question.asked } }
  const words = wordsIn(lang).home
  if (question.kind !== 'question') return faultAnswer(deps, question, visitor)
  const map = await deps.data.nationalMap(nowAt, { date: query.get('date'), question })
  const look = lookOf(map, question, { wanted: query.get('map'), nowAt })
  const { tonight, other } = words.headings[look.isOfCrop ? 'damage' : 'frost']
  const heading = map.date === map.tonight ? tonight : other
  const when =
    map.madeAt === null
      ? null
      : html`<p class="lede">${wholeSpans(sentenceCase(nightLabel(map.date, lang)))}</p>`
  const isPlain = !query.has('crop') && !query.has('curve')
  const crop = profileLabel(question.asked, lang) ?? (isPlain ? null : words.everyPlant)
  const choice = { night: query.get('date'), map: query.get('map') }
  return pageAnswer(deps.frame, {
    visitor,
    title: words.title,
    description: words.description,
    notice: unreadNotice(query, map.date, visitor),
    main: html`${whatLacks(deps, map, words)}${cropChips(homePath(lang), { asked: question.asked, profile: null, stages: null }, { ...visitor, carried: { ...visitor.carried, ...choice } })}
<div class="hero"><div><h1>${heading}</h1>${when}${
      crop === null
        ? null
        : html`<p>${crop}
  </p>`
    }</div>${searchForm(visitor, '')}</div>
${myFields(visitor)}
${map.madeAt === null ? html`<p>${words.noMap}</p>` : night({ map, look, nowAt }, visitor)}`,
    alternates: inEveryLanguage(homePath),
    scripts: deps.scripts,
    offline: true,
    locates: true,
    maxAgeSeconds: map.isWhole ? secondsToNextStep(nowAt) : unfinishedSeconds,
    synthetic: map.data?.synthetic ?? false
  })
}

/** Says what is missing before the installation is set up, with the command; no setting is shown. */
function whatLacks(
  { setUpBy, frame: { operator } }: HomeDeps,
  { data }: NationalMap,
  words: Catalogue['home']
): Markup | null {
  if (!setUpBy) return null
  const { command } = setUpBy
  const { address, operator: who, weather } = words.lacks
  const lacks = [
    address,
    ...(operator.name === null || operator.contact === null ? [who] : []),
    ...(data?.synthetic === true ? [weather] : [])
  ]
  return html`<section class="panel" aria-labelledby="set-up"><h2 id="set-up">${words.notSetUp}</h2>
    <ul>${lacks.map((one) => html`<li>${one}</li>`)}</ul>${
      command === null
        ? html`<p>${words.setUpContainer}</p>`
        : html`<p>${words.setUp} <code>${command}</code></p>`
    }</section>`
}

/** The look of the map: temperatures while trees rest, and for a crop that has no level anywhere. */
function lookOf(
  map: NationalMap,
  { profile }: ProfileQuestion,
  { wanted, nowAt }: { wanted: string | null; nowAt: number }
): MapLook {
  const isCold = profile.crop === null ? isRestSeason(nowAt, mapLatitude) : !isKnown(map)
  const usual: MapView = isCold ? 'temperature' : 'risk'
  const view = wanted === 'risk' || wanted === 'temperature' ? wanted : usual
  return { view, isOfCrop: profile.crop !== null }
}

function isKnown({ provinces }: NationalMap): boolean {
  return provinces.some(({ frost }) => frost.score !== null)
}

interface Shown {
  readonly map: NationalMap
  readonly look: MapLook
  readonly nowAt: number
}

function night(shown: Shown, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).home
  const { map, look, nowAt } = shown
  const { view, isOfCrop } = look
  const isRest = !isOfCrop && view === 'temperature' && isRestSeason(nowAt, mapLatitude)
  const first = ranked(map.provinces, look).slice(0, listed)
  const highest = isOfCrop ? words.highestDamage : words.highest
  const coldest = isOfCrop ? words.coldestPlants : words.coldest
  const isUnknown = view === 'temperature' || !isKnown(map)
  return html`${choices(shown, visitor)}<div class="tonight-map"><section class="map-panel" aria-label="${words.map}">
    ${tileMap(map.provinces, look, visitor)}${legend(view, visitor)}
    <p class="quiet small">${isAir(look) ? words.degreesOfAir : words.degreesOfPlants}
    ${map.provinces.some(({ lacksStage }) => lacksStage) ? html` ${words.stagesUnknown}` : null}</p></section>
<section><h2>${view === 'risk' ? highest : coldest}</h2>${
    first.length === 0
      ? html`<p>${isUnknown ? words.noData : words.calm}</p>`
      : html`<ol class="ranking">${first.map((one) => rankingRow(one, look, visitor))}</ol>`
  }</section></div>
${isRest ? html`<p class="quiet small">${words.resting}</p>` : null}
${allProvinces(map.provinces, words, visitor)}
${map.data === null ? null : creditLine(map.data, mapTimezone, visitor)}`
}

function choices({ map, look }: Shown, visitor: Visitor): Markup {
  const { lang, carried } = visitor
  const words = wordsIn(lang).home
  const choice = (label: string, query: { night: string; map: MapView }, isChosen: boolean): Markup => {
    const night = query.night === map.tonight ? null : query.night
    const href = withQuery(homePath(lang), { ...carried, night, map: query.map })
    return isChosen
      ? html`<li><a href="${href}" aria-current="true">${label}</a></li>`
      : html`<li><a href="${href}">${label}</a></li>`
  }
  const risk = look.isOfCrop ? words.showDamage : words.showRisk
  return html`<div class="choices"><ul class="chips" aria-label="${words.nights}">${map.dates.map((night) =>
    choice(nightChip(night, map.tonight, lang), { night, map: look.view }, night === map.date)
  )}</ul><ul class="chips" aria-label="${words.show}">${(['risk', 'temperature'] as const).map((one) =>
    choice(one === 'risk' ? risk : words.showTemperature, { night: map.date, map: one }, one === look.view)
  )}</ul></div>`
}

function nightChip(night: string, tonight: string, lang: Language): string {
  const { name, days } = nightShort(night, tonight, lang)
  return night <= tonight ? name : `${name} ${days}`
}

/** The worst first; those of equal score by temperature. The map of temperatures lists the coldest. */
function ranked(provinces: readonly ProvinceNight[], look: MapLook): readonly ProvinceNight[] {
  const cold = (one: ProvinceNight): number =>
    shownMinimumC(one, look) ?? one.airTemperatureMinC ?? Number.POSITIVE_INFINITY
  const byCold = (a: ProvinceNight, b: ProvinceNight): number =>
    cold(a) < cold(b) ? -1 : cold(a) > cold(b) ? 1 : 0
  if (look.view === 'temperature')
    return provinces.filter((one) => shownMinimumC(one, look) !== null).sort(byCold)
  // As shown: scores that read the same are equal.
  const score = ({ frost: { score: exact } }: ProvinceNight): number =>
    exact === null ? -1 : shownScore(exact)
  return provinces
    .filter(({ frost }) => (frost.score ?? -1) >= 1)
    .sort((a, b) => score(b) - score(a) || byCold(a, b))
}

function rankingRow(province: ProvinceNight, look: MapLook, visitor: Visitor): Markup {
  const { place, frost } = province
  const name = html`<span><a href="${withQuery(placePath(visitor.lang, place.slug), visitor.carried)}">${place.name}
    </a> <span class="quiet">${nightMinima(province, visitor)}</span></span>`
  if (look.view === 'temperature') {
    const mark = html`<svg class="mark" viewBox="0 0 20 20" aria-hidden="true">${provinceMark(province, look)}</svg>`
    return html`<li>${mark}${name}<span></span><b class="number">
      ${shortTemperature(shownMinimumC(province, look), visitor)}</b></li>`
  }
  return html`<li>${levelMark(frost.level)}${name}<span class="quiet">${levelWords(province, visitor)}</span>
    <b class="number">${formatScore(frost.score, visitor.lang)}</b></li>`
}

function allProvinces(
  provinces: readonly ProvinceNight[],
  words: Catalogue['home'],
  visitor: Visitor
): Markup {
  const collator = new Intl.Collator('tr')
  const sorted = [...provinces].sort((a, b) => collator.compare(a.place.name, b.place.name))
  return html`<details class="all"><summary>${words.all}</summary>
    <table class="provinces rows"><thead><tr><th scope="col">${words.province}</th><th scope="col">${words.level}</th>
    <th scope="col" class="number">${words.score}</th><th scope="col">${words.minimum}</th></tr></thead>
    <tbody>${sorted.map(
      (province) =>
        html`<tr><th scope="row"><a href="${withQuery(placePath(visitor.lang, province.place.slug), visitor.carried)}">
        ${province.place.name}</a></th><td>${levelMark(province.frost.level)} ${levelWords(province, visitor)}</td>
        <td class="number">${formatScore(province.frost.score, visitor.lang)}</td>
        <td class="more" data-label="${words.minimum}">${nightMinima(province, visitor)}</td></tr>`
    )}</tbody></table></details>`
}

/** Plate codes, west to east and north to south, by the least total shift of provinces; two dots: none. */
const rows = [
  '22 39 34 67 74 37 57 .. 61 .. 08 ..',
  '59 77 41 81 78 18 55 52 28 53 75 36',
  '17 16 11 54 14 19 05 60 29 69 25 76',
  '.. 10 43 26 06 71 66 58 24 62 49 04',
  '35 45 64 03 40 50 38 44 23 12 13 65',
  '09 20 32 42 68 51 46 02 21 72 56 30',
  '.. 48 15 07 70 01 80 27 63 47 73 ..',
  '.. .. .. .. .. 33 31 79 .. .. .. ..'
].map((row) => row.split(' '))

/** Twelve tiles fill the 288 px that a page of 320 px has for its content. */
const tile = 24

/** Names that are too long for the line of a tile. */
const parts: Readonly<Record<string, readonly string[]>> = {
  Afyonkarahisar: ['Afyon', 'karahisar'],
  Kahramanmaraş: ['Kahraman', 'maraş']
}

/** The map; `provinces` are in the order of their plate codes. A small tile has the code, a large one the name. */
function tileMap(provinces: readonly ProvinceNight[], look: MapLook, visitor: Visitor): Markup {
  const tiles = rows.flatMap((row, y) =>
    row.flatMap((code, x) => {
      const province = provinces[Number(code) - 1]
      if (province === undefined) return []
      const content = tileContent(province, code, { look, visitor })
      const at = `translate(${x * tile} ${y * tile})`
      return [provinceLink(province, html`<g transform="${at}">${content}</g>`, visitor)]
    })
  )
  return html`<svg class="tiles" viewBox="0 0 ${12 * tile} ${rows.length * tile}">${tiles}</svg>`
}

function tileContent(
  province: ProvinceNight,
  code: string,
  { look, visitor }: { look: MapLook; visitor: Visitor }
): Markup {
  const { name } = province.place
  const lines = parts[name] ?? [name]
  const first = lines.length === 1 ? 7.5 : 5
  const ground = look.view === 'risk' ? `ground-${province.frost.level}` : null
  const minimumC = shownMinimumC(province, look)
  const degree = minimumC === null ? '–' : shortTemperature(minimumC, visitor)
  return html`<rect class="${ground}" width="${tile}" height="${tile}"/><text class="code" x="2" y="8.5">${code}</text>
    ${lines.map((line, index) => html`<text class="name" x="12" y="${first + index * 5}">${line}</text>`)}
    <g class="mini">${provinceMark(province, look)}</g><text class="degree" x="12" y="20">${degree}</text>`
}
