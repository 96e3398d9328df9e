/** Decodes a content encoding without ever producing more than the limit. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { OutgoingError } from './request.ts'

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress)
} as const

/** The value of `accept-encoding`. */
export const acceptedEncodings = 'gzip, br'

/**
 * The body without its encoding.
 * @throws {OutgoingError} `too_large` beyond `maxBytes`; `reset` when it is truncated, broken or in an
 * encoding that was not requested
 */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number
): Promise<Buffer> {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === 'identity' || name === '' || body.length === 0) return body
  if (!isKnown(name))
    throw new OutgoingError('reset', `The answer has the encoding "${name}", which was not asked for.`)
  try {
    return await decoders[name](body, { maxOutputLength: maxBytes })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new OutgoingError('too_large', `The answer is longer than ${maxBytes} bytes.`)
    throw new OutgoingError('reset', `The answer's ${name} encoding is broken.`)
  }
}

function isKnown(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name)
}
