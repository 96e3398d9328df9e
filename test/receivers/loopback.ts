/** A plain HTTP server on loopback that remembers what it was asked and answers what the test says. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface LoopbackAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface LoopbackServer {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly origin: string
  readonly port: number
  /** Everything received so far, oldest first. */
  readonly requests: ReceivedRequest[]
  readonly close: () => Promise<void>
}

/** Null answers nothing at all and leaves the connection open, as a receiver that hangs does. */
export type Answering = (request: ReceivedRequest) => LoopbackAnswer | null | Promise<LoopbackAnswer | null>

/** Starts a server on a free loopback port; `answer` is asked once a request, after its whole body has come in. */
export async function startLoopback(answer: Answering): Promise<LoopbackServer> {
  const requests: ReceivedRequest[] = []
  const server = createServer((incoming, response) => {
    void receive(incoming).then(async (request) => {
      requests.push(request)
      write(response, await answer(request))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: Buffer.concat(chunks)
  }
}

function write(response: ServerResponse, answer: LoopbackAnswer | null): void {
  if (answer === null || response.destroyed) return
  response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
}
