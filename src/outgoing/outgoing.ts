/** Every connection out of the process: checked, limited in time and bytes, never following a redirect. */
import { lookup as lookUpName } from 'node:dns/promises'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { lazy } from '../common/lazy.ts'
import { type Destination, localName, type Rules, readDestination, requireAddress } from './destination.ts'
import { type LookUpAddresses, type LookUpTerms, openNameLookUps } from './name-look-ups.ts'
import { readOpenings } from './openings.ts'
import type { Proxies } from './proxies.ts'
import {
  OutgoingError,
  type OutgoingRequest,
  type OutgoingResponse,
  type SendRequest,
  toOutgoingError
} from './request.ts'

interface OutgoingOptions {
  /** `operator`: configured by the operator, any address; `public`: given by a subscriber, checked. */
  readonly reach: 'operator' | 'public'
  readonly allowHttp: boolean
  /** `host:port` pairs, addresses and CIDRs that are open although they are not public. */
  readonly allow: readonly string[]
  /** Default: the system's resolver for the operator's destinations, `name-look-ups.ts` for subscribers'. */
  readonly lookup?: LookUpAddresses
  /** Name servers for subscribers' destinations (`address` or `address:port`); default: the system's. */
  readonly nameServers?: readonly string[]
  /** Further requests wait within their timeout. Default 16; null: the caller limits them. */
  readonly connectionsPerOrigin?: number | null
  readonly proxies?: Proxies | null
}

export interface Outgoing {
  readonly send: SendRequest
  /** Looked up now for a client; null: it may be used. Sending checks again. */
  readonly check: (url: string, client?: string) => Promise<OutgoingError | null>
  readonly lookUps: ReturnType<typeof openNameLookUps>['counts']
  /** Running requests fail. */
  readonly close: () => Promise<void>
}

/** With 2 s to connect, 5 s in all and 4 MB, a chain of sources still answers in 8 s. */
const defaults = { connectTimeoutMs: 2_000, totalTimeoutMs: 5_000, maxBytes: 4_000_000 } as const

/** With undici, which is as large as all of this program's own code. */
const loadConnections = lazy(() => import('./connection.ts'))

const usualConnectionsPerOrigin = 16

/** Opens an HTTP client. @throws {RangeError} when `allow` has an entry that cannot be read */
export function openOutgoing(options: OutgoingOptions): Outgoing {
  const rules: Rules = {
    reach: options.reach,
    allowHttp: options.allowHttp,
    openings: readOpenings(options.allow)
  }
  const names = openNameLookUps({ nameServers: options.nameServers ?? null })
  const lookUpOperators: LookUpAddresses = (hostname) => lookUpName(hostname, { all: true })
  const lookUp = options.lookup ?? (options.reach === 'operator' ? lookUpOperators : names.lookUp)
  const { connectionsPerOrigin: connections = usualConnectionsPerOrigin, proxies = null } = options
  const agents = new Map<number, Dispatcher>()
  const loadAgent = async (connectTimeoutMs: number): Promise<Dispatcher> => {
    const { openAgent } = await loadConnections()
    const terms = { connectTimeoutMs, connections, proxies }
    return agents.getOrInsertComputed(connectTimeoutMs, () => openAgent(rules, lookUp, terms))
  }
  return {
    send: async (request) => {
      const { connectTimeoutMs = defaults.connectTimeoutMs } = request
      // A further wait for each of 100,000 messages would be seen.
      return send(request, rules, agents.get(connectTimeoutMs) ?? (await loadAgent(connectTimeoutMs)))
    },
    check: (url, client) => {
      const terms = { client: client ?? null, timeoutMs: defaults.connectTimeoutMs }
      return checkDestination(url, rules, (host, local) => lookUp(host, { ...terms, local }))
    },
    lookUps: names.counts,
    close: async () => {
      names.close()
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
      agents.clear()
    }
  }
}

async function send(request: OutgoingRequest, rules: Rules, agent: Dispatcher): Promise<OutgoingResponse> {
  const destination = readDestination(request.url, rules)
  if (request.signal?.aborted)
    throw new OutgoingError('aborted', `${destination.host}: was given up before it began`)
  const ending = new AbortController()
  const timer = setTimeout(
    () => ending.abort(new OutgoingError('timeout', `${destination.host}: did not answer in time`)),
    request.totalTimeoutMs ?? defaults.totalTimeoutMs
  )
  const giveUp = (): void => ending.abort(new OutgoingError('aborted', `${destination.host}: was given up`))
  request.signal?.addEventListener('abort', giveUp, { once: true })
  try {
    return await exchange(request, destination, { agent, ending })
  } catch (error) {
    throw toOutgoingError(
      ending.signal.aborted ? ending.signal.reason : error,
      `${destination.host}:${destination.port}`
    )
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', giveUp)
  }
}

interface AppDeps {
  readonly agent: Dispatcher
  /** Aborted with the reason when the time is up, the limit is exceeded or the caller aborts. */
  readonly ending: AbortController
}

async function exchange(
  request: OutgoingRequest,
  destination: Destination,
  { agent, ending }: AppDeps
): Promise<OutgoingResponse> {
  const maxBytes = request.maxBytes ?? defaults.maxBytes
  const response = await agent.request({
    origin: destination.url.origin,
    path: `${destination.url.pathname}${destination.url.search}`,
    method: request.method ?? 'GET',
    headers: { 'accept-encoding': acceptedEncodings, ...request.headers },
    body: request.body ?? null,
    headersTimeout: 0,
    bodyTimeout: 0,
    signal: ending.signal
  })
  const headers = plainHeaders(response.headers)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) {
      ending.abort(
        new OutgoingError('too_large', `${destination.host}: answered more than ${maxBytes} bytes`)
      )
      break
    }
    chunks.push(chunk)
  }
  ending.signal.throwIfAborted()
  const body = await decompress(Buffer.concat(chunks), headers['content-encoding'], maxBytes)
  return { status: response.statusCode, headers, body }
}

function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>
): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}

async function checkDestination(
  url: string,
  rules: Rules,
  lookUp: (host: string, local: LookUpTerms['local']) => ReturnType<LookUpAddresses>
): Promise<OutgoingError | null> {
  try {
    const destination = readDestination(url, rules)
    if (rules.reach === 'operator' || isIP(destination.host) !== 0) return null
    const addresses = await lookUp(destination.host, localName(destination, rules))
    if (addresses.length === 0) return new OutgoingError('unreachable', `${destination.host} has no address.`)
    for (const { address } of addresses) requireAddress(destination, address, rules)
    return null
  } catch (error) {
    return toOutgoingError(error, URL.parse(url)?.hostname ?? 'the destination')
  }
}

/** Decodes a content encoding without ever producing more than the limit. */
const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress)
} as const

const acceptedEncodings = 'gzip, br'

/** Decoded. @throws {OutgoingError} `too_large` beyond `maxBytes`; `reset`: truncated, broken, other encoding */
async function decompress(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
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
