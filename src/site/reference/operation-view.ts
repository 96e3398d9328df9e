import { html, type Markup } from '../html.ts'
import {
  description,
  itemsOf,
  type Json,
  membersOf,
  resolved,
  schemaName,
  schemaView,
  textOf,
  typeLine
} from './schema-view.ts'

export interface ReferenceOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly operation: Json
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

export function operationsOf(document: Json, part: 'paths' | 'webhooks'): readonly ReferenceOperation[] {
  return Object.entries(membersOf(document[part])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = membersOf(membersOf(item)[method])
      if (Object.keys(operation).length === 0) return []
      const tag = part === 'webhooks' ? 'Webhooks' : textOf(itemsOf(operation['tags'])[0])
      const id = textOf(operation['operationId']) || `${method}-${path.replaceAll(/\W+/g, '-')}`
      return [{ id, method: method.toUpperCase(), path, tag, operation }]
    })
  )
}

/** Its section, folded; examples of bodies and answers are on the operation's page. */
export function operationView(document: Json, one: ReferenceOperation): Markup {
  const { id, method, path } = one
  return html`<section class="operation" id="${id}"><details><summary><h3>${titleOf(one)}</h3> <span class="call"><b>
    ${method}</b> <code>${path}</code></span></summary>${contentOf(document, one, false)}
    <p class="small"><a href="/reference/${id}">${titleOf(one)}, with examples</a></p></details></section>`
}

export function wholeOperationView(document: Json, one: ReferenceOperation): Markup {
  const { id, method, path } = one
  return html`<section id="${id}"><h1>${titleOf(one)}</h1>
    <p class="call"><b>${method}</b> <code>${path}</code></p>${contentOf(document, one, true)}</section>`
}

export function titleOf({ path, operation }: ReferenceOperation): string {
  return textOf(operation['summary']) || path
}

function contentOf(document: Json, { method, operation }: ReferenceOperation, hasExamples: boolean): Markup {
  const parameters = itemsOf(operation['parameters']).map((one) => resolved(document, one))
  const body = resolved(document, operation['requestBody'])
  const heading = (words: string): Markup => (hasExamples ? html`<h2>${words}</h2>` : html`<h4>${words}</h4>`)
  return html`${description(operation)}${accessOf(document, operation)}${samplesView(operation, method)}${
    parameters.length > 0 &&
    html`${heading('Parameters')}<dl class="members">${parameters.map(parameterView)}</dl>`
  }${
    body['content'] !== undefined &&
    html`${heading('Body')}
    ${contentView(document, body, hasExamples)}`
  }${heading('Answers')}${Object.entries(membersOf(operation['responses'])).map(([status, answer]) =>
    answerView(document, { status, answer: resolved(document, answer), hasExamples })
  )}`
}

/** Examples of calls; a call without body and headers is a link. */
function samplesView(operation: Json, method: string): Markup | null {
  const samples = itemsOf(operation['x-codeSamples']).map(membersOf)
  const [, address] = /^curl '([^']+)'$/.exec(textOf(samples[0]?.['source'])) ?? []
  if (samples.length === 0) return null
  return html`${
    method === 'GET' &&
    address !== undefined &&
    html`<p class="small"><a href="${address}">${address}</a></p>`
  }${samples.map(
    ({ lang, label, source }) =>
      html`<details><summary>${textOf(label) || textOf(lang)}</summary>
        <div class="code" data-language="${textOf(lang).toLowerCase()}"><pre tabindex="0"><code>${textOf(source)}</code>
        </pre></div></details>`
  )}`
}

