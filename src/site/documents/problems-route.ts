/** The pages that a problem document's `type` points at: one a code, and the list of all. */
import { minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { problemCatalogue } from '../../http/problem-catalogue.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { visitorOf } from '../visitor.ts'
import { renderMarkdown } from './markdown.ts'

const problems: ReadonlyMap<
  string,
  { readonly status: number; readonly title: string; readonly explanation: string }
> = new Map(Object.entries(problemCatalogue))

export function problemPages(frame: SiteFrame): readonly Page[] {
  return [
    {
      method: 'GET',
      path: '/problems',
      policy: 'page',
      render: async (request) => listAnswer(frame, request)
    },
    {
      method: 'GET',
      path: '/problems/:code',
      policy: 'page',
      render: async (request) => problemAnswer(frame, request)
    }
  ]
}

/** Explanations lead nowhere. */
const wordsAlone = { link: () => null, picture: () => null }

function problemAnswer(frame: SiteFrame, request: PageRequest): PageAnswer {
  const code = request.params['code'] ?? ''
  const problem = problems.get(code)
  if (problem === undefined) return unknownProblem(frame, request)
  return pageAnswer(frame, {
    visitor: visitorOf(request, 'en'),
    title: `${code} – Ayaz`,
    description: problem.title,
    main: html`<article class="document"><h1>${problem.title}</h1>
      <p><code>${code}</code> · HTTP ${problem.status}</p>${renderMarkdown(problem.explanation, wordsAlone).main}
      </article><p><a href="/problems">All problems</a></p>`,
    alternates: null,
    maxAgeSeconds: 10 * minuteSeconds
  })
}

function listAnswer(frame: SiteFrame, request: PageRequest): PageAnswer {
  return pageAnswer(frame, {
    visitor: visitorOf(request, 'en'),
    title: 'Problems – Ayaz',
    description: 'Every problem the API can answer with.',
    main: html`<article class="document"><h1>Problems the API answers with</h1>${problemTable()}</article>`,
    alternates: null,
    maxAgeSeconds: 10 * minuteSeconds
  })
}

function unknownProblem(frame: SiteFrame, request: PageRequest): PageAnswer {
  return pageAnswer(frame, {
    visitor: visitorOf(request, 'en'),
    title: 'No such problem – Ayaz',
    description: 'No such problem.',
    main: html`<article class="document"><h1>There is no such problem code</h1>${problemTable()}</article>`,
    alternates: null,
    status: 404,
    maxAgeSeconds: null,
    unlisted: true
  })
}

function problemTable(): Markup {
  return html`<div class="wide" tabindex="0" role="group" aria-label="Problems"><table><thead><tr>
    <th scope="col" class="number">Status</th><th scope="col">Code</th><th scope="col">Title</th></tr></thead><tbody>${[
      ...problems
    ].map(
      ([code, { status, title }]) =>
        html`<tr><td class="number">${status}</td><th scope="row"><a href="/problems/${encodeURIComponent(code)}"><code>
        ${code}</code></a></th><td>${title}</td></tr>`
    )}</tbody></table></div>`
}
