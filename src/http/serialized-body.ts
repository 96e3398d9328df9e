/**
 * A body as it is sent. Bodies that are the same object again and again (the contract, the table of crops) are
 * serialised once.
 */
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/**
 * A text, and how its letters become bytes. Bytes are sent as letters of Latin-1, one for each: Node writes a text in
 * one piece with its headers, a `Buffer` as a second one, which makes a hot answer a tenth dearer.
 */
export interface SendableText {
  readonly text: string
  readonly encoding: 'utf8' | 'latin1'
}

export interface SerializedBody {
  /** UTF-8 until the second request: most answers are requested once. Its bytes afterwards. */
  body: SendableText
  /** Weak, over the body: gzip does not change it. */
  readonly etag: string
  /** Compressed at the second request: most answers are requested once. */
  gzip: SendableText | null
  uses: number
}

/** Below this size a gzip header costs more than it saves. */
export const leastToCompress = 800

const written = new WeakMap<object, SerializedBody>()

/** A body's text and validator. The object must not change afterwards. */
export function serializedBody(body: object): SerializedBody {
  const known = written.get(body)
  if (known !== undefined) {
    known.uses++
    return known
  }
  const text = JSON.stringify(body)
  const created: SerializedBody = { body: utf8(text), etag: etagOf(text), gzip: null, uses: 1 }
  written.set(body, created)
  return created
}

/** A text whose letters become UTF-8 when it is sent. */
export function utf8(text: string): SendableText {
  return { text, encoding: 'utf8' }
}

/** Bytes that are sent as they are. */
export function bytesAsText(bytes: Buffer): SendableText {
  return { text: bytes.toString('latin1'), encoding: 'latin1' }
}

/** The length of what is sent [bytes]. */
export function byteLengthOf({ text, encoding }: SendableText): number {
  return encoding === 'latin1' ? text.length : Buffer.byteLength(text)
}

/** The body in the form that is cheapest to send: its bytes from the second time on. */
export function sendableBody(form: SerializedBody): SendableText {
  if (form.uses >= 2 && form.body.encoding === 'utf8') form.body = bytesAsText(Buffer.from(form.body.text))
  return form.body
}

/**
 * The compressed form, or null where it is not worth it yet. @param leastUses from which use on it may be
 * compressed
 */
export function compressedForm(form: SerializedBody, leastUses = 2): SendableText | null {
  const { text, encoding } = form.body
  if (form.gzip === null && form.uses >= leastUses && text.length >= leastToCompress) {
    form.gzip = bytesAsText(gzipSync(Buffer.from(text, encoding)))
  }
  return form.gzip
}

/** Up to this size [bytes] compressing takes a fraction of a millisecond. */
const mostAtOnce = 32_768

/**
 * As `compressedForm`, for answers that may never be requested again, such as a search while typing: a small
 * body is compressed at its first use.
 */
export function compressedAtOnce(form: SerializedBody): SendableText | null {
  return compressedForm(form, form.body.text.length <= mostAtOnce ? 1 : 2)
}

/** The weak validator of a body: 128 bits of its SHA-1. */
export function etagOf(body: Buffer | string): string {
  return `W/"${hash('sha1', body, 'base64url').slice(0, 22)}"`
}
