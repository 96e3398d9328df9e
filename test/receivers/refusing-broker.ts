/** An MQTT 5 broker that refuses one step, with a reason code and in words. */
import { createServer, type Socket } from 'node:net'
import { generate, type Packet, parser } from 'mqtt-packet'
import { freePort } from '../free-port.ts'

export type RefusedStep = 'connection' | 'message' | 'subscription'

/** Starts it; what it is sent after the refused step is not answered. */
export async function startRefusingBroker(step: RefusedStep, reasonCode: number, words: string) {
  const port = await freePort()
  const sockets = new Set<Socket>()
  const properties = { reasonString: words }
  const answerTo = (packet: Packet): Packet | null => {
    const at = (one: RefusedStep): number => (one === step ? reasonCode : 0)
    const { messageId = 0 } = packet
    if (packet.cmd === 'connect') {
      return { cmd: 'connack', sessionPresent: false, reasonCode: at('connection'), properties }
    }
    if (packet.cmd === 'publish' && packet.qos > 0) {
      return { cmd: 'puback', messageId, reasonCode: at('message'), properties }
    }
    if (packet.cmd !== 'subscribe') return null
    return { cmd: 'suback', messageId, granted: [at('subscription') || 1], properties }
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    const reading = parser({ protocolVersion: 5 }).on('packet', (packet: Packet) => {
      const answer = answerTo(packet)
      if (answer !== null) socket.write(generate(answer, { protocolVersion: 5 }))
    })
    socket.on('data', (chunk) => reading.parse(Buffer.from(chunk))).on('error', () => undefined)
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
