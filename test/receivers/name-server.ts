/**
 * A DNS server on loopback: `hang.*` is never answered, `half.*` only for IPv4, every other name leads to the given
 * addresses.
 */
import { createSocket } from 'node:dgram'

export interface NameServer {
  /** `127.0.0.1:port`, as resolvers take it. */
  readonly address: string
  /** Names asked for so far with the type of the question, such as `hang.one.test A`. */
  readonly asked: string[]
  readonly close: () => Promise<void>
}

const types: Readonly<Record<number, string>> = { 1: 'A', 28: 'AAAA' }
const noError = 0x8180
const noSuchName = 0x8183

/** Starts one on a free port. `zone` gives the IPv4 addresses of a name; null: there is no such name. */
export async function startNameServer(zone: (name: string) => readonly string[] | null): Promise<NameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (request, peer) => {
    const { name, end } = questionOf(request)
    const type = types[request.readUInt16BE(end)] ?? '?'
    asked.push(`${name} ${type}`)
    const isSilent = name.startsWith('hang.') || (name.startsWith('half.') && type === 'AAAA')
    if (!isSilent) socket.send(answer(request, end + 4, type, zone(name)), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve()))
  }
}

/** The name of a request (RFC 1035 §4.1.2) and where it ends. */
function questionOf(request: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = request[at] ?? 0; length > 0; length = request[at] ?? 0) {
    labels.push(request.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function answer(request: Buffer, end: number, type: string, addresses: readonly string[] | null): Buffer {
  const given = type === 'A' ? (addresses ?? []) : []
  const header = Buffer.alloc(12)
  request.copy(header, 0, 0, 2)
  header.writeUInt16BE(addresses === null ? noSuchName : noError, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(given.length, 6)
  // The name of the question, type A, class IN, for no time at all, four bytes.
  const records = given.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)])
  )
  return Buffer.concat([header, request.subarray(12, end), ...records])
}
