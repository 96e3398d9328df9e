import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { repeatedMember } from '../common/repeated-member.ts'
import type { Problem } from './problem.ts'
import { quoted } from './query.ts'

/** How much of such a body is read, and used: the rest is read to its end, so that the answer reaches the browser. */
export const fileLimits = { bodyBytes: 16 * 1024 ** 2, usedBytes: 3 * 1024 ** 2 }
/** A form has some ten members. */
const maxParts = 64

/** Reads the usual bodies, and forms with a file; anything else becomes an empty form. */
export const readsFile: BodyReader = (type) =>
  /^multipart\/form-data\s*(?:;|$)/i.test(type) ? (bytes) => formIn(type, bytes) : readsUsual(type)

async function formIn(contentType: string, body: Buffer): Promise<URLSearchParams> {
  const form = new URLSearchParams()
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  const boundary = `--${quoted ?? plain ?? ''}`
  if (boundary === '--' || body.toString('latin1').split(boundary).length > maxParts) return form
  // A file without its last rows is a shorter file.
  const whole = Buffer.concat([body, Buffer.from(`\r\n${boundary}--\r\n`)])
  try {
    const parts = await new Response(whole, { headers: { 'content-type': contentType } }).formData()
    for (const [name, value] of parts) {
      form.append(name, typeof value === 'string' ? value : latinOf(await value.arrayBuffer()))
    }
  } catch {
    return new URLSearchParams()
  }
  return form
}

function latinOf(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('latin1')
}

/* Forms of pages are sent by pages of this site: another site's page would act in the name of who looks at it. */

/**
 * Null for the site's own and where no browser sends it: mail providers unsubscribe so (RFC 8058). Without referrer,
 * browsers write `null` as origin.
 */
export function foreignForm(
  { origin, host, ...headers }: IncomingHttpHeaders,
  siteUrl: string
): Problem | null {
  const fetchedFrom = headers['sec-fetch-site']
  const isOwnOrigin = origin === siteUrl || (host !== undefined && URL.parse(origin ?? '')?.host === host)
  const isForeign =
    fetchedFrom === undefined
      ? origin !== undefined && origin !== 'null' && !isOwnOrigin
      : fetchedFrom !== 'same-origin' && fetchedFrom !== 'none' && !isOwnOrigin
  if (!isForeign) return null
  return {
    code: 'foreign_form',
    detail: 'This form was sent by a page of another site. Open the page here and send its form.'
  }
}

/** How a body of a content type is read ('' where none is named); null: it is not read. */
export type BodyReader = (contentType: string) => ((bytes: Buffer) => unknown) | null

export class UnreadBody extends Error {
  override readonly name = 'UnreadBody'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

export class RowsBody {
  readonly form: 'csv' | 'ndjson'
  readonly text: string
  constructor(form: RowsBody['form'], text: string) {
    this.form = form
    this.text = text
  }
}

/** JSON in UTF-8, and forms for pages. A content type without a body is not a fault: many clients send one. */
export const readsUsual: BodyReader = (type) => {
  if (json.test(type)) return (bytes) => (bytes.length === 0 ? null : jsonOf(bytes))
  return form.test(type) ? (bytes) => new URLSearchParams(bytes.toString()) : null
}

export const readsNeeded: BodyReader = (type) => (json.test(type) ? jsonOf : readsUsual(type))

export const readsRows: BodyReader = (type) => {
  if (/^text\/csv\s*(?:;|$)/i.test(type)) return (bytes) => new RowsBody('csv', utf8Of(bytes))
  if (/^application\/x-ndjson\s*(?:;|$)/i.test(type)) return (bytes) => new RowsBody('ndjson', utf8Of(bytes))
  return readsNeeded(type)
}

/** Reads the usual bodies; a mail program may also send its one click (RFC 8058) as multipart, which is ignored. */
export const readClick: BodyReader = (type) =>
  /^multipart\/form-data\s*(?:;|$)/i.test(type) ? () => new URLSearchParams() : readsUsual(type)

export const readsBytes: BodyReader = () => (bytes) => bytes

const json = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
const form = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

export interface BodyLimits {
  readonly reads: BodyReader
  readonly bodyBytes: number
  /** What follows in a longer body is left out. */
  readonly usedBytes?: number
}

/** Reads the body; null where none was sent. @throws {UnreadBody} */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  const { reads, bodyBytes } = limits
  const { headers } = request
  const type = headers['content-type']?.trim()
  const isAnnounced = announcesBody(headers) && headers['content-length'] !== '0'
  if (type === undefined && !isAnnounced) return null
  const read = reads(type ?? '')
  if (read === null) throw new UnreadBody(notThisType)
  if (Number(headers['content-length']) > bodyBytes) throw tooLarge(bodyBytes)
  // Node has read the end of a request that announces no body (`optimizeEmptyRequests`).
  const bytes = isAnnounced ? await bytesOf(request, limits) : Buffer.alloc(0)
  if (reads !== readsBytes && !/^(?:identity)?$/i.test(headers['content-encoding']?.trim() ?? ''))
    throw new UnreadBody(encoded)
  return read(bytes)
}

/** Whether a body follows the headers (RFC 9112 § 6.3). */
export function announcesBody(headers: IncomingMessage['headers']): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function bytesOf(
  request: IncomingMessage,
  { bodyBytes, usedBytes = bodyBytes }: BodyLimits
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  const take = (chunk: Buffer): void => {
    if (length < usedBytes) chunks.push(chunk.subarray(0, usedBytes - length))
    length += chunk.length
    if (length <= bodyBytes) return
    // What follows is read to nothing.
    request.off('data', take)
    reject(tooLarge(bodyBytes))
  }
  request.on('data', take)
  request.once('end', () => resolve(Buffer.concat(chunks)))
  request.once('error', () => reject(new UnreadBody(cutOff)))
  return promise
}

const notThisType: Problem = {
  code: 'unsupported_media_type',
  detail: 'Send "Content-Type: application/json".'
}
const encoded: Problem = {
  code: 'unsupported_media_type',
  detail: 'The body has a Content-Encoding; send it without one.',
  headers: { 'Accept-Encoding': 'identity' }
}
const cutOff: Problem = { code: 'bad_request', detail: 'The connection ended before the body did.' }

function tooLarge(maxBytes: number): UnreadBody {
  return new UnreadBody({ code: 'body_too_large', detail: `A body may have ${maxBytes} bytes here.` })
}

function unreadable(detail: string): UnreadBody {
  return new UnreadBody({ code: 'malformed_json', detail })
}

function jsonOf(bytes: Buffer): unknown {
  if (bytes.length === 0) throw unreadable('The body is empty; one JSON object is needed.')
  const text = utf8Of(bytes)
  const value = parsed(text)
  const repeated = repeatedMember(text)
  if (repeated === null) return value
  throw unreadable(
    `The body has ${quoted(repeated.slice(1))} twice, and one of them would be lost. Give it once.`
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable(malformation(error as SyntaxError))
  }
}

function utf8Of(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('The body is not UTF-8.')
  }
}

/** What is malformed, in V8's words: what it expected, at which line and column, or a few quoted letters. */
function malformation({ message }: SyntaxError): string {
  const said = message
    .replace(/ (?:in|after) JSON at position \d+/, '')
    .replace(' is not valid JSON', '')
    .replace(/"\.\.\.$/, '…"')
    .replace(', ..."', ', "…')
    .replace(/\s+/g, ' ')
  const printable = said.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '�')
  return `The body is not JSON: ${printable.slice(0, 1).toLowerCase()}${printable.slice(1)}.`
}
