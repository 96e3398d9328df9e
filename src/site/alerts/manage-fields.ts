/** What both forms of the manage page have: the fields of a threshold, and the form that asks for the token. */
import type { Threshold } from '../../frost/temperature-threshold.ts'
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { withQuery } from '../paths.ts'
import { subjectOptions } from '../subscribe/subscribe-form.ts'
import type { Visitor } from '../visitor.ts'

/** Where the token of a subscription stands behind the #. */
export const managePath = '/alerts/manage'

/** The threshold that is set, and whether it is of a crop's buds; a page that does not know yet leaves both out. */
interface Offered {
  readonly threshold: Threshold | null
  readonly isOfBuds: boolean
}

export function thresholdFields({ threshold, isOfBuds }: Offered, { lang }: Visitor): Markup {
  const words = wordsIn(lang).linkPages
  const [score, degrees] = typeof threshold === 'number' ? [threshold, null] : [null, threshold]
  return html`<label>${words.threshold}<input name="threshold" type="number" min="1" max="100" step="0.1" value="${score}"></label><label>${words.temperature}<input name="threshold_temperature" type="number" min="-30" max="10" step="0.1" placeholder="°C" value="${degrees?.temperatureC}"></label><label>${words.temperatureOf}<select name="threshold_of">${subjectOptions(isOfBuds, degrees?.of, lang)}</select></label>`
}

/** Without scripts the page cannot read what stands behind the #: it is pasted. The token comes in no address. */
export function tokenForm(visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).linkPages
  return html`<form class="fields" method="post" action="${manageAction(visitor)}"><label>${words.pasteLink}<input name="token" required maxlength="500" autocomplete="off" placeholder="https://…${managePath}…#…"></label><button>${words.openAlert}</button></form>`
}

/** The target of every form of the page. */
export function manageAction({ lang, carried }: Visitor): string {
  return withQuery(managePath, { ...carried, lang })
}
