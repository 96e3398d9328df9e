import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { fieldPath, mapPath, searchPath, withQuery } from '../paths.ts'
import type { Visitor } from '../visitor.ts'

function mapLink({ lang, carried }: Visitor): Markup {
  return html`<p class="position"><a class="alone" href="${withQuery(mapPath(lang), { ...carried, lang: null })}">
    ${wordsIn(lang).map.link}</a></p>`
}

export function searchForm(visitor: Visitor, typed: string, isOnMap = false): Markup {
  const words = wordsIn(visitor.lang).frame
  return html`<form class="search" role="search" action="${searchPath(visitor.lang)}"
    data-suggest="/search.json" data-lang="${visitor.lang}">
<label for="q">${words.search}: ${words.searchHint}</label>
<div class="search-box">
  <input id="q" name="q" type="search" value="${typed}" maxlength="2000" autocomplete="off"
    spellcheck="false" required>
  <button>${words.searchButton}</button></div>
<p class="position" hidden>
  <button type="button" class="plain" data-position="${fieldPath(visitor.lang, '')}"
    data-failed="${words.positionFailed}">
  ${words.position}</button> <span role="status"></span></p>
${isOnMap ? null : mapLink(visitor)}
${Object.entries(visitor.carried).map(([name, value]) =>
  value === null || name === 'lang' ? null : html`<input type="hidden" name="${name}" value="${value}">`
)}
</form>`
}
