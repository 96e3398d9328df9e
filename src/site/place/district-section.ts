/** The districts of a province, or those next to a district, tonight: degree and level for the crop of the page. */

import { archiveYears } from '../../forecasts/archive/archives.ts'
import type { FrostDatesAnswer } from '../../forecasts/archive/frost-dates.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { placeUncertaintyC } from '../../frost/climate/archive-law.ts'
import { type CalendarRisk, frostFreeDays } from '../../frost/climate/frost-dates.ts'
import { dayAndMonth } from '../../language/dates.ts'
import { comingNight } from '../../language/headline.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatNumber, formatScore } from '../../language/numbers.ts'
import type { Place } from '../../weather/point.ts'
import { html, type Markup } from '../html.ts'
import type { SiteFrame } from '../layout.ts'
import { levelMark, levelWords } from '../level-marks.ts'
import { placePath, withQuery } from '../paths.ts'
import { fold } from '../pieces.ts'
import type { OrUnreadable, ProvinceNight, SiteData } from '../ports.ts'
import { quantity, share, temperature } from '../presenting.ts'
import type { ProfileQuestion } from '../profile-question.ts'
import type { Visitor } from '../visitor.ts'

/** Days on which a frost is as good as certain, or out of the question, are left out of the table. */
const minShown = 0.005

export function climateSection(found: OrUnreadable<FrostDatesAnswer>, visitor: Visitor): Markup | null {
  const content = contentOf(found, visitor)
  if (content === null) return null
  const { heading } = wordsIn(visitor.lang).climate
  return fold('climate', heading, typeof content === 'string' ? html`<p>${content}</p>` : content)
}

function contentOf(found: OrUnreadable<FrostDatesAnswer>, visitor: Visitor): Markup | string | null {
  const { climate, place } = wordsIn(visitor.lang)
  if (found === 'unreadable') return place.unreadable
  return found.kind === 'known'
    ? knownDates(found, visitor)
    : climate.lacking[found.reason](found.yearsFetched, archiveYears)
}

function knownDates(found: Extract<FrostDatesAnswer, { kind: 'known' }>, visitor: Visitor): Markup {
  const { climate, law, from, to } = found
  const { lang } = visitor
  const words = wordsIn(lang).climate
  const { last, first } = climate
  const free = frostFreeDays(climate)
  // The later in spring and the earlier in autumn, the rarer a frost.
  const heads = [words.nineInTen, words.median, words.oneInTen]
  const row = (label: string, dates: readonly (string | null)[]): Markup =>
    html`<tr><th scope="row">${label}</th>${dates.map(
      (one, index) => html`<td class="more" data-label="${heads[index] ?? ''}:">${shown(one, lang)}</td>`
    )}</tr>`
  const difference = quantity(placeUncertaintyC(law), 'temperature_difference', visitor)
  const medians = [
    ranged(words.lastBetween, [last.medianIfWarmer, last.medianIfColder], lang),
    ranged(words.firstBetween, [first.medianIfColder, first.medianIfWarmer], lang),
    last.uncorrected === null && first.uncorrected === null
      ? null
      : words.uncorrected(shown(last.uncorrected, lang), shown(first.uncorrected, lang))
  ]
  return html`<table class="rows"><thead><tr><td></td>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${row(words.last, [last.early, last.median, last.late])}
    ${row(words.first, [first.late, first.median, first.early])}</tbody></table>
<p>${words.basis(from, to)} ${free === null ? '' : words.freeDays(formatNumber(free, 0, lang))}</p>
<p class="quiet small">
  ${[words.uncertainty(law.places, difference), ...medians].filter((one) => one !== null).join(' ')}</p>
${calendar(climate.calendar, visitor)}`
}

function shown(date: string | null, lang: Language): string {
  return date === null ? wordsIn(lang).climate.rarely : dayAndMonth(`2001-${date}`, lang)
}

/** Between two medians; with one alone, that a place may also be without frost; nothing with none. */
function ranged(
  sentence: (range: string) => string,
  ends: readonly [string | null, string | null],
  lang: Language
): string | null {
  const { between, orNone } = wordsIn(lang).climate
  const [one, other] = ends.filter((end) => end !== null).map((end) => shown(end, lang))
  if (one === undefined) return null
  return sentence(other === undefined ? orNone(one) : between(one, other))
}

