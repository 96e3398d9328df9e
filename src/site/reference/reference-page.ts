/** The reference of the API: the OpenAPI document as one page that works without scripts. */
import { lazy } from '../../common/lazy.ts'
import { minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer } from '../../http/page.ts'
import { redirect } from '../answers.ts'
import type { BrowserScript } from '../browser-code.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { visitorOf } from '../visitor.ts'
import { itemsOf, type Json, membersOf, schemaAnchor, textOf } from './document-reader.ts'
import { isProblem, operationsOf, operationView, type ReferenceOperation } from './operation-view.ts'
import { description, schemaView } from './schema-view.ts'

export interface ReferenceDeps {
  readonly frame: SiteFrame
  /** The OpenAPI document. */
  readonly openApi: () => object
  /** Adds the buttons that copy examples. */
  readonly script: BrowserScript
}

interface Group {
  readonly name: string
  readonly tag: Json
  readonly operations: readonly ReferenceOperation[]
}

/** `/reference`, made when it is first asked for; `/reference/json` leads to the document itself. */
export function referencePages({ frame, openApi, script }: ReferenceDeps): readonly Page[] {
  const main = lazy(() => referenceView(membersOf(openApi()), frame.baseUrl))
  const page = { method: 'GET', policy: 'page' } as const
  return [
    {
      ...page,
      path: '/reference',
      render: async (request): Promise<PageAnswer> =>
        pageAnswer(frame, {
          visitor: visitorOf(request, 'en'),
          title: 'API reference – Ayaz',
          description: 'Every operation of the API: parameters, answers, problems.',
          main: main(),
          alternates: null,
          scripts: [script],
          maxAgeSeconds: 10 * minuteSeconds
        })
    },
    {
      ...page,
      path: '/reference/json',
      render: async () => redirect(`${frame.baseUrl}/openapi.json`, false)
    }
  ]
}

/** The page without the frame of the site. */
export function referenceView(document: Json, baseUrl: string): Markup {
  const groups = groupsOf(document)
  const schemas = Object.entries(membersOf(membersOf(document['components'])['schemas'])).filter(
    ([name]) => !isProblem(document, name)
  )
  const info = membersOf(document['info'])
  const article = html`<article class="document" lang="en" data-copy="Copy" data-copied="Copied"><h1>API reference</h1>${description(info)}<p>Version ${textOf(info['version'])}. The API is at <code>${baseUrl}</code>; <a href="${baseUrl}/openapi.json">the OpenAPI document</a> makes clients. New here? <a href="/docs/ten-minutes">The API in ten minutes</a>. Errors are <a href="/problems">problem documents</a>.</p>${groups.map(
    ({ name, tag, operations }) =>
      html`<h2 id="tag-${name}">${name}</h2>${description(tag)}${operations.map((one) => operationView(document, one))}`
  )}${schemas.length > 0 && html`<h2 id="schemas">Schemas</h2>`}${schemas.map(
    ([name, schema]) =>
      html`<section id="${schemaAnchor(name)}"><h3>${name}</h3>${schemaView(schema)}</section>`
  )}</article>`
  return html`<div class="documents">${article}<nav class="document-list" aria-label="Operations"><a href="/docs">All documents</a>${groups.map(groupLinks)}${
    schemas.length > 0 && html`<h2><a href="#schemas">Schemas</a></h2>`
  }</nav></div>`
}

function groupLinks({ name, operations }: Group): Markup {
  return html`<h2>${name}</h2><ul>${operations.map(
    ({ id, path, operation }) => html`<li><a href="#${id}">${textOf(operation['summary']) || path}</a></li>`
  )}</ul>`
}

/** Tags in the document's order, then those that it uses without naming them; webhooks come last. */
function groupsOf(document: Json): readonly Group[] {
  const operations = [...operationsOf(document, 'paths'), ...operationsOf(document, 'webhooks')]
  const tags = itemsOf(document['tags']).map(membersOf)
  const names = [...tags.map(({ name }) => textOf(name)), ...operations.map(({ tag }) => tag)]
  return [...new Set(names)].map((name) => ({
    name,
    tag: tags.find((one) => one['name'] === name) ?? {},
    operations: operations.filter(({ tag }) => tag === name)
  }))
}
