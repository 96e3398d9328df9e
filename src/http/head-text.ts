/** The head of a hot answer as one text: `writeHead` takes a tenth of such an answer (`npm run bench -- http`). */
import type { ServerResponse } from 'node:http'
import { secondMs } from '../common/time.ts'
import { requestLimits as limits } from './request-limits.ts'

// An import would also load what node:http offers by getters.
const { validateHeaderValue } = process.getBuiltinModule('node:http')

/** What Node keeps of an answer (lib/_http_outgoing.js): its head, and whether its connection ends with it. */
interface NodesOwn {
  _header: string | null | undefined
  readonly maxRequestsOnConnectionReached: boolean | undefined
}

/** Name, value, name, value … @throws {TypeError} where a value has a letter that no header may have */
export function headerLines(headers: readonly string[]): string {
  let lines = ''
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]]
    validateHeaderValue(name, value)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}

const keepAliveLines =
  `Connection: keep-alive\r\nKeep-Alive: timeout=${limits.keepAliveMs / secondMs}, ` +
  `max=${limits.requestsPerSocket}\r\n`

/**
 * Sets the head as `writeHead(200)` does. False: `writeHead` is needed, because the connection ends or Node keeps the
 * head elsewhere.
 * @param lines all headers but the connection's and the date
 */
export function setHead(response: ServerResponse, lines: string): boolean {
  const own = response as ServerResponse & NodesOwn
  if (own._header !== null || !response.shouldKeepAlive || own.maxRequestsOnConnectionReached === true)
    return false
  own._header = `HTTP/1.1 200 OK\r\n${lines}${dateLine()}${keepAliveLines}\r\n`
  return response.headersSent
}

let dateSecond = 0
let date = ''

/** The system's time, as Node sends it: what an answer speaks of may be another one. */
function dateLine(): string {
  const now = Date.now()
  const second = now - (now % secondMs)
  if (second !== dateSecond) {
    dateSecond = second
    date = `Date: ${new Date(now).toUTCString()}\r\n`
  }
  return date
}
