/** Answers invalid requests and CONNECT on the bare socket, where there is no response object. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { secondMs } from '../common/time.ts'
import { announcesBody } from './bodies.ts'
import { answerUnderWay } from './connection-limits.ts'
import { type Problem, problemDocument, problemStatus } from './problem.ts'
import { requestLimits } from './request-limits.ts'
import { fixedHeaders } from './response-writer.ts'
import type { CountAnswer } from './trace.ts'

interface BareAnswers {
  readonly siteUrl: string
  readonly nextRequestId: () => string
  readonly count: CountAnswer
}

export interface BrokenRequests {
  /** Remembers a request whose body is still to come: it may be answered before. */
  readonly expectBody: (request: IncomingMessage, response: ServerResponse) => void
  /**
   * After the answers before it, never in the middle of one; not where only the rest of an answered request's body is
   * invalid.
   */
  readonly answer: (error: NodeJS.ErrnoException, socket: Socket) => void
}

/** How long a client may take to close its side after the last answer [ms]. */
const closingMs = 2000

export function createBrokenRequests(parts: BareAnswers): BrokenRequests {
  const lastWithBody = new WeakMap<Socket, ServerResponse>()
  const ending = new WeakSet<Socket>()
  const wasAnswered = (socket: Socket): boolean => {
    const last = lastWithBody.get(socket)
    return last?.writableEnded === true && !last.req.complete
  }
  const end = (error: NodeJS.ErrnoException, socket: Socket, underWay: ServerResponse | null): void => {
    if (!socket.writable || underWay?.headersSent === true || wasAnswered(socket)) {
      socket.destroy()
      return
    }
    const problem = problemOf(error)
    parts.count('none', problemStatus(problem))
    socket.end(bareAnswer(parts, problem))
    socket.setTimeout(closingMs)
  }
  const endAfterAnswers = (error: NodeJS.ErrnoException, socket: Socket): void => {
    const underWay = answerUnderWay(socket)
    if (underWay === null || !comesByItself(underWay)) end(error, socket, underWay)
    else underWay.once('close', () => endAfterAnswers(error, socket))
  }
  return {
    expectBody({ headers, socket }, response) {
      if (announcesBody(headers)) lastWithBody.set(socket, response)
    },
    answer(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
      else if (!ending.has(socket)) {
        ending.add(socket)
        endAfterAnswers(error, socket)
      }
    }
  }
}

/** Whether an answer ends without more from the client: its request is complete, and it is no stream. */
function comesByItself(response: ServerResponse): boolean {
  return response.writableEnded || (response.req.complete && !response.headersSent)
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  const { headerBytes, requestMs } = requestLimits
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = `All header fields together may have ${headerBytes} bytes.`
    return { code: 'header_fields_too_large', detail }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', detail: `A request must arrive within ${requestMs / secondMs} s.` }
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
  const pieces = [...fixedHeaders, 'X-Request-Id', parts.nextRequestId()]
  const lines = [`HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}`]
  for (let index = 0; index < pieces.length; index += 2) lines.push(`${pieces[index]}: ${pieces[index + 1]}`)
  for (const [name, value] of Object.entries(problem.headers ?? {})) lines.push(`${name}: ${value}`)
  lines.push('Content-Type: application/problem+json', `Content-Length: ${body.length}`)
  lines.push('Cache-Control: no-store', 'Connection: close', '', '')
  return Buffer.concat([Buffer.from(lines.join('\r\n')), body])
}
