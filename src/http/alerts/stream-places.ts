/** How many streams are open, by secret, client and network: an open connection costs more than a request. */
import { isWithinShare } from '../../alerts/fair-share.ts'
import { networksOf } from '../client-networks.ts'

export interface StreamPlaces {
  /** Takes a place. Null: taken (`release` returns it); else the limit that refused it. */
  readonly take: (secret: string, client: string) => StreamLimit | null
  readonly release: (secret: string, client: string) => void
  readonly open: () => number
}

export type StreamLimit = 'streams-per-address' | 'streams-per-client' | 'streams-per-network' | 'streams'

const mostPerSecret = 3
const mostPerClient = 10
/** Each costs a socket and a query now and then. */
const mostStreams = 2000

export function createStreamPlaces(): StreamPlaces {
  const secrets = new Map<string, number>()
  const clients = new Map<string, number>()
  const near = new Map<string, number>()
  const wide = new Map<string, number>()
  let count = 0
  const change = (secret: string, client: string, by: 1 | -1): void => {
    const networks = networksOf(client)
    add(secrets, secret, by)
    add(clients, client, by)
    if (networks !== null) add(near, networks.near, by)
    if (networks !== null) add(wide, networks.wide, by)
    count += by
  }
  const isFair = (client: string): boolean => {
    const networks = networksOf(client)
    if (networks === null) return true
    const free = mostStreams - count
    return isWithinShare({ near: near.get(networks.near) ?? 0, wide: wide.get(networks.wide) ?? 0, free })
  }
  return {
    open: () => count,
    take(secret, client) {
      if (count >= mostStreams) return 'streams'
      if ((secrets.get(secret) ?? 0) >= mostPerSecret) return 'streams-per-address'
      if ((clients.get(client) ?? 0) >= mostPerClient) return 'streams-per-client'
      if (!isFair(client)) return 'streams-per-network'
      change(secret, client, 1)
      return null
    },
    release: (secret, client) => change(secret, client, -1)
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const sum = (counts.get(key) ?? 0) + by
  if (sum > 0) counts.set(key, sum)
  else counts.delete(key)
}
