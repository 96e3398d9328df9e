/**
 * Takes whatever is posted; tells its parent its port. It does as little as it can, for it shares the machine with
 * those who are measured: it looks for the ends of requests and answers each with the same bytes, the headers that
 * Node's own server gives.
 */
import { createServer } from 'node:net'

const answer = [
  'HTTP/1.1 204 No Content',
  'Date: Sat, 11 Apr 2026 09:00:00 GMT',
  'Connection: keep-alive',
  'Keep-Alive: timeout=5',
  '\r\n'
].join('\r\n')

const server = createServer({ noDelay: true }, (socket) => {
  let unread = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    unread += text
    for (let length = firstLength(unread); length !== null; length = firstLength(unread)) {
      unread = unread.slice(length)
      socket.write(answer)
    }
  })
  // The other side may go at any time.
  socket.on('error', () => undefined)
})

/** How long the first request is, or null while it is not whole. */
function firstLength(text: string): number | null {
  const head = text.indexOf('\r\n\r\n')
  if (head === -1) return null
  const [, body] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head)) ?? []
  if (body === undefined) throw new Error('a request without content-length is not understood')
  const length = head + 4 + Number(body)
  return text.length < length ? null : length
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.send?.(address.port)
})
