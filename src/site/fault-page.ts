/** What a person sees where the service itself failed: that it did, and the id under which it is in the log. */
import type { PageAnswer, PageRequest } from '../http/page.ts'
import { wordsIn } from '../language/language.ts'
import { html } from './html.ts'
import { pageAnswer, type SiteFrame } from './layout.ts'
import { pageStylesheet } from './stylesheets.ts'
import { visitorAnywhere } from './visitor.ts'

/** A failed request. */
export interface Fault {
  /** 500 or 503. */
  readonly status: number
  readonly requestId: string
}

/** The page; it answers at any path and is never cached. */
export function faultPage(deps: Omit<SiteFrame, 'css'>): (request: PageRequest, fault: Fault) => PageAnswer {
  const frame: SiteFrame = { ...deps, css: pageStylesheet() }
  return (request, { status, requestId }) => {
    const visitor = visitorAnywhere(request)
    const { title, text, id } = wordsIn(visitor.lang).errorPages.fault
    return pageAnswer(frame, {
      visitor,
      title: `${title} – Ayaz`,
      description: text,
      main: html`<div class="stack narrow"><h1>${title}</h1><p class="lede">${text}</p><p>${id(requestId)}</p></div>`,
      alternates: null,
      status,
      maxAgeSeconds: null,
      unlisted: true
    })
  }
}
