/** Reads what stations publish to the operator's broker. Only one process reads. */
import { randomBytes } from 'node:crypto'
import type { IPublishPacket, MqttClient } from 'mqtt'
import { minuteMs, secondMs } from '../common/time.ts'
import type { Report } from '../forecasts/ports.ts'
import type { Intake } from '../observations/intake-ports.ts'
import { isOfFilter, readPublication } from '../stations/mqtt/presets.ts'
import { maxBytes, refusal, type Upload } from '../stations/upload.ts'
import type { Leases } from '../store/leases.ts'
import { isUnavailable } from '../store/store-error.ts'
import { holdLease } from './held-lease.ts'
import { type Pause, type Repeating, type RepeatingWork, repeat } from './repeating.ts'

interface MqttIntakesDeps {
  readonly url: string
  /** The broker recognizes the session by it, whichever process reads; the same for all of an installation. */
  readonly clientId: string
  readonly intakes: () => Promise<readonly Intake[]>
  readonly take: (intake: Intake, upload: Upload) => Promise<void>
  readonly leases: Leases
  readonly clock: () => number
  readonly report: Report
  readonly pause: Pause
  readonly ended: RepeatingWork['ended']
}

/** New topics, and those of an intake that was revoked, are seen within this time. */
const lookEveryMs = 5 * secondMs
const leaseMs = minuteMs
/** A reading is of when it arrives: what waited at the broker for longer, it drops [s]. */
const sessionSeconds = (2 * minuteMs) / secondMs
/** The broker does not send larger packets; smaller ones that are too large are refused and counted [bytes]. */
const largestPacketBytes = 16 * maxBytes
/** While the database is away, what could not be stored is tried again, before anything after it. */
const retryMs = 5 * secondMs

export function startMqttIntakes(deps: MqttIntakesDeps): Pick<Repeating, 'stop'> {
  const { report, pause, ended } = deps
  const ending = new AbortController()
  let client: MqttClient | null = null
  let intakes: readonly Intake[] = []
  let filters: readonly string[] = []
  const leave = async (): Promise<void> => {
    const leaving = client
    client = null
    filters = []
    await leaving?.endAsync(true)
  }
  const failed = (error?: Error | null): void => {
    if (error) report('mqtt_readings_failed', { message: error.message })
  }
  const lease = holdLease({
    ...deps,
    name: 'mqtt readings',
    holder: randomBytes(9).toString('base64url'),
    leaseMs,
    onLost: () => void leave()
  })
  const handle = async (packet: IPublishPacket): Promise<void> => {
    const at = deps.clock()
    while (!ending.signal.aborted) {
      try {
        await takePublication(deps, intakes, { packet, at })
        return
      } catch (error) {
        report('reading_not_stored', { message: error instanceof Error ? error.message : String(error) })
        // What fails by itself would fail again, and hold up everything after it.
        if (!isUnavailable(error)) return
        await pause(retryMs, ending.signal, 'reading that could not be stored')
      }
    }
    throw new Error('the process ends, and the broker sends it again')
  }
  const round = repeat({
    name: 'mqtt readings',
    pauseMs: () => lookEveryMs,
    report,
    pause,
    ended,
    work: async () => {
      if (!(await lease.hold())) return 'idle'
      intakes = await deps.intakes()
      const wanted = [...new Set(intakes.flatMap(({ mqtt }) => (mqtt === null ? [] : [mqtt.topic])))]
      if (client === null && wanted.length === 0) return 'idle'
      client ??= await connect(deps, handle)
      const gone = filters.filter((one) => !wanted.includes(one))
      const added = wanted.filter((one) => !filters.includes(one))
      // Not waited for, as a broker may be away. Nothing it retained is taken: when that was read is not known.
      for (const one of added) client.subscribe(one, { qos: 1, rh: 2 }, failed)
      if (gone.length > 0) client.unsubscribe([...gone], failed)
      filters = wanted
      return undefined
    }
  })
  return {
    async stop() {
      ending.abort()
      await round.stop()
      await leave()
      await lease.stop()
    }
  }
}

/** Loaded only where topics are read. */
async function connect(
  { url, clientId, report }: MqttIntakesDeps,
  handle: (packet: IPublishPacket) => Promise<void>
): Promise<MqttClient> {
  const { default: mqtt } = await import('mqtt')
  const client = mqtt.connect(url, {
    protocolVersion: 5,
    clientId,
    clean: false,
    properties: { sessionExpiryInterval: sessionSeconds, maximumPacketSize: largestPacketBytes },
    resubscribe: true,
    reconnectPeriod: 2 * secondMs
  })
  client.on('error', ({ message }) => report('mqtt_readings_failed', { message }))
  // A message is acknowledged after this: what is not stored comes again.
  client.handleMessage = (packet, done) => {
    handle(packet as IPublishPacket).then(
      () => done(),
      (error: Error) => done(error)
    )
  }
  return client
}

async function takePublication(
  { take }: Pick<MqttIntakesDeps, 'take'>,
  intakes: readonly Intake[],
  { packet: { topic, payload, retain }, at }: { packet: IPublishPacket; at: number }
): Promise<void> {
  if (retain) return
  for (const intake of intakes) {
    if (intake.mqtt === null || !isOfFilter(topic, intake.mqtt.topic)) continue
    const bytes = Buffer.from(payload)
    const upload =
      bytes.length > maxBytes
        ? refusal('too_large', `A payload of ${bytes.length} bytes was published; ${maxBytes} are read.`)
        : readPublication({ topic, payload: bytes.toString(), at }, intake.mqtt, intake)
    await take(intake, upload)
  }
}