function accessOf(document: Json, { security }: Json): Markup | null {
  const names = itemsOf(security).map((one) => Object.keys(membersOf(one)))
  const schemes = membersOf(membersOf(document['components'])['securitySchemes'])
  const headerOf = (name: string): string => {
    const scheme = membersOf(schemes[name])
    return scheme['scheme'] === 'bearer' ? `Authorization: Bearer ${name}` : textOf(scheme['name']) || name
  }
  const needed = names.flat().map((name, at) => html`${at > 0 && ' or'} <code>${headerOf(name)}</code>`)
  if (needed.length === 0) return null
  const isOptional = names.some((one) => one.length === 0)
  return html`<p class="quiet small">${isOptional ? 'No key is needed; it takes' : 'It needs'}${needed}.</p>`
}

function parameterView(parameter: Json): Markup {
  const where = textOf(parameter['in'])
  const place = [where === 'query' ? '' : where, parameter['required'] === true ? 'required' : '']
    .filter((word) => word !== '')
    .join(', ')
  const schema = membersOf(parameter['schema'])
  const example = parameter['example'] ?? schema['example'] ?? itemsOf(schema['examples'])[0]
  return html`<div><dt><code>${textOf(parameter['name'])}</code> <span class="quiet">${place}</span></dt>
    <dd>${typeLine(schema)}${
      example !== undefined && html` <span class="type">· example <code>${String(example)}</code></span>`
    }${description(parameter)}</dd></div>`
}

function answerView(
  document: Json,
  { status, answer, hasExamples }: { status: string; answer: Json; hasExamples: boolean }
): Markup {
  const content = membersOf(answer['content'])
  const problems = 'application/problem+json' in content
  if (problems) return problemsView(document, status, content)
  const words = html`<b>${status}</b> ${textOf(answer['description'])}`
  if (Object.keys(content).length === 0) return html`<p class="answer">${words}</p>`
  return html`<details class="answer"><summary>${words}</summary>${contentView(document, answer, hasExamples)}
    </details>`
}

function contentView(document: Json, holder: Json, hasExamples: boolean): Markup {
  return html`${Object.entries(membersOf(holder['content'])).map(([type, value]) => {
    const media = membersOf(value)
    const examples = Object.values(membersOf(media['examples'])).map(
      (one) => resolved(document, one)['value']
    )
    const all = media['example'] === undefined ? examples : [media['example'], ...examples]
    return html`<p class="quiet small">${type}</p>${schemaView(media['schema'])}${(
      hasExamples ? all : []
    ).map(
      (one) =>
        html`<details><summary>Example</summary><div class="code" data-language="json"><pre tabindex="0"><code>
          ${JSON.stringify(one, null, 2)}</code></pre></div></details>`
    )}`
  })}`
}

function problemsView(document: Json, status: string, content: Json): Markup {
  const schema = membersOf(membersOf(content['application/problem+json'])['schema'])
  const links = problemSchemas(document, schema).flatMap((one) => {
    const code = problemCode(document, one)
    return code === null ? [] : [html` <a href="/problems/${code}"><code>${code}</code></a>`]
  })
  return html`<p class="answer"><b>${status}</b>${links.length > 0 ? links : html` ${typeLine(schema)}`}</p>`
}

function problemSchemas(document: Json, schema: Json): readonly Json[] {
  const whole = resolved(document, schema)
  const choices = [...itemsOf(whole['oneOf']), ...itemsOf(whole['anyOf'])].map(membersOf)
  return choices.length === 0 ? [schema] : choices.flatMap((one) => problemSchemas(document, one))
}

/** The fixed `code` of a problem's schema; null where it has none. */
function problemCode(document: Json, schema: Json): string | null {
  const whole = resolved(document, schema)
  const own = membersOf(membersOf(whole['properties'])['code'])
  if (typeof own['const'] === 'string') return own['const']
  const parts = itemsOf(whole['allOf']).map((one) => problemCode(document, membersOf(one)))
  return parts.find((code) => code !== null) ?? null
}

export function isProblem(document: Json, name: string): boolean {
  const schema = { $ref: `#/components/schemas/${name}` }
  const { properties } = resolved(document, schema)
  return (
    schemaName(schema) !== null && 'title' in membersOf(properties) && problemCode(document, schema) !== null
  )
}
