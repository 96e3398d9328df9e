import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { withQuery } from '../paths.ts'
import { invalidIn, option } from '../pieces.ts'
import type { Visitor } from '../visitor.ts'

export const howColdChoices = {
  unit: ['C', 'F'],
  when: ['night', 'now'],
  where: ['air_2m', 'ground', 'vine', 'canopy']
} as const

export const howColdPath = '/how-cold'

interface HowColdForm {
  /** Slug, key or the token of a field; null: it is asked for, or known by the token. */
  readonly place: string | null
  /** From the one who manages an alert; null: not needed, or a script takes it from behind the #. */
  readonly token?: string | null
  readonly typed?: URLSearchParams
  readonly wrong?: readonly string[]
}

export function howColdForm({ place, token, typed, wrong = [] }: HowColdForm, visitor: Visitor): Markup {
  const { howCold: words, thermometers } = wordsIn(visitor.lang)
  const chosen = (name: string, usual: string): string => typed?.get(name) ?? usual
  const whens = howColdChoices.when.map((one) => option(one, words.whens[one], chosen('when', 'night')))
  const wheres = howColdChoices.where.map((one) =>
    option(one, thermometers.wheres[one], chosen('where', 'air_2m'))
  )
  const unit = chosen('unit', visitor.units === 'imperial' ? 'F' : 'C')
  const units = howColdChoices.unit.map((one) => option(one, `°${one}`, unit))
  const where =
    place === null
      ? html`<label>${words.place}
        <input name="place" value="${typed?.get('place')}" maxlength="200"${invalidIn(wrong, 'place')}></label>`
      : html`<input type="hidden" name="place" value="${place}">`
  const proof =
    token === undefined ? null : html`<input type="hidden" name="token" value="${token ?? ''}" data-token>`
  return html`<form class="fields" method="post" action="${withQuery(howColdPath, {
    ...visitor.carried,
    lang: visitor.lang
  })}">
    ${proof}${where}<label>${words.degrees}
    <input name="degrees" inputmode="text" required maxlength="20" autocomplete="off" placeholder="${
      words.placeholder
    }" value="${typed?.get('degrees')}"${invalidIn(wrong, 'degrees')}>
    </label><label>${words.unit}<select name="unit">${units}</select></label><label>${words.when}
    <select name="when">${whens}</select></label><label>${words.where}<select name="where">${wheres}</select></label>
    <button>${words.send}</button></form>`
}
