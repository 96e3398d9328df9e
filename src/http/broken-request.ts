/** Answers bytes that are no request, and tunnels that nobody digs: on the bare socket, where no response object is. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { standing } from './exchange.ts'
import { type Problem, problemDocument, problemStatus } from './problem.ts'
import { requestLimits } from './request-limits.ts'

export interface BareAnswers {
  readonly siteUrl: string
  readonly nextRequestId: () => string
  readonly count: (operation: string, status: number) => void
}

/** Answers a request that could not be read; not in the middle of another answer, as Node does by itself. */
export function answerBrokenRequest(parts: BareAnswers, error: NodeJS.ErrnoException, socket: Socket): void {
  // Node keeps the answer under way here (lib/_http_server.js, socketOnError); counting them ourselves would cost every request.
  const underWay = (socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent === true) {
    socket.destroy()
    return
  }
  const problem = problemOf(error)
  parts.count('none', problemStatus(problem))
  socket.end(bareAnswer(parts, problem))
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  const { headerBytes, requestMs } = requestLimits
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = `All header fields together may have ${headerBytes} bytes.`
    return { code: 'header_fields_too_large', detail }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', detail: `A request must arrive within ${requestMs / 1000} s.` }
  return { code: 'bad_request', detail: 'The bytes could not be read as an HTTP/1.1 request.' }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large'
}

/** A whole answer as bytes, after which the connection is closed. */
export function bareAnswer(parts: BareAnswers, problem: Problem): Buffer {
  const body = problemDocument(problem, parts.siteUrl)
  const status = problemStatus(problem)
  const pieces = [...standing, 'X-Request-Id', parts.nextRequestId()]
  const lines = [`HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}`]
  for (let index = 0; index < pieces.length; index += 2) lines.push(`${pieces[index]}: ${pieces[index + 1]}`)
  for (const [name, value] of Object.entries(problem.headers ?? {})) lines.push(`${name}: ${value}`)
  lines.push('Content-Type: application/problem+json', `Content-Length: ${body.length}`)
  lines.push('Cache-Control: no-store', 'Connection: close', '', '')
  return Buffer.concat([Buffer.from(lines.join('\r\n')), body])
}
