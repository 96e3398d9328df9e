/** The ways in which a provider fails, on a real socket. */
import type { ServerResponse } from 'node:http'
import type { Provider, SpoiledColumn } from './provider.ts'

export type Fault =
  | { readonly kind: 'refused' | 'reset' | 'no_answer' | 'truncated' | 'html' | 'huge' | 'error_object' }
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  | { readonly kind: 'not_modified' | 'unequal_columns' | 'fraction' }
  | { readonly kind: 'null_column' | 'strings'; readonly column: SpoiledColumn }

/** Every fault that a source must survive, by a name for a test's title. */
export const faults = {
  'connection refused': { kind: 'refused' },
  'reset in mid-body': { kind: 'reset' },
  'no answer': { kind: 'no_answer' },
  'status 500': { kind: 'status', status: 500 },
  'status 403': { kind: 'status', status: 403 },
  'status 429 with Retry-After': { kind: 'status', status: 429, headers: { 'retry-after': '120' } },
  'status 304': { kind: 'not_modified' },
  'truncated JSON': { kind: 'truncated' },
  'HTML with 200': { kind: 'html' },
  'a null temperature column': { kind: 'null_column', column: 'temperature' },
  'a null cloud column': { kind: 'null_column', column: 'cloud' },
  'columns of unequal length': { kind: 'unequal_columns' },
  'temperatures as text': { kind: 'strings', column: 'temperature' },
  'cloud cover as text': { kind: 'strings', column: 'cloud' },
  'cloud cover as a fraction': { kind: 'fraction' },
  '30 MB of body': { kind: 'huge' },
  'an error object with 200': { kind: 'error_object' }
} as const satisfies Readonly<Record<string, Fault>>

const hugeBytes = 30_000_000
const chunk = Buffer.alloc(1_000_000, ' ')

export interface Answering {
  readonly provider: Provider
  /** What would be answered without the fault. */
  readonly body: string
  readonly response: ServerResponse
}

/**
 * Answers with a fault on the wire; false where the fault lies in the numbers and `spoilAnswer` has to be used.
 * `refused` is the listener's affair.
 */
export function answerWithFault(fault: Fault, { provider, body, response }: Answering): boolean {
  if (fault.kind === 'no_answer') return true
  if (fault.kind === 'not_modified') response.writeHead(304).end()
  else if (fault.kind === 'status')
    response.writeHead(fault.status, { ...fault.headers }).end(fault.body ?? 'the provider says no')
  else if (fault.kind === 'html')
    sendWhole(response, 'text/html', '<!doctype html><title>Welcome</title><p>Please log in.')
  else if (fault.kind === 'error_object')
    sendWhole(response, 'application/json', JSON.stringify(provider.errorObject))
  else if (fault.kind === 'truncated') sendWhole(response, 'application/json', body.slice(0, body.length / 2))
  else if (fault.kind === 'reset') reset(response, body)
  else if (fault.kind === 'huge') sendHuge(response)
  else return false
  return true
}

/** Spoils the numbers of an answer in place. */
export function spoilAnswer(fault: Fault, provider: Provider, json: unknown): void {
  if (fault.kind === 'null_column') provider.spoil.nullColumn(json, fault.column)
  if (fault.kind === 'strings') provider.spoil.strings(json, fault.column)
  if (fault.kind === 'unequal_columns') provider.spoil.unequalColumns(json)
  if (fault.kind === 'fraction') provider.spoil.fractions(json)
}

function sendWhole(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': type }).end(text)
}

function reset(response: ServerResponse, body: string): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body))
  })
  response.write(body.slice(0, body.length / 2), () => response.socket?.resetAndDestroy())
}

function sendHuge(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  let left = hugeBytes
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    response.end('{}')
  }
  response.on('error', () => undefined)
  more()
}