function calendar(days: readonly CalendarRisk[], visitor: Visitor): Markup | null {
  const words = wordsIn(visitor.lang).climate
  const uncertain = days.filter(({ frost }) => frost > minShown && frost < 1 - minShown)
  if (uncertain.length === 0) return null
  const table = (half: CalendarRisk['half'], label: string): Markup =>
    html`<table><thead><tr><th scope="col">${words.date}</th><th scope="col">${words.night}</th>
      <th scope="col">${label}</th></tr></thead><tbody>${uncertain
        .filter((one) => one.half === half)
        .map(
          ({ date, night, frost }) =>
            html`<tr><th scope="row">${dayAndMonth(`2001-${date}`, visitor.lang)}</th><td>${share(night, visitor)}</td>
            <td>${share(frost, visitor)}</td></tr>`
        )}</tbody></table>`
  return html`<details><summary>${words.riskByDate}</summary>
    <div class="pair">${table('spring', words.later)}${table('autumn', words.earlier)}</div></details>`
}

export interface Districts {
  /** Tonight at each district with a forecast in memory; nothing is fetched for the table. */
  readonly nights: readonly ProvinceNight[]
  /** All of them by the API, which fetches what is lacking; null on a district's page. */
  readonly tableUrl: string | null
}

export const noDistricts: Districts = { nights: [], tableUrl: null }

export async function districtsAround(
  { data, frame }: { data: SiteData; frame: SiteFrame },
  place: Place,
  asked: {
    readonly nowAt: number
    readonly question: ProfileQuestion
    readonly visitor: Visitor
    readonly report: PlaceReport
  }
): Promise<Districts> {
  const others = data.districts(place).filter(({ slug }) => slug !== place.slug)
  if (others.length === 0) return noDistricts
  const { lang } = asked.visitor
  const { format } = wordsIn(lang).place.table
  const { nights, at } = asked.report
  const coming = comingNight(nights, at)
  // The API's tonight is the last night until its ice has melted.
  const night = coming === nights[0] ? null : (coming?.window.date ?? null)
  const query = { region: place.slug, night, ...asked.question.asked, lang, format }
  const overview = `${frame.baseUrl}/weather/frost-risk/overview`
  return {
    nights: await data.knownNights(others, asked),
    tableUrl: place.kind === 'province' ? withQuery(overview, query) : null
  }
}

/** The table; null where there are no districts. */
export function districtSection({ nights, tableUrl }: Districts, visitor: Visitor): Markup | null {
  if (nights.length === 0) return null
  const words = wordsIn(visitor.lang).place
  const csv =
    tableUrl === null
      ? null
      : html`<p><a class="alone" href="${tableUrl}" rel="nofollow">${words.districtTable}</a></p>`
  return fold(
    'districts',
    words.districts,
    html`<table class="provinces"><caption class="quiet small">${words.districtsTonight}</caption>
      <thead><tr><th scope="col">${words.district}</th><th scope="col" class="number">${words.legendPlant}</th>
      <th scope="col">${words.frost}</th></tr></thead>
      <tbody>${nights.map((one) => row(one, visitor))}</tbody></table>${csv}`
  )
}

function row(night: ProvinceNight, visitor: Visitor): Markup {
  const { place, frost, plantTemperatureMinC, lacksStage } = night
  const { slug, name } = place
  const isShown = frost.score !== null || lacksStage
  const level = isShown ? html`${levelMark(frost.level)} ${levelWords(night, visitor)}` : html`–`
  const score = frost.score === null ? null : html` <b>${formatScore(frost.score, visitor.lang)}</b>`
  return html`<tr><th scope="row"><a href="${withQuery(placePath(visitor.lang, slug), visitor.carried)}">${name}</a>
    </th><td class="number">${plantTemperatureMinC === null ? '–' : temperature(plantTemperatureMinC, visitor)}</td>
    <td>${level}${score}</td></tr>`
}
