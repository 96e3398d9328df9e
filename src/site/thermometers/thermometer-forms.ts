/** The forms of the pages of thermometers: the token travels in their bodies, and never in an address. */
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { withQuery } from '../paths.ts'
import { option } from '../pieces.ts'
import type { Visitor } from '../visitor.ts'
import type { Visit } from './thermometer-ports.ts'

export const thermometersPath = '/thermometers'

function action({ lang, carried }: Visitor): string {
  return withQuery(thermometersPath, { ...carried, lang })
}

interface FormMembers extends Readonly<Record<string, string | number | Pick<Visit, 'token'>>> {
  readonly visit: Pick<Visit, 'token'>
}

export function pageForm(members: FormMembers, content: Markup, visitor: Visitor): Markup {
  return html`<form class="fields" method="post" action="${action(visitor)}">${hiddenIn(members)}${content}</form>`
}

export function fileForm(members: FormMembers, content: Markup, visitor: Visitor): Markup {
  return html`<form class="fields" method="post" enctype="multipart/form-data" action="${action(visitor)}">
    ${hiddenIn(members)}${content}</form>`
}

function hiddenIn({ visit: { token }, ...members }: FormMembers): readonly Markup[] {
  return Object.entries({ token, ...members }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`
  )
}

/** Where a thermometer hangs, and its name; `none`: it may also be none. */
export function sensorFields(
  { where, place, station }: { where: string; place: string | null; station: string },
  { lang }: Visitor,
  none: readonly 'none'[] = []
): Markup {
  const words = wordsIn(lang).thermometers
  const wheres = [...none, 'air_2m', 'ground', 'vine', 'canopy'] as const
  const options = wheres.map((one) => option(one, words.wheres[one], where))
  return html`<label>${words.mappedTo}<select name="where">${options}</select></label><label>${words.place}
    <input name="place" value="${place}" maxlength="200"></label><label>${words.name}
    <input name="station" value="${station}" maxlength="64"></label>`
}

/** Asks for the token; a script puts there what follows the #, and sends it. */
export function openForm(visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).thermometers
  return html`<form class="fields" method="post" action="${action(visitor)}" data-opens><label>${words.token}
    <input name="token" required maxlength="500" autocomplete="off" data-token></label>
    <button>${words.open}</button></form>`
}

/** From another page of the same token: a button that leads here. */
export function thermometersButton(token: string, visitor: Visitor): Markup {
  const { title } = wordsIn(visitor.lang).thermometers
  return html`<form method="post" action="${action(visitor)}">
    <input type="hidden" name="token" value="${token}" data-token><button class="plain">${title}</button></form>`
}
