/** A body as it is sent; the same object again (the contract, the crops) is serialised once. */
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** Bytes as letters of Latin-1: Node writes them in one piece with the head; a `Buffer` costs a tenth more. */
export type ByteText = string

export interface SerializedBody {
  readonly body: ByteText
  /** Weak, over the body: gzip does not change it. */
  readonly etag: string
  gzip: ByteText | null
}

export const jsonType = 'application/json; charset=utf-8'

/** Below this size a gzip header costs more than it saves. */
export const minToCompress = 800

const written = new WeakMap<object, SerializedBody>()

/** A body's text and validator. The object must not change afterwards. */
export function serializedBody(body: object): SerializedBody {
  const known = written.get(body)
  if (known !== undefined) return known
  const created: SerializedBody = { ...sendable(JSON.stringify(body)), gzip: null }
  written.set(body, created)
  return created
}

/** A shared buffer for one body: buffers of their own would stay allocated, 30 MB after 10,000 answers. */
const room = Buffer.allocUnsafeSlow(65_536)
const maxBytesPerLetter = 3

export function sendable(text: string): Pick<SerializedBody, 'body' | 'etag'> {
  const fits = text.length * maxBytesPerLetter <= room.length
  const bytes = fits ? room.subarray(0, room.write(text)) : Buffer.from(text)
  return { body: byteText(bytes), etag: etagOf(bytes) }
}

export function byteText(bytes: Buffer): ByteText {
  return bytes.toString('latin1')
}

/** The compressed form, made once; null where it would save nothing. */
export function compressedForm(form: SerializedBody): ByteText | null {
  if (form.gzip === null && form.body.length >= minToCompress) {
    form.gzip = byteText(gzipSync(Buffer.from(form.body, 'latin1')))
  }
  return form.gzip
}

/** The weak validator of a body: 128 bits of its SHA-1. */
export function etagOf(body: Buffer | string): string {
  return `W/"${hash('sha1', body, 'base64url').slice(0, 22)}"`
}
