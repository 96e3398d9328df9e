import { valueAt } from '../../common/json-pointer.ts'
import { escapeMarkup } from '../../common/markup.ts'
import type { Condition, Gateway } from './schema.ts'

export type Variables = Readonly<Record<string, string>>

export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name)
}

const placeholder = /\{\{([^{}]{1,60})\}\}/g

/** Braces open that belong to no variable: they would be sent as they stand. */
export function hasStrayBraces(text: string): boolean {
  return text.replaceAll(placeholder, '').includes('{{')
}

function fill(text: string, variables: Variables, escaped: (value: string) => string): string {
  return text.replaceAll(placeholder, (_all, name: string) => escaped(variables[name.trim()] ?? ''))
}

/** Where markup or an object of JSON begins, as in TwiML, a value is inside of it. */
export function filledText(text: string, variables: Variables): string {
  if (text.trimStart().startsWith('<')) return fill(text, variables, escapeMarkup)
  return fill(text, variables, isJsonText(text) ? inString : (value) => value)
}

function isJsonText(text: string): boolean {
  return /^\[?\{[^{]/.test(text.trimStart())
}

function inString(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

export function filledRequest(
  { method = 'POST', url, headers = {}, form, json, text }: Gateway['request'],
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
  { form, json, text }: { [Member in 'form' | 'json' | 'text']: Gateway['request'][Member] | undefined },
  variables: Variables
): readonly [type: string | null, body: string | null] {
  if (form !== undefined) {
    const fields = Object.entries(form).map(([name, value]) => [name, filledText(value, variables)])
    return ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()]
  }
  if (json !== undefined) return ['application/json', JSON.stringify(filledJson(json, variables))]
  if (text === undefined) return [null, null]
  if (isJsonText(text)) return ['application/json', filledText(text, variables)]
  const type = text.trimStart().startsWith('<') ? 'text/xml; charset=utf-8' : 'text/plain; charset=utf-8'
  return [type, filledText(text, variables)]
}

function filledJson(value: unknown, variables: Variables): unknown {
  if (value === '{{minutes_left}}') return Number(variables['minutes_left'])
  if (typeof value === 'string') return filledText(value, variables)
  if (Array.isArray(value)) return value.map((one) => filledJson(one, variables))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledJson(one, variables)]))
}

/* What a gateway's answer means, by the operator's description. Takes time in proportion to the answer. */

interface Heard {
  readonly status: number | null
  readonly text: string
  readonly json: unknown
}

export function heard(status: number | null, text: string): Heard {
  return { status, text, json: jsonOf(text) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function holds({ status, json, equals, match }: Condition, answer: Heard): boolean {
  if (status !== undefined && !status.includes(answer.status ?? 0)) return false
  if (json !== undefined) {
    const found = valueAt(answer.json, json)
    if (found === undefined || found === null) return false
    if (equals === undefined ? found === '' : !equals.some((one) => isEqual(one, found))) return false
  }
  return match === undefined || isLike(answer.text.trim(), match)
}

/** A list of one text is another answer than the text. */
function isEqual(one: string | number | boolean, found: unknown): boolean {
  return typeof found !== 'object' && String(one) === String(found)
}

/** `*`: any letters. Each piece is sought once, from the left. */
function isLike(text: string, pattern: string): boolean {
  const pieces = pattern.split('*')
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)]
  if (pieces.length === 1) return text === pattern
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false
  let from = first.length
  for (const piece of pieces.slice(1, -1)) {
    const at = text.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return from <= text.length - last.length
}

export function answerOf(
  { accepted, gone = [] }: Pick<Gateway, 'accepted' | 'gone'>,
  status: number,
  text: string
): 'accepted' | 'gone' | 'unknown' {
  const answer = heard(status, text)
  if (gone.some((one) => holds(one, answer))) return 'gone'
  // A failure or another address is not a success, whatever its text repeats, unless it is described.
  const isDescribed = accepted.status !== undefined || (status >= 200 && status < 300)
  return isDescribed && holds(accepted, answer) ? 'accepted' : 'unknown'
}
