/** What a person sees who asked for more pages than one address may: why, and when to come again. */
import type { PageAnswer, PageRequest } from '../http/page.ts'
import { wordsIn } from '../language/language.ts'
import { html } from './html.ts'
import { pageAnswer, type SiteFrame } from './layout.ts'
import { pageStylesheet } from './stylesheets.ts'
import { visitorAnywhere } from './visitor.ts'

/** The page; it answers with 429 at any path, and is never cached. */
export function tooManyPage(
  deps: Omit<SiteFrame, 'css'>
): (request: PageRequest, waitSeconds: number) => PageAnswer {
  const frame: SiteFrame = { ...deps, css: pageStylesheet() }
  return (request, waitSeconds) => {
    const visitor = visitorAnywhere(request)
    const { title, text, shared } = wordsIn(visitor.lang).errorPages.tooMany
    const answer = pageAnswer(frame, {
      visitor,
      title: `${title} – Ayaz`,
      description: text(waitSeconds),
      main: html`<div class="stack narrow"><h1>${title}</h1><p class="lede">${text(waitSeconds)}</p>
        <p>${shared}</p></div>`,
      alternates: null,
      status: 429,
      headers: { 'Retry-After': String(waitSeconds) },
      maxAgeSeconds: null,
      unlisted: true
    })
    // A widget stands in somebody's frame, and says so there.
    return { ...answer, frameable: true }
  }
}
