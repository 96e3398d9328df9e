import type { PlantPart } from '../../frost/scoring-profile.ts'
import type { Threshold } from '../../frost/temperature-threshold.ts'
import { wordsIn } from '../../language/language.ts'
import { scoreThresholdName } from '../../language/threshold-words.ts'
import { howColdForm } from '../how-cold/how-cold-form.ts'
import { html, type Markup } from '../html.ts'
import { withQuery } from '../paths.ts'
import { invalidIn } from '../pieces.ts'
import { probabilityOptions, subjectOptions } from '../subscribe/subscribe-form.ts'
import { thermometersButton } from '../thermometers/thermometer-forms.ts'
import type { Visitor } from '../visitor.ts'

/** Where the token of a subscription follows the #. */
export const managePath = '/alerts/manage'

/** The threshold that is set, and of what of a crop it is; a page that does not know yet leaves both out. */
interface Offered {
  readonly threshold: Threshold | null
  readonly part: PlantPart | null
  readonly refused?: RefusedForm | null
}

export interface RefusedForm {
  readonly typed: URLSearchParams
  readonly members: readonly string[]
}

export function thresholdFields(offered: Offered, { lang }: Visitor): Markup {
  const { threshold, part, refused = null } = offered
  const { linkPages: words, subscribe } = wordsIn(lang)
  const [score, degrees] = typeof threshold === 'number' ? [threshold, null] : [null, threshold]
  const filled = (name: string, value: number | null | undefined): Markup =>
    html` value="${refused === null ? value : refused.typed.get(name)}"${invalidIn(refused?.members ?? [], name)}`
  const probability = refused?.typed.get('threshold_probability') ?? degrees?.probability.toString()
  return html`<label>${scoreThresholdName(part, lang)}
    <input name="threshold" type="number" min="1" max="100" step="0.1"${filled('threshold', score)}></label>
    <label>
    ${words.temperature} (°C)
    <input name="threshold_temperature" type="number" min="-30" max="10" step="0.1" placeholder="°C"${filled(
      'threshold_temperature',
      degrees?.temperatureC
    )}>
    </label><label>${words.temperatureOf}<select name="threshold_of">
    ${subjectOptions(refused?.typed.get('threshold_of') ?? degrees?.of, lang)}</select></label>
    <label>${subscribe.probability}
    <select name="threshold_probability"${invalidIn(refused?.members ?? [], 'threshold_probability')}>
    ${probabilityOptions(probability, lang)}</select></label>`
}

/** Without scripts the page cannot read what follows the #: it is pasted. The token is in no address. */
export function tokenForm(visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).linkPages
  return html`<form class="fields" method="post" action="${manageAction(visitor)}"><label>${words.pasteLink}
    <input name="token" required maxlength="500" autocomplete="off" placeholder="https://…${managePath}…#…"></label>
    <button>${words.openAlert}</button></form>`
}

/** A form that holds the token of an alert, so that no other site can send it; `act` is what its button does. */
export function heldForm(
  {
    action,
    token,
    act,
    kind = 'fields'
  }: {
    action: string
    token: string
    act?: string
    kind?: 'fields' | 'narrow'
  },
  content: Markup
): Markup {
  const does = act === undefined ? null : html`<input type="hidden" name="act" value="${act}">`
  return html`<form class="${kind}" method="post" action="${action}">
    <input type="hidden" name="token" value="${token}">${does}${content}</form>`
}

export function codeForm(token: string, visitor: Visitor): Markup {
  const { code, confirmButton, sendCode } = wordsIn(visitor.lang).linkPages
  const held = { action: manageAction(visitor), token }
  const typed = html`<label>${code}
    <input name="code" required inputmode="numeric" autocomplete="one-time-code" maxlength="12"></label>
    <button>${confirmButton}</button>`
  return html`${heldForm({ ...held, act: 'code' }, typed)}
${heldForm({ ...held, act: 'verify' }, html`<button>${sendCode}</button>`)}`
}

/** How cold it was, for the field of an alert, and the way to its thermometers. @param token Null: a script puts it. */
export function readByHand(token: string | null, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).howCold
  return html`<section><h2>${words.title}</h2><p>${words.intro}</p>${howColdForm({ place: '', token }, visitor)}
    </section>${thermometersButton(token ?? '', visitor)}`
}

export function manageAction({ lang, carried }: Visitor): string {
  return withQuery(managePath, { ...carried, lang })
}
