/**
 * A body as bytes. Bodies that are the same object again and again (the contract, the table of crops) are
 * serialised once.
 */
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

export interface SerializedBody {
  /**
   * Text until the second request. Most answers are requested once, and text is written together with its
   * headers in one piece of memory that need not be freed.
   */
  body: Buffer | string
  /** Weak, over the body: gzip does not change it. */
  readonly etag: string
  /** Compressed at the second request: most answers are requested once. */
  gzip: Buffer | null
  uses: number
}

/** Below this size a gzip header costs more than it saves. */
export const leastToCompress = 800

const written = new WeakMap<object, SerializedBody>()

/** A body's bytes and validator. The object must not change afterwards. */
export function serializedBody(body: object): SerializedBody {
  const known = written.get(body)
  if (known !== undefined) {
    known.uses++
    return known
  }
  const text = JSON.stringify(body)
  const created: SerializedBody = { body: text, etag: etagOf(text), gzip: null, uses: 1 }
  written.set(body, created)
  return created
}

/** The body in the form that is cheapest to send: bytes from the second time on. */
export function sendableBody(form: SerializedBody): Buffer | string {
  if (form.uses >= 2 && typeof form.body === 'string') form.body = Buffer.from(form.body)
  return form.body
}

/**
 * The compressed form, or null where it is not worth it yet. @param leastUses from which use on it may be
 * compressed
 */
export function compressedForm(form: SerializedBody, leastUses = 2): Buffer | null {
  if (form.gzip === null && form.uses >= leastUses && form.body.length >= leastToCompress) {
    form.gzip = gzipSync(form.body)
  }
  return form.gzip
}

/** Up to this size [bytes] compressing takes a fraction of a millisecond. */
const mostAtOnce = 32_768

/**
 * As `compressedForm`, for answers that may never be requested again, such as a search while typing: a small
 * body is compressed at its first use.
 */
export function compressedAtOnce(form: SerializedBody): Buffer | null {
  return compressedForm(form, form.body.length <= mostAtOnce ? 1 : 2)
}

/** The weak validator of a body: 128 bits of its SHA-1. */
export function etagOf(body: Buffer | string): string {
  return `W/"${hash('sha1', body, 'base64url').slice(0, 22)}"`
}
