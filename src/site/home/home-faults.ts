/** What the home page does with a night or a crop that is none. */
import { dayMs } from '../../common/time.ts'
import type { PageAnswer } from '../../http/page.ts'
import { wordsIn } from '../../language/language.ts'
import type { BrowserScript } from '../browser-code.ts'
import { html } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { homePath, inEveryLanguage } from '../paths.ts'
import { questionFault } from '../place/place-faults.ts'
import type { QuestionFault } from '../profile-question.ts'
import { searchForm } from '../search/search-form.ts'
import type { Visitor } from '../visitor.ts'

/** No map has a night further away. */
const mapDays = 9

/** The query for tonight where no map has its night; null: as it is. */
export function withoutUnknown(
  query: URLSearchParams,
  nowAt: number
): Readonly<Record<string, string>> | null {
  const night = query.get('night')
  if (night === null || Math.abs(Date.parse(night) - nowAt) < mapDays * dayMs) return null
  return Object.fromEntries([...query].filter(([name]) => name !== 'night'))
}

/** A crop that is not understood is never replaced by any plant: the page asks again. */
export function faultAnswer(
  { frame, scripts }: { readonly frame: SiteFrame; readonly scripts: readonly BrowserScript[] },
  fault: QuestionFault,
  visitor: Visitor
): PageAnswer {
  const words = wordsIn(visitor.lang).home
  return pageAnswer(frame, {
    visitor,
    title: words.title,
    description: words.description,
    main: html`<div class="stack"><h1>${words.headings.frost.tonight}</h1>
      ${questionFault(homePath(visitor.lang), fault, visitor)}${searchForm(visitor, '')}</div>`,
    alternates: inEveryLanguage(homePath),
    scripts,
    status: 400,
    maxAgeSeconds: null,
    locates: true,
    unlisted: true
  })
}
