/** Fills the templates of a gateway: each variable is escaped for where it stands. */
import { escapeMarkup } from '../../common/markup.ts'
import type { GatewayRequest } from './schema.ts'

export type Variables = Readonly<Record<string, string>>

/** Names of the variables that a text uses. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name)
}

const placeholder = /\{\{([^{}]{1,60})\}\}/g

function fill(text: string, variables: Variables, escaped: (value: string) => string): string {
  return text.replaceAll(placeholder, (_all, name: string) => escaped(variables[name.trim()] ?? ''))
}

/** Where markup begins, as in TwiML, a value stands in markup. */
export function filledText(text: string, variables: Variables): string {
  return fill(text, variables, text.trimStart().startsWith('<') ? escapeMarkup : (value) => value)
}

/** The request as it is sent. */
export function filledRequest(
  { method = 'POST', url, headers = {}, form, json, text }: GatewayRequest,
  variables: Variables
): { method: 'GET' | 'POST' | 'PUT'; url: string; headers: Record<string, string>; body?: string } {
  const filled = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    fill(value, variables, (one) => one.replaceAll(/[^\x20-\x7e]/g, ''))
  ])
  const [type, body] = bodyOf({ form, json, text }, variables)
  return {
    method,
    url: fill(url, variables, encodeURIComponent),
    headers: {
      'user-agent': 'Ayaz/1',
      ...(type !== null && { 'content-type': type }),
      ...Object.fromEntries(filled)
    },
    ...(body !== null && { body })
  }
}

function bodyOf(
  { form, json, text }: { [Member in 'form' | 'json' | 'text']: GatewayRequest[Member] | undefined },
  variables: Variables
): readonly [type: string | null, body: string | null] {
  if (form !== undefined) {
    const fields = Object.entries(form).map(([name, value]) => [name, filledText(value, variables)])
    return ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()]
  }
  if (json !== undefined) return ['application/json', JSON.stringify(filledJson(json, variables))]
  if (text === undefined) return [null, null]
  const type = text.trimStart().startsWith('<') ? 'text/xml; charset=utf-8' : 'text/plain; charset=utf-8'
  return [type, filledText(text, variables)]
}

/** A text that is one variable of a number stands for the number. */
function filledJson(value: unknown, variables: Variables): unknown {
  if (value === '{{minutes_left}}') return Number(variables['minutes_left'])
  if (typeof value === 'string') return filledText(value, variables)
  if (Array.isArray(value)) return value.map((one) => filledJson(one, variables))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledJson(one, variables)]))
}
