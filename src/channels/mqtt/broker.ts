import { randomBytes } from 'node:crypto'
import { connect, connectAsync, type MqttClient } from 'mqtt'
import { statusTopic } from './message.ts'

export interface Publication {
  readonly topic: string
  /** Empty: nothing stays retained under the topic. */
  readonly payload: string
  readonly expirySeconds: number
  /** Null: a state. */
  readonly messageId: string | null
}

export interface BrokerRefusal {
  /** A reason code of MQTT 5 (§2.4). */
  readonly refusedWith: number
  /** Words of the broker, else the name of the code. */
  readonly said: string
  readonly refused: 'the connection' | 'the message' | 'the subscription'
}

export type Published = 'published' | 'unreachable' | 'given_up' | BrokerRefusal

/** A longer wait would occupy a slot; the outbox tries again. */
const connectWithinMs = 5_000
/** A request waits; a broker that answers at all does so by then. */
const reachableWithinMs = 2_000
/** A silent broker does not hold the end of the process. */
const closeWithinMs = 2_000

export type Broker = ReturnType<typeof openBroker>

/** Connects at the first publication. @param refused the service may not subscribe to its own status */
export function openBroker(url: string, refused: (refusal: BrokerRefusal) => void) {
  let client: MqttClient | null = null
  let connections = 0
  let noConnection: BrokerRefusal | null = null
  const connected = (): MqttClient => {
    client ??= makeClient(url, refused)
      .on('connect', () => {
        connections += 1
        noConnection = null
      })
      .on('error', (error) => {
        // Without a listener an unreachable broker would end the process.
        noConnection = refusalOf(error, 'the connection', client === null ? '' : saidBy.get(client))
      })
    return client
  }
  return {
    /** Whether the connection is open, or opens within two seconds. */
    isReachable: () => becomesConnected(connected(), AbortSignal.timeout(reachableWithinMs)),
    /** After a new connection the broker may have lost what it retained. */
    connections: () => connections,
    /** Retained, at least once (QoS 1). Never throws. */
    publish: async (publication: Publication, signal: AbortSignal): Promise<Published> => {
      const mine = connected()
      if (!(await becomesConnected(mine, signal)))
        return signal.aborted ? 'given_up' : (noConnection ?? 'unreachable')
      return await publish(mine, publication, signal)
    },
    close: async (): Promise<void> => {
      if (client === null) return
      const ending = client
      client = null
      // A clean end sends no last will.
      if (ending.connected) await within(closeWithinMs, sayOffline(ending))
      await ending.endAsync(true)
    }
  }
}

function introduction() {
  return { protocolVersion: 5, clientId: `ayaz-${randomBytes(8).toString('hex')}`, clean: true } as const
}

/** Connects without status or last will. @throws {Error} with the broker's reason code, or the system's, as `code` */
export async function connectOnce(url: string, limitMs: number): Promise<void> {
  const once = { ...introduction(), connectTimeout: limitMs, reconnectPeriod: 0 }
  const client = await connectAsync(url, once, false)
  await client.endAsync(true)
}

async function sayOffline(client: MqttClient): Promise<void> {
  await client.publishAsync(statusTopic, 'offline', { qos: 1, retain: true }).catch(() => undefined)
}

/** Resolves when the work ends, or when the time is over. */
function within(milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void work.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function makeClient(url: string, refused: (refusal: BrokerRefusal) => void): MqttClient {
  const client = connect(url, {
    ...introduction(),
    keepalive: 30,
    connectTimeout: connectWithinMs,
    reconnectPeriod: 2_000,
    reconnectOnConnackError: true,
    will: { topic: statusTopic, payload: Buffer.from('offline'), qos: 1, retain: true }
  })
  client.on('packetreceive', (packet) => {
    const properties: object = ('properties' in packet ? packet.properties : undefined) ?? {}
    const reasonString: unknown = Reflect.get(properties, 'reasonString')
    saidBy.set(client, typeof reasonString === 'string' ? reasonString : '')
  })
  client.on('connect', () => {
    client.subscribe(statusTopic, { qos: 1 }, (error) => {
      const answer =
        error === null
          ? undefined
          : (Reflect.get(error, 'packet') as
              | {
                  readonly granted: readonly number[]
                  readonly properties?: { readonly reasonString?: string }
                }
              | undefined)
      const code = answer?.granted.find((one) => one >= 0x80)
      const said = answer?.properties?.reasonString ?? error?.message ?? ''
      if (code !== undefined) refused({ refusedWith: code, said, refused: 'the subscription' })
    })
    client.publish(statusTopic, 'online', { qos: 1, retain: true }, () => undefined)
  })
  // Another process of this service has ended; this one runs.
  client.on('message', (_topic, payload) => {
    if (client.disconnecting || payload.toString() !== 'offline') return
    client.publish(statusTopic, 'online', { qos: 1, retain: true }, () => undefined)
  })
  return client
}

function becomesConnected(client: MqttClient, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  if (client.connected) return Promise.resolve(true)
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      client.off('connect', settle)
      signal.removeEventListener('abort', settle)
      resolve(client.connected && !signal.aborted)
    }
    const timer = setTimeout(settle, connectWithinMs)
    client.once('connect', settle)
    signal.addEventListener('abort', settle, { once: true })
  })
}

function publish(client: MqttClient, publication: Publication, signal: AbortSignal): Promise<Published> {
  const { topic, payload, expirySeconds, messageId } = publication
  return new Promise((resolve) => {
    const giveUp = () => resolve('given_up')
    signal.addEventListener('abort', giveUp, { once: true })
    const options = {
      qos: 1 as const,
      // For mosquitto 0 means "never": what has expired goes to present listeners and is not retained.
      retain: payload === '' || expirySeconds > 0,
      properties: {
        messageExpiryInterval: Math.max(1, expirySeconds),
        contentType: 'application/json',
        payloadFormatIndicator: true,
        ...(messageId !== null && { userProperties: { 'message-id': messageId } })
      }
    }
    client.publish(topic, payload, options, (error) => {
      signal.removeEventListener('abort', giveUp)
      const refusal = error ? refusalOf(error, 'the message', saidBy.get(client)) : 'published'
      resolve(refusal ?? 'unreachable')
    })
  })
}

/** Words of the last refusal of each client, while it is handled. */
const saidBy = new WeakMap<MqttClient, string>()

/** Codes from 0x80 on are refusals (MQTT 5 §2.4); null: no answer. */
function refusalOf(
  error: Error,
  refused: BrokerRefusal['refused'],
  said: string | undefined = ''
): BrokerRefusal | null {
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code !== 'number' || code < 0x80) return null
  return { refusedWith: code, said: said === '' ? error.message : said, refused }
}
