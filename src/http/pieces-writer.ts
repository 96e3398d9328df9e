/** Writes an answer of many parts as they are made: few of them wait in memory for the others. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { OperationAnswer } from './operation.ts'
import { acceptsGzip, baseHeaders, type Exchange } from './response-writer.ts'

/** A client that reads slowly is waited for; one that is gone ends the work. */
export async function writePieces(
  exchange: Exchange,
  { pieces, contentType, headers: own = {} }: Extract<OperationAnswer, { readonly kind: 'pieces' }>
): Promise<number> {
  const { request, response } = exchange
  const isCompressed = acceptsGzip(request)
  const headers = [
    ...baseHeaders(exchange),
    'Cache-Control',
    'private, no-store',
    'Content-Type',
    contentType
  ]
  for (const [name, value] of Object.entries(own)) headers.push(name, value)
  if (isCompressed) headers.push('Content-Encoding', 'gzip')
  response.writeHead(200, headers)
  if (request.method === 'HEAD') {
    response.end()
    return 200
  }
  const source = Readable.from(gathered(pieces), { highWaterMark: 2 })
  try {
    await (isCompressed ? pipeline(source, createGzip(), response) : pipeline(source, response))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
  return 200
}

const mostLetters = 32_768
/** No text waits longer for the next one [ms]. */
const mostMs = 50

/** The same letters in fewer texts. */
export async function* gathered(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = texts[Symbol.asyncIterator]()
  let [held, late] = ['', Promise.resolve<null>(null)]
  try {
    for (let next = nextOf(iterator); ; ) {
      const text = await (held === '' ? next : Promise.race([next, late]))
      if (text?.done === true) break
      if (text !== null) {
        if (held === '') late = setTimeout(mostMs, null, { ref: false })
        held += text.value
        next = nextOf(iterator)
      }
      if (text !== null && held.length < mostLetters) continue
      yield held
      held = ''
    }
    if (held !== '') yield held
  } finally {
    await iterator.return?.()
  }
}

function nextOf(iterator: AsyncIterator<string>): Promise<IteratorResult<string>> {
  const next = iterator.next()
  // Where the reader is gone meanwhile, no one else hears of it.
  next.catch(() => undefined)
  return next
}
