import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { localName, type Rules, requireAddress } from './destination.ts'
import type { LookUpAddresses } from './name-look-ups.ts'
import { plainHost } from './openings.ts'
import type { Proxies } from './proxies.ts'
import { OutgoingError, toOutgoingError } from './request.ts'

/** @param connections To one origin at most; null: no limit */
export function openAgent(
  rules: Rules,
  lookUp: LookUpAddresses,
  {
    connectTimeoutMs,
    connections,
    proxies
  }: { connectTimeoutMs: number; connections: number | null; proxies?: Proxies | null }
): Dispatcher {
  const connect = guardedConnector(rules, lookUp, connectTimeoutMs)
  const direct = { connect, connections, allowH2: false, maxHeaderSize: 16_384 }
  const hasProxy = proxies?.httpProxy || proxies?.httpsProxy
  return hasProxy ? openProxyAgent(proxies, { rules, lookUp, connectTimeoutMs }, direct) : new Agent(direct)
}

/**
 * For undici. A name is looked up once, here, and the socket connects to the very addresses that were checked: no
 * second look-up can lead elsewhere (DNS rebinding). Literals never reach a look-up and are checked before.
 */
export function guardedConnector(
  rules: Rules,
  lookUp: LookUpAddresses,
  connectTimeoutMs: number
): buildConnector.connector {
  const connectors = new Map<number, buildConnector.connector>()
  const open = (port: number): buildConnector.connector => {
    const lookup = guardedLookup(rules, lookUp, { port, timeoutMs: connectTimeoutMs })
    return buildConnector({ lookup, timeout: connectTimeoutMs, allowH2: false })
  }
  const connectorTo = (port: number) => connectors.getOrInsertComputed(port, open)
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    const host = plainHost(options.hostname)
    try {
      if (isIP(host) !== 0) requireAddress({ host, port }, host, rules)
    } catch (error) {
      callback(error as Error, null)
      return
    }
    connectorTo(port)(options, inTime(callback, `${host}:${port}`, connectTimeoutMs))
  }
}

/** Keeps the time limit exactly: undici's own timeout, which still ends the socket, is up to a second late. */
function inTime(
  callback: buildConnector.Callback,
  destination: string,
  timeoutMs: number
): buildConnector.Callback {
  let isOpen = true
  const timer = setTimeout(() => {
    isOpen = false
    callback(new OutgoingError('timeout', `${destination}: no connection in time`, true), null)
  }, timeoutMs)
  return (...reported) => {
    clearTimeout(timer)
    if (isOpen) callback(...reported)
    else reported[1]?.destroy()
  }
}

/** Refuses a name with any address that may not be used: such a name is meant to mislead. */
function guardedLookup(
  rules: Rules,
  lookUp: LookUpAddresses,
  { port, timeoutMs }: { port: number; timeoutMs: number }
): LookupFunction {
  return (hostname, options, callback) => {
    const destination = { host: plainHost(hostname), port }
    lookUp(hostname, { timeoutMs, client: null, local: localName(destination, rules) }).then(
      (addresses) => {
        const first = addresses[0]
        if (first === undefined) return callback(noAddress(hostname), '', 0)
        try {
          for (const { address } of addresses) requireAddress(destination, address, rules)
        } catch (error) {
          return callback(error as Error, '', 0)
        }
        if (options.all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, '', 0)
    )
  }
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}

/** Connections through a proxy: what a direct one may not reach, one through the proxy does not reach either. */
interface Guard {
  readonly rules: Rules
  readonly lookUp: LookUpAddresses
  readonly connectTimeoutMs: number
}

function openProxyAgent(
  { httpProxy, httpsProxy, noProxy }: Proxies,
  guard: Guard,
  direct: ConstructorParameters<typeof Pool>[1]
): Dispatcher {
  const proxied = new EnvHttpProxyAgent({
    ...direct,
    // Empty where there is none: undefined would have undici read the process's own environment.
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy: noProxy ?? '',
    proxyTunnel: true,
    connectTimeout: guard.connectTimeoutMs,
    clientFactory: (origin, options) => new GuardedProxy(origin, options, guard)
  })
  const networks = networksIn(noProxy ?? '')
  return networks === null ? proxied : new BesideProxy(proxied, new Agent(direct), networks)
}

/** The networks among hosts without a proxy, which undici does not know; null: none. */
function networksIn(noProxy: string): BlockList | null {
  const networks = new BlockList()
  for (const part of noProxy.split(/[,\s]+/)) {
    const [network = '', bits = ''] = part.split('/')
    const family = isIP(network)
    if (family === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) continue
    networks.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
  }
  return networks.rules.length === 0 ? null : networks
}

/** Addresses of some networks are asked without the proxy. */
class BesideProxy extends Dispatcher {
  readonly #proxied: Dispatcher
  readonly #direct: Dispatcher
  readonly #networks: BlockList

  constructor(proxied: Dispatcher, direct: Dispatcher, networks: BlockList) {
    super()
    this.#proxied = proxied
    this.#direct = direct
    this.#networks = networks
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const host = plainHost(new URL(options.origin ?? '').hostname)
    const family = isIP(host)
    const isNear = family !== 0 && this.#networks.check(host, family === 4 ? 'ipv4' : 'ipv6')
    return (isNear ? this.#direct : this.#proxied).dispatch(options, handler)
  }

  override async close(): Promise<void> {
    await Promise.all([this.#proxied.close(), this.#direct.close()])
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#proxied.destroy(), this.#direct.destroy()])
  }
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

/** The `host:port` for a proxy; for a subscriber's destination the very address that was checked. */
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
