/** An MQTT 5 broker that refuses one step, with a reason code and in words. */
import { createServer, type Socket } from 'node:net'
import { freePort } from '../free-port.ts'

export type RefusedStep = 'connection' | 'message' | 'subscription'

/** Types of packets (MQTT 5 §2.1.2). */
const types = { connect: 1, publish: 3, subscribe: 8 } as const

/** Starts it; of what it is sent it reads whole small packets only. */
export async function startRefusingBroker(step: RefusedStep, reasonCode: number, words: string) {
  const port = await freePort()
  const sockets = new Set<Socket>()
  const said = Buffer.from(words)
  // One property, Reason String (§3.2.2.3.9).
  const properties = Buffer.from([said.length + 3, 0x1f, 0, said.length, ...said])
  const at = (one: RefusedStep, usual = 0): number => (one === step ? reasonCode : usual)
  const answerTo = (type: number, body: Buffer): Buffer | null => {
    if (type === types.connect) return packet(0x20, [0, at('connection'), ...properties])
    if (type === types.subscribe)
      return packet(0x90, [...body.subarray(0, 2), ...properties, at('subscription', 1)])
    if (type !== types.publish) return null
    const id = 2 + body.readUInt16BE(0)
    return packet(0x40, [...body.subarray(id, id + 2), at('message'), ...properties])
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    let rest = Buffer.alloc(0)
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        rest = Buffer.concat([rest, Buffer.from(chunk)])
        for (let whole = firstOf(rest); whole !== null; whole = firstOf(rest)) {
          rest = rest.subarray(whole.end)
          const answer = answerTo(whole.type, whole.body)
          if (answer !== null) socket.write(answer)
        }
      })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `mqtt://ayaz:marked-password@127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
  }
}

function packet(head: number, body: readonly number[]): Buffer {
  return Buffer.from([head, body.length, ...body])
}

/** The first whole packet; its length is a number in groups of seven bits (§1.5.5). */
function firstOf(
  bytes: Buffer
): { readonly type: number; readonly body: Buffer; readonly end: number } | null {
  let [length, at] = [0, 1]
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    length += (byte & 127) * 128 ** (at - 1)
    if (byte < 128) break
  }
  const end = at + 1 + length
  if (at >= bytes.length || end > bytes.length) return null
  return { type: (bytes[0] ?? 0) >> 4, body: bytes.subarray(at + 1, end), end }
}
