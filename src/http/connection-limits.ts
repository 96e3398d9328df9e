/** Limits open connections: for one address, in total, and to a client that never reads its answers. */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientKeys } from './client-key.ts'

export interface ConnectionLimits {
  /** Open connections of one IPv4 address or IPv6 /64; a trusted proxy may have any number. */
  readonly maxPerAddress: number
  /** Open connections of all; a newcomer takes the place of the one that has been idle for longest. */
  readonly maxInTotal: number
  /** How long unsent bytes may make no progress [ms]. */
  readonly unreadMs: number
  /** How often connections are looked at [ms]; much less than `unreadMs`. */
  readonly lookEveryMs: number
  readonly closed: (reason: ClosedBy) => void
}

export const closedBy = ['per_address', 'total', 'unread'] as const

export type ClosedBy = (typeof closedBy)[number]

/** Trusted proxies share one entry that has no bound. */
const unbounded = ''

export function limitConnections(
  server: Server,
  clients: Pick<ClientKeys, 'ofPeer'>,
  limits: ConnectionLimits
): void {
  const open = new Map<string, Set<Socket>>()
  // With the bytes that each had sent at the last look: first the one that has been silent for longest.
  const byIdleTime = new Map<Socket, number>()
  server.on('connection', (socket) => {
    // Node caches the address when it is read here, so that it is known after the client has disconnected.
    const { remoteAddress } = socket
    const key = (remoteAddress === undefined ? null : clients.ofPeer(remoteAddress)) ?? unbounded
    const sockets = (open.get(key) ?? new Set()).add(socket)
    open.set(key, sockets)
    byIdleTime.set(socket, 0)
    socket.once('close', () => {
      byIdleTime.delete(socket)
      sockets.delete(socket)
      if (sockets.size === 0 && open.get(key) === sockets) open.delete(key)
    })
    // Before Node's own listener, which ends the connection.
    socket.prependListener('timeout', () => {
      if (socket.timeout === limits.unreadMs && socket.writableLength > 0) limits.closed('unread')
    })
    const close = (chosen: Socket, reason: ClosedBy): void => {
      byIdleTime.delete(chosen)
      chosen.destroy()
      limits.closed(reason)
    }
    if (key !== unbounded && sockets.size > limits.maxPerAddress) {
      const chosen = newestIdle(sockets, socket)
      sockets.delete(chosen)
      close(chosen, 'per_address')
    }
    if (byIdleTime.size > limits.maxInTotal) close(longestIdle(byIdleTime.keys(), socket), 'total')
  })
  const look = (): void => {
    for (const [socket, bytes] of [...byIdleTime]) {
      limitUnread(socket, limits.unreadMs)
      if (socket.bytesRead === bytes && answerUnderWay(socket) === null) continue
      byIdleTime.delete(socket)
      byIdleTime.set(socket, socket.bytesRead)
    }
  }
  const looks = setInterval(look, limits.lookEveryMs).unref()
  server.once('close', () => clearInterval(looks))
}

/** The connection to close: an idle one, preferably after an answer, as first requests may be on their way. */
function newestIdle(sockets: ReadonlySet<Socket>, newcomer: Socket): Socket {
  const idle = [...sockets].filter((socket) => socket !== newcomer && answerUnderWay(socket) === null)
  return idle.findLast(({ bytesWritten }) => bytesWritten > 0) ?? idle.at(-1) ?? newcomer
}

/** A client with many addresses must not lock out new ones; the new one where all are busy. */
function longestIdle(byIdleTime: Iterable<Socket>, newcomer: Socket): Socket {
  for (const socket of byIdleTime) if (socket !== newcomer && answerUnderWay(socket) === null) return socket
  return newcomer
}

/** The answer that a connection waits for or is being sent; null between requests. */
export function answerUnderWay(socket: Socket): ServerResponse | null {
  // Node's own field (lib/_http_server.js, socketOnError); counting ourselves would cost each request time.
  return (socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? null
}

// Node's timer restarts with each byte sent. Set only while there is something to send: answers take their time.
function limitUnread(socket: Socket, unreadMs: number): void {
  const isLimited = socket.timeout === unreadMs
  if (socket.writableLength > 0 && !isLimited) socket.setTimeout(unreadMs)
  else if (socket.writableLength === 0 && isLimited) socket.setTimeout(0)
}
