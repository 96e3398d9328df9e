/** `POST /mcp`: assistants over streamable HTTP, without sessions; each request has a new server. */
import type { IncomingMessage } from 'node:http'
import { lazy } from '../common/lazy.ts'
import { admit } from '../http/admission.ts'
import { type ApiDeps, refusalOf } from '../http/api-routes.ts'
import { readsNeeded } from '../http/bodies.ts'
import { type OperationAnswer, problemAnswer, tokenHolder } from '../http/operation.ts'
import type { Problem } from '../http/problem.ts'
import { writeProblem } from '../http/response-writer.ts'
import type { Routed, Router } from '../http/router.ts'
import type { Tool, ToolRequest } from './tool.ts'
import { toolsOf } from './tools.ts'

/** `pageQuota` is the quota of messages that ask nothing, such as the one for the list of tools. */
interface McpDeps extends Omit<ApiDeps, 'answers' | 'basePath' | 'nextRequestId'> {
  readonly version: string
}

const operation = 'mcp'
/** Loaded for the first assistant, to save memory without one. */
const library = lazy(async () => ({
  ...(await import('@modelcontextprotocol/server')),
  ...(await import('./server.ts'))
}))

export function registerMcp(router: Router, deps: McpDeps): void {
  const tools = lazy(() => toolsOf(deps.operations))
  router.add({
    methods: ['POST'],
    path: '/mcp',
    reads: readsNeeded,
    handle: (asked) => answer(deps, tools(), asked)
  })
}

async function answer(deps: McpDeps, tools: readonly Tool[], asked: Routed): Promise<void> {
  let status: number
  try {
    const problem = await refusal(deps, asked)
    status = problem === null ? await serve(deps, tools, asked) : writeProblem(asked, problem, deps.siteUrl)
  } catch (error) {
    status = writeProblem(asked, deps.reportFault(error, asked.requestId), deps.siteUrl)
  }
  deps.count(operation, status, asked)
}

async function serve(deps: McpDeps, tools: readonly Tool[], asked: Routed): Promise<number> {
  const { request, response, requestId, body: parsedBody } = asked
  const { createMcpHandler, assistantServer } = await library()
  const holds = { token: request.headers.authorization, key: request.headers['x-api-key'] }
  const offered = tools.filter(({ needs }) => needs?.every((one) => holds[one] === undefined) !== true)
  const problemOf = (error: unknown) => deps.reportFault(error, requestId)
  const served = { ...deps, tools: offered, handle: handling(deps, request), problemOf }
  // No stream stays open: nothing here changes that an assistant could wait for.
  const handler = createMcpHandler(() => assistantServer(served), { maxSubscriptions: 0 })
  const made = await handler.fetch(webRequest(deps.siteUrl, asked), { parsedBody })
  const body = Buffer.from(await made.arrayBuffer())
  const headers = { ...ownHeaders, ...Object.fromEntries(made.headers), 'Content-Length': body.length }
  response.writeHead(made.status, headers)
  response.end(body)
  return made.status
}

const ownHeaders = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer'
}

/** Pages of other sites may ask nothing here, whatever the name that leads to this address. */
async function refusal(deps: McpDeps, { request, body, nowAt }: Routed): Promise<Problem | null> {
  const { origin } = request.headers
  if (origin !== undefined && origin !== new URL(deps.siteUrl).origin) return foreignOrigin
  if (body instanceof URLSearchParams) return notJson
  // Messages are counted one by one, so a batch is refused.
  if (Array.isArray(body)) return oneByOne
  // A call is also counted as a request to the API, once it is understood.
  return deps.pageQuota(request, nowAt)
}

const foreignOrigin: Problem = {
  code: 'foreign_form',
  detail: 'A page of another site sent this (Origin). Assistants send no Origin, or that of this site.'
}
const notJson: Problem = {
  code: 'unsupported_media_type',
  detail: 'Send "Content-Type: application/json".'
}
const oneByOne: Problem = {
  code: 'bad_request',
  detail: 'Send one JSON-RPC message in a request, not a list of them.'
}

/** One call is one counted request, as the same question to the API is. */
function handling(deps: McpDeps, raw: IncomingMessage) {
  return async (tool: Tool, { query, body, id }: ToolRequest): Promise<OperationAnswer> => {
    const nowAt = deps.clock()
    const admitted = await admit(deps.admission, raw, nowAt)
    const refused = refusalOf(admitted)
    if (refused !== null) return problemAnswer(refused)
    const { client, apiKey } = admitted
    const holder = tokenHolder(deps, raw)
    const params = { id: id ?? (await holder.managed()) ?? '' }
    return tool.operation.handle({ ...bareRequest, ...holder, params, query, body, client, apiKey, nowAt })
  }
}

/** A request of who holds no token: no field is its own. */
export const bareRequest = {
  params: {},
  bearerToken: null,
  seen: async <Point>(point: Point): Promise<Point> => point,
  managed: async () => null,
  idempotencyKey: null,
  countMore: async () => null
} as const

function webRequest(siteUrl: string, { request, body }: Routed): Request {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== 'content-length' ? [[name, value]] : []
  )
  return new Request(`${siteUrl}/mcp`, { method: 'POST', headers, body: JSON.stringify(body ?? null) })
}
