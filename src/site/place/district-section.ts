/** The districts of a province, or those next to a district, tonight: degree and level for the crop of the page. */
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { comingNight } from '../../language/headline.ts'
import { wordsIn } from '../../language/language.ts'
import { formatScore } from '../../language/numbers.ts'
import type { Place } from '../../weather/point.ts'
import { fold } from '../fold.ts'
import { html, type Markup } from '../html.ts'
import type { SiteFrame } from '../layout.ts'
import { levelMark, levelWords } from '../level-marks.ts'
import { placePath, withQuery } from '../paths.ts'
import type { ProvinceNight, SiteData } from '../ports.ts'
import { temperature } from '../presenting.ts'
import type { ProfileQuestion } from '../profile-question.ts'
import type { Visitor } from '../visitor.ts'

export interface Districts {
  /** Tonight, where a forecast is in memory: nothing is fetched for a table. */
  readonly nights: readonly ProvinceNight[]
  /** All of them by the API, which fetches what is lacking; null on a district's page. */
  readonly tableUrl: string | null
}

export const noDistricts: Districts = { nights: [], tableUrl: null }

export async function districtsAround(
  { data, frame }: { readonly data: SiteData; readonly frame: SiteFrame },
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
