/** The key by which limits count a client: an IPv4 address or an IPv6 /64. */
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { BoundedMap } from '../common/bounded-map.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

type TrustedProxies = readonly (readonly [Address, number])[]

/** Whether an address or range has four octets, or is IPv6: `1.2.3` may mean 1.2.0.3 or 1.2.3.0/24. */
function isWrittenOut(text: string): boolean {
  return text.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(text.replace(/\/.*$/s, ''))
}

/** `TRUST_PROXY`: addresses, CIDR ranges, `loopback`, by commas. @throws {RangeError} naming the invalid one */
export function parseTrustedProxies(text: string): TrustedProxies {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => (part === 'loopback' ? ['127.0.0.0/8', '::1/128'] : [part]))
  return parts.map((part) => {
    try {
      if (!isWrittenOut(part)) throw new RangeError()
      if (part.includes('/')) return ipaddr.parseCIDR(part)
      const address = ipaddr.parse(part)
      return [address, address.kind() === 'ipv4' ? 32 : 128] as const
    } catch {
      throw new RangeError(`"${part}" is neither an address nor a CIDR range`)
    }
  })
}

/** The same of a client with an API key, wherever the request comes from. @param id The key's own, not its secret. */
export function clientOfKey(id: string): string {
  return `key ${id}`
}

/** The id of the key whose client it is; null for an address. */
export function keyOfClient(client: string): string | null {
  return client.startsWith('key ') ? client.slice('key '.length) : null
}

export interface ClientKeys {
  /** The limiter's key of a request: never logged, never shown. */
  readonly of: (request: IncomingMessage) => string
  /** The peer's address; null for a trusted proxy, behind which are many clients. */
  readonly ofPeer: (address: string) => string | null
  /** True once an untrusted peer sent `X-Forwarded-For`: most often a misconfiguration. */
  readonly sawUntrustedForwarding: () => boolean
}

interface Peer {
  readonly key: string
  readonly isTrusted: boolean
}

/** How many addresses are cached; a busy proxy sends the same few thousand again and again. */
const maxKnown = 20_000
/** Longer chains are read again each time: what a client writes into the header must not fill our memory. */
const longestKnown = 200

/** @param onUntrusted Called once, when a proxy in front of the service turns out not to be trusted. */
export function createClientKeys(
  trusted: TrustedProxies,
  onUntrusted: () => void = () => undefined
): ClientKeys {
  const peers = new BoundedMap<string, Peer>(maxKnown)
  /** The clients that chains from trusted peers name. */
  const behind = new BoundedMap<string, string>(maxKnown)
  let untrusted = false
  const peerOf = (text: string): Peer => {
    const known = peers.get(text)
    if (known !== undefined) return known
    const address = addressOf(text)
    const peer = { key: keyOf(address), isTrusted: isTrusted(address, trusted) }
    peers.set(text, peer)
    return peer
  }
  const notice = (): void => {
    if (untrusted) return
    untrusted = true
    onUntrusted()
  }
  return {
    sawUntrustedForwarding: () => untrusted,
    ofPeer(text) {
      const peer = peerOf(text)
      return peer.isTrusted ? null : peer.key
    },
    of(request) {
      const { remoteAddress } = request.socket
      // Reset by the client before the request was read: there is no peer that could get the answer.
      if (remoteAddress === undefined) return keyOf(null)
      const peer = peerOf(remoteAddress)
      const forwarded = request.headers['x-forwarded-for']
      if (forwarded === undefined || forwarded === '') return peer.key
      if (!peer.isTrusted) {
        notice()
        return peer.key
      }
      const chain = String(forwarded)
      const known = behind.get(chain)
      if (known !== undefined) return known
      const client = clientOf(chain.split(','), trusted)
      // A chain that names no one counts for the proxy itself.
      if (client === null) return peer.key
      const key = keyOf(client)
      if (chain.length <= longestKnown) behind.set(chain, key)
      return key
    }
  }
}

/** The last address that is not a trusted proxy: the client may have invented everything before it. */
function clientOf(chain: readonly string[], trusted: TrustedProxies): Address | null {
  let client: Address | null = null
  for (let index = chain.length - 1; index >= 0; index--) {
    const address = addressOf(chain[index] ?? '')
    if (address === null) return client
    client = address
    if (!isTrusted(address, trusted)) return client
  }
  return client
}

function isTrusted(address: Address | null, trusted: TrustedProxies): boolean {
  if (address === null) return false
  return trusted.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
}

function addressOf(text: string): Address | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  if (bare.length > 45 || !ipaddr.isValid(bare)) return null
  return ipaddr.process(bare.split('%')[0] ?? bare)
}

function keyOf(address: Address | null): string {
  if (address === null) return 'unknown'
  if (address.kind() === 'ipv4') return address.toString()
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}
