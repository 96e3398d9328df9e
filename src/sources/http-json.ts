/** Asks a provider for JSON and turns everything that is not a usable answer into a `SourceError`. */

import { readHttpDate, retryAfterSeconds } from '../common/http-date.ts'
import { repeatedMember } from '../common/repeated-member.ts'
import { daySeconds } from '../common/time.ts'
import {
  OutgoingError,
  type OutgoingErrorKind,
  type OutgoingResponse,
  type SendRequest
} from '../outgoing/request.ts'
import { SourceError, type SourceErrorKind, type Validators } from './source.ts'

interface Question {
  readonly send: SendRequest
  /** May hold a secret in its query; no message repeats it. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** What the previous answer said of itself; null, or nothing in it, for an unconditional request. */
  readonly previous: Validators | null
  readonly signal: AbortSignal
  /** Now [ms since epoch], for a `Retry-After` that is a date. */
  readonly now: number
  /** True where this refusal says that the provider has no data for the point. */
  readonly isNotCovered: (status: number, text: string) => boolean
}

export interface JsonAnswer {
  readonly kind: 'json'
  readonly json: unknown
  readonly status: number
  readonly headers: OutgoingResponse['headers']
  readonly validators: Validators
  readonly expiresAt: number | null
}

type Answer = JsonAnswer | { readonly kind: 'not_modified'; readonly expiresAt: number | null }

/** The longest `Retry-After` believed [s]: more is a mistake or a ban, and is asked about again tomorrow. */
const longestRetryAfterSeconds = daySeconds

/** @throws {SourceError} */
export function ask(question: Question & { readonly previous: null }): Promise<JsonAnswer>
export function ask(question: Question): Promise<Answer>
export async function ask(question: Question): Promise<Answer> {
  const conditions = conditionsOf(question.previous)
  const response = await sendQuestion(question, conditions)
  const expiresAt = readHttpDate(response.headers['expires'])
  if (response.status === 304) {
    // Only what was asked about can be confirmed, whatever is known about the previous answer.
    if (Object.keys(conditions).length === 0)
      throw new SourceError('unusable', 'answered 304 to an unconditional request')
    return { kind: 'not_modified', expiresAt }
  }
  if (response.status === 204) throw new SourceError('not_covered', 'answered 204: no data for this point')
  if (response.status !== 200 && response.status !== 203) throw refusal(response, question)
  return {
    kind: 'json',
    json: readJson(response.body),
    status: response.status,
    headers: response.headers,
    validators: {
      etag: response.headers['etag'] ?? null,
      lastModified: response.headers['last-modified'] ?? null
    },
    expiresAt
  }
}

const kindOfOutgoing: Readonly<Record<OutgoingErrorKind, SourceErrorKind>> = {
  forbidden: 'refused',
  unreachable: 'unreachable',
  timeout: 'unreachable',
  reset: 'unreachable',
  too_large: 'unusable',
  aborted: 'unreachable'
}

function conditionsOf(previous: Validators | null): Readonly<Record<string, string>> {
  return {
    ...(previous?.etag ? { 'if-none-match': previous.etag } : {}),
    ...(previous?.lastModified ? { 'if-modified-since': previous.lastModified } : {})
  }
}

async function sendQuestion(
  question: Question,
  conditions: Readonly<Record<string, string>>
): Promise<OutgoingResponse> {
  const headers = { accept: 'application/json', ...question.headers, ...conditions }
  try {
    return await question.send({ url: question.url, headers, signal: question.signal })
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new SourceError(kindOfOutgoing[error.kind], error.message)
  }
}

function refusal(response: OutgoingResponse, question: Question): SourceError {
  const text = new TextDecoder().decode(response.body.subarray(0, 2_000))
  const asked = retryAfterSeconds(response.headers['retry-after'], question.now)
  const wait = asked === null ? null : Math.min(asked, longestRetryAfterSeconds)
  if (response.status === 429) return new SourceError('rate_limited', 'answered 429: too many requests', wait)
  if (question.isNotCovered(response.status, text)) {
    return new SourceError('not_covered', `answered ${response.status}: no data for this point`)
  }
  return new SourceError('refused', `answered ${response.status}`, wait)
}

/** What some programs write for a number that is missing, and JSON has no word for. */
const bareNotANumber = /([[:,]\s*)-?(?:nan|infinity|inf)\b/gi

function readJson(body: Uint8Array): unknown {
  const [text, json] = parsedBody(body)
  const again = repeatedMember(text)
  // Which of the two is right cannot be known.
  if (again !== null) throw new SourceError('unusable', `answered with "${again.slice(0, 60)}" twice`)
  return json
}

/** The text that was parsed, and what it says. @throws {SourceError} `unusable` */
function parsedBody(body: Uint8Array): readonly [string, unknown] {
  try {
    const written = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const json = parsed(written)
    if (json !== undefined) return [written, json]
    const text = written.replaceAll(bareNotANumber, '$1null')
    return [text, JSON.parse(text)]
  } catch {
    throw new SourceError('unusable', 'answered something that is not JSON')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
