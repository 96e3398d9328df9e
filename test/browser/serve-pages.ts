/** A bare listener for pages on loopback: just enough of the contract to put them before a browser. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Page, PageAnswer, PageProblem } from '../../src/http/page.ts'
import { problemDocument, problemStatus } from '../../src/http/problem.ts'
import { understood } from '../../src/site/profile-question.ts'

interface Asked {
  readonly path: string
  readonly status: number
  readonly bytes: number
  readonly bodyBytes: number
}

export interface Served {
  readonly origin: string
  /** Every path that was asked for, with the bytes that its answer took on the wire, and those of its body alone. */
  readonly asked: Asked[]
  readonly close: () => Promise<void>
}

/** Serves pages as the real listener does: ETag, 304, gzip, frame rules. `notFound` answers where no page matches. */
export async function servePages(
  pagesFor: (origin: string) => Promise<readonly Page[]>,
  clock: () => number,
  port = 0
): Promise<Served> {
  let pages: readonly Page[] = []
  const asked: Served['asked'] = []
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await answerOf(pages, request, clock())
      const body = Buffer.from(answer.body)
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`
      const headers = headersOf(answer, etag)
      if (request.headers['if-none-match'] === etag) {
        asked.push({ path: request.url ?? '', status: 304, bytes: 0, bodyBytes: 0 })
        response.writeHead(304, headers).end()
        return
      }
      const packed = request.headers['accept-encoding']?.includes('gzip')
        ? gzipSync(body, { level: 9 })
        : null
      const sent = packed === null ? headers : { ...headers, 'Content-Encoding': 'gzip' }
      const head = Object.entries(sent).reduce(
        (sum, [name, value]) => sum + name.length + value.length + 4,
        20
      )
      const bodyBytes = (packed ?? body).length
      asked.push({ path: request.url ?? '', status: answer.status, bytes: head + bodyBytes, bodyBytes })
      response.writeHead(answer.status, sent).end(packed ?? body)
    })().catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  const origin = await listen(server, port)
  pages = await pagesFor(origin)
  return { origin, asked, close: () => new Promise((done) => closeAll(server, done)) }
}

/** Serves one fixed document on an origin of its own: the host of an embedded widget. */
export async function serveDocument(documentOf: (path: string) => string): Promise<Served> {
  const server = createServer((request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      .end(documentOf(request.url ?? '/'))
  })
  const origin = await listen(server, 0)
  return { origin, asked: [], close: () => new Promise((done) => closeAll(server, done)) }
}

function headersOf(answer: PageAnswer, etag: string): Record<string, string> {
  const ancestors = answer.frameable ? '' : "; frame-ancestors 'none'"
  return {
    'Content-Type': answer.contentType,
    'Content-Security-Policy': answer.contentSecurityPolicy + ancestors,
    'Cache-Control': answer.maxAgeSeconds === null ? 'no-store' : `public, max-age=${answer.maxAgeSeconds}`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(answer.maxAgeSeconds === null ? {} : { ETag: etag }),
    ...answer.headers
  }
}

async function answerOf(
  pages: readonly Page[],
  request: IncomingMessage,
  nowAt: number
): Promise<PageAnswer> {
  const url = new URL(request.url ?? '/', 'http://any')
  for (const page of pages) {
    if (page.method !== request.method) continue
    const params = match(page.path, url.pathname)
    if (params === null) continue
    const answer = await page.render({
      path: url.pathname,
      params,
      query: understood(url.searchParams),
      acceptLanguage: request.headers['accept-language'] ?? '',
      form: page.method === 'POST' ? new URLSearchParams(await textOf(request)) : null,
      origin: request.headers.origin ?? '',
      client: 'test',
      nowAt
    })
    return 'problem' in answer ? refusalOf(answer) : answer
  }
  return {
    status: 404,
    contentType: 'text/plain',
    body: 'no such page',
    maxAgeSeconds: null,
    contentSecurityPolicy: "default-src 'none'"
  }
}

function refusalOf({ problem, headers = {} }: PageProblem): PageAnswer {
  return {
    status: problemStatus(problem),
    contentType: 'application/problem+json',
    body: problemDocument(problem, 'http://any'),
    headers,
    maxAgeSeconds: null,
    contentSecurityPolicy: "default-src 'none'"
  }
}

function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const one = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(one)
    else if (part !== one) return null
  }
  return params
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((done) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      done(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
    })
  })
}

function closeAll(server: Server, done: () => void): void {
  server.closeAllConnections()
  server.close(() => done())
}
