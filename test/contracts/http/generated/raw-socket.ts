/** Sends bytes on a socket of their own and takes what comes back apart. */
import { connect } from 'node:net'
import type { ReceivedAnswer } from '../received-answer.ts'

/**
 * Sends and waits until the app closes. @param hangUp closes our side at once, as for an unfinished request
 */
export function exchangeBytes(origin: string, bytes: Buffer, hangUp: boolean): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const { hostname, port } = new URL(origin)
  const chunks: Buffer[] = []
  const socket = connect(Number(port), hostname)
  socket.setTimeout(20_000, () => {
    reject(new Error(`no end within 20 s after ${JSON.stringify(bytes.toString('latin1').slice(0, 300))}`))
    socket.destroy()
  })
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
  // The app may close while we still write; what it answered before counts.
  socket.on('error', () => undefined)
  socket.on('close', () => resolve(Buffer.concat(chunks)))
  if (hangUp) socket.end(bytes)
  else socket.write(bytes)
  return promise
}

/**
 * The answers in what came back. @param methods of the requests in their order: an answer to HEAD has a length but no
 * body
 * @throws {Error} where the bytes are not whole answers
 */
export function takeApart(received: Buffer, methods: readonly string[]): readonly ReceivedAnswer[] {
  const answers: ReceivedAnswer[] = []
  for (let at = 0; at < received.length; ) {
    const end = received.indexOf('\r\n\r\n', at)
    if (end < 0) throw new Error(`half an answer: ${received.subarray(at).toString('latin1').slice(0, 200)}`)
    const [line = '', ...fields] = received.subarray(at, end).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
    if (!(status >= 100)) throw new Error(`no status line: ${line.slice(0, 200)}`)
    const headers = Object.fromEntries(fields.map(fieldOf))
    // In bytes that could not be read, a HEAD is not recognised, so they are answered like a GET.
    const isHead = methods[answers.length] === 'HEAD' && /^(HTTP\/1\.1 |$)/.test(peek(received, end + 4))
    const isBodiless = isHead || status < 200 || status === 204 || status === 304
    const length = isBodiless ? 0 : Number(headers['content-length'] ?? Number.NaN)
    if (Number.isNaN(length)) throw new Error(`no Content-Length: ${line}`)
    at = end + 4 + length
    if (at > received.length) throw new Error(`the body is shorter than its length: ${line}`)
    if (status >= 200) answers.push({ status, headers, body: received.subarray(end + 4, at) })
  }
  return answers
}

function peek(received: Buffer, at: number): string {
  return received.toString('latin1', at, at + 9)
}

function fieldOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}
