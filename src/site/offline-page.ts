/** What a phone shows without a connection at an address that it has not stored: see browser/push-worker.ts. */
import { daySeconds } from '../common/time.ts'
import type { Page } from '../http/page.ts'
import { languages, wordsIn } from '../language/language.ts'
import { html } from './html.ts'
import { pageAnswer, type SiteFrame } from './layout.ts'
import { offlinePath } from './paths.ts'
import { visitorOf } from './visitor.ts'

/** The pages of both languages; the worker writes the list of what is stored into them. */
export function offlinePages(frame: SiteFrame): readonly Page[] {
  return languages.map((lang) => ({
    method: 'GET',
    path: offlinePath(lang),
    policy: 'page',
    render: async (request) => {
      const { offlineTitle, offlineText, offlineStored } = wordsIn(lang).frame
      return pageAnswer(frame, {
        visitor: visitorOf(request, lang),
        title: `${offlineTitle} – Ayaz`,
        description: offlineText,
        main: html`<div class="stack narrow"><h1>${offlineTitle}</h1><p class="lede">${offlineText}</p>
          <section id="stored" hidden><h2>${offlineStored}</h2><ul></ul></section></div>`,
        alternates: null,
        maxAgeSeconds: daySeconds,
        unlisted: true
      })
    }
  }))
}
