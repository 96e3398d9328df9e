/** The reference of the API: the OpenAPI document as one page that works without scripts. */
import { lazy } from '../../common/lazy.ts'
import { minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { redirect } from '../answers.ts'
import type { BrowserScript } from '../browser-code.ts'
import { html, type Markup } from '../html.ts'
import { type PageContent, pageAnswer, type SiteFrame } from '../layout.ts'
import { visitorOf } from '../visitor.ts'
import {
  isProblem,
  operationsOf,
  operationView,
  type ReferenceOperation,
  titleOf,
  wholeOperationView
} from './operation-view.ts'
import {
  description,
  itemsOf,
  type Json,
  membersOf,
  resolved,
  schemaAnchor,
  schemaView,
  textOf
} from './schema-view.ts'

type Shown = Pick<PageContent, 'title' | 'description' | 'main'> & Partial<Pick<PageContent, 'status'>>

interface Group {
  readonly name: string
  readonly tag: Json
  readonly operations: readonly ReferenceOperation[]
}

/** Made when first asked for, with a page of each operation; `/reference/json` leads to the document. */
export function referencePages({
  frame,
  openApi,
  script
}: {
  frame: SiteFrame
  openApi: () => object
  script: BrowserScript
}): readonly Page[] {
  const main = lazy(() => referenceView(membersOf(openApi()), frame.baseUrl))
  const page = { method: 'GET' } as const
  const answer = (request: PageRequest, shown: Shown) =>
    pageAnswer(frame, {
      ...shown,
      visitor: visitorOf(request, 'en'),
      scripts: [script],
      maxAgeSeconds: 10 * minuteSeconds
    })
  const all = {
    title: 'API reference – Ayaz',
    description: 'Every operation of the API: parameters, answers, problems.'
  }
  return [
    {
      ...page,
      path: '/reference',
      render: async (request): Promise<PageAnswer> => answer(request, { ...all, main: main() })
    },
    {
      ...page,
      path: '/reference/:operation',
      async render(request): Promise<PageAnswer> {
        const document = membersOf(openApi())
        const found = allOperations(document).find(({ id }) => id === request.params['operation'])
        if (found === undefined) return answer(request, { ...all, main: main(), status: 404 })
        const title = titleOf(found)
        const description = `${title}: ${found.method} ${found.path}.`
        return answer(request, {
          title: `${title} – Ayaz API`,
          description,
          main: operationPage(document, found)
        })
      }
    },
    {
      ...page,
      path: '/reference/json',
      render: async () => redirect(`${frame.baseUrl}/openapi.json`, false)
    }
  ]
}

function operationPage(document: Json, operation: ReferenceOperation): Markup {
  const schemas = membersOf(membersOf(document['components'])['schemas'])
  const names = new Set<string>()
  const collect = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (names.has(name) || isProblem(document, name)) continue
      names.add(name)
      collect(schemas[name] ?? null)
    }
  }
  const parts = ['parameters', 'responses', 'requestBody'].flatMap((name) => {
    const part = operation.operation[name]
    return [part, ...itemsOf(part), ...Object.values(membersOf(part))].map((one) => resolved(document, one))
  })
  collect(parts)
  return html`<article class="document" lang="en" data-copy="Copy" data-copied="Copied"><p class="quiet small">
    <a href="/reference">All operations</a></p>${wholeOperationView(document, operation)}${schemaSections(
      [...names].toSorted().map((name) => [name, schemas[name]])
    )}</article>`
}

function schemaSections(schemas: readonly (readonly [name: string, schema: unknown])[]): Markup {
  return html`${schemas.length > 0 && html`<h2 id="schemas">Schemas</h2>`}${schemas.map(
    ([name, schema]) =>
      html`<section id="${schemaAnchor(name)}"><h3>${name}</h3>${schemaView(schema)}</section>`
  )}`
}

export function referenceView(document: Json, baseUrl: string): Markup {
  const groups = groupsOf(document)
  const schemas = Object.entries(membersOf(membersOf(document['components'])['schemas'])).filter(
    ([name]) => !isProblem(document, name)
  )
  const info = membersOf(document['info'])
  const article = html`<article class="document" lang="en" data-copy="Copy" data-copied="Copied"><h1>API reference</h1>
    ${description(info)}<p>Version ${textOf(info['version'])}. The API is at <code>${baseUrl}
    </code>; <a href="${baseUrl}/openapi.json">the OpenAPI document
    </a> makes clients. New here? <a href="/docs/ten-minutes">The API in ten minutes</a>
    . Errors are <a href="/problems">problem documents</a>.</p>
    <p data-filter hidden><label>Filter <input type="search" autocomplete="off"></label></p>${groups.map(
      ({ name, tag, operations }) =>
        html`<h2 id="tag-${name}">${name}</h2>
          ${description(tag)}${operations.map((one) => operationView(document, one))}`
    )}${schemaSections(schemas)}</article>`
  return html`<div class="documents">${article}<nav class="document-list" aria-label="Operations">
    <a href="/docs">All documents</a>${groups.map(groupLinks)}${
      schemas.length > 0 && html`<h2><a href="#schemas">Schemas</a></h2>`
    }</nav></div>`
}

function groupLinks({ name, operations }: Group): Markup {
  return html`<h2>${name}</h2><ul>${operations.map(
    (one) => html`<li><a href="/reference/${one.id}">${titleOf(one)}</a></li>`
  )}</ul>`
}

function allOperations(document: Json): readonly ReferenceOperation[] {
  return [...operationsOf(document, 'paths'), ...operationsOf(document, 'webhooks')]
}

/** Tags in the document's order, then those that it uses without naming them; webhooks come last. */
function groupsOf(document: Json): readonly Group[] {
  const operations = allOperations(document)
  const tags = itemsOf(document['tags']).map(membersOf)
  const names = [...tags.map(({ name }) => textOf(name)), ...operations.map(({ tag }) => tag)]
  return [...new Set(names)].map((name) => ({
    name,
    tag: tags.find((one) => one['name'] === name) ?? {},
    operations: operations.filter(({ tag }) => tag === name)
  }))
}
