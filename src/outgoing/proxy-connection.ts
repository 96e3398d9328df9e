/** Connections through a proxy: what a direct one may not reach, one through the proxy does not reach either. */
import { isIP } from 'node:net'
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { localName, type Rules, requireAddress } from './destination.ts'
import { toOutgoingError } from './failure.ts'
import type { LookUpAddresses } from './name-look-ups.ts'
import { plainHost } from './openings.ts'
import type { Proxies } from './proxies.ts'
import { OutgoingError } from './request.ts'

interface Guard {
  readonly rules: Rules
  readonly lookUp: LookUpAddresses
  readonly connectTimeoutMs: number
}

/** @param direct how connections without a proxy are made */
export function openProxyAgent(
  { httpProxy, httpsProxy, noProxy }: Proxies,
  guard: Guard,
  direct: ConstructorParameters<typeof Pool>[1]
): Dispatcher {
  return new EnvHttpProxyAgent({
    ...direct,
    // Empty where there is none: undefined would have undici read the process's own environment.
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy: noProxy ?? '',
    proxyTunnel: true,
    connectTimeout: guard.connectTimeoutMs,
    clientFactory: (origin, options) => new GuardedProxy(origin, options, guard)
  })
}

type Connect = Pool['connect']

/** A proxy that is asked for allowed addresses only. */
class GuardedProxy extends Pool {
  readonly #guard: Guard
  readonly #proxy: string

  constructor(origin: URL, options: object, guard: Guard) {
    super(origin, options)
    this.#guard = guard
    this.#proxy = origin.host
  }

  override connect = (async (options: Parameters<Connect>[0]) => {
    const path = await allowedPath(options.path ?? '', this.#guard)
    const answer = await super.connect({ ...options, path }).catch((error: unknown) => {
      throw toOutgoingError(error, `the proxy ${this.#proxy}`)
    })
    if (answer.statusCode === 200) return answer
    answer.socket.on('error', () => undefined).destroy()
    throw new OutgoingError(
      'unreachable',
      `the proxy ${this.#proxy} answered ${answer.statusCode} for ${options.path}`
    )
  }) as Connect
}

/**
 * The `host:port` that a proxy is asked for. Of a subscriber's destination it is the very address that was checked: the
 * proxy looks no name up that could lead elsewhere.
 */
async function allowedPath(path: string, { rules, lookUp, connectTimeoutMs }: Guard): Promise<string> {
  if (rules.reach === 'operator') return path
  const { hostname, port } = new URL(`tcp://${path}`)
  const destination = { host: plainHost(hostname), port: Number(port) }
  if (isIP(destination.host) !== 0) {
    requireAddress(destination, destination.host, rules)
    return path
  }
  const local = localName(destination, rules)
  const [first, ...more] = await lookUp(destination.host, {
    timeoutMs: connectTimeoutMs,
    client: null,
    local
  })
  if (first === undefined) throw new OutgoingError('unreachable', `${destination.host} has no address`)
  for (const { address } of [first, ...more]) requireAddress(destination, address, rules)
  return `${first.family === 6 ? `[${first.address}]` : first.address}:${port}`
}
