import { type Language, wordsIn } from '../../language/language.ts'
import type { Place } from '../../weather/point.ts'
import { html, type Markup } from '../html.ts'
import type { SiteFrame } from '../layout.ts'
import { picturePath, widgetPath, withQuery } from '../paths.ts'
import type { PlaceView } from '../ports.ts'
import type { ProfileQuestion } from '../profile-question.ts'
import type { Visitor } from '../visitor.ts'
import type { FieldFacts } from './place-page.ts'
import type { NightFiles } from './tonight-panel.ts'

export function pictureOf({ slug }: Place, { carried, lang }: Visitor): string {
  return withQuery(picturePath(slug), { ...carried, theme: null, lang })
}

export function machineLinks(
  { siteUrl, baseUrl }: SiteFrame,
  { slug, name }: Place,
  question: ProfileQuestion,
  lang: Language
): Markup {
  const widget = withQuery(siteUrl + widgetPath(lang, slug), { ...question.asked })
  const oembed = withQuery(`${siteUrl}/oembed`, { url: widget, format: 'json' })
  const risk = riskUrl(baseUrl, { location: slug }, { lang, ...question.asked })
  return html`<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${name}">
    <link rel="alternate" type="application/json" href="${risk}">`
}

export function nightFiles(
  frame: Pick<SiteFrame, 'baseUrl'>,
  { field }: { field: FieldFacts | null },
  { view, question, visitor }: { view: PlaceView; question: ProfileQuestion; visitor: Visitor }
): NightFiles | null {
  const { slug, lat, lon, isOwn } = view.place
  if (isOwn === true) return null
  const elevation = field?.elevation == null ? null : String(field.elevation)
  const where = field === null ? { location: slug } : { lat: String(lat), lon: String(lon), elevation }
  const url = (format: string) =>
    riskUrl(frame.baseUrl, where, { ...question.asked, lang: visitor.lang, format })
  const table = url(wordsIn(visitor.lang).place.table.format)
  return { table, calendar: question.limit === null ? url('ics') : null }
}

function riskUrl(
  baseUrl: string,
  where: Readonly<Record<string, string | null>>,
  asked: Readonly<Record<string, string | null>>
): string {
  return withQuery(`${baseUrl}/weather/frost-risk`, { ...where, ...asked })
}
