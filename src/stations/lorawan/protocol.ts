/** Uplinks of LoRaWAN networks whose application server has decoded them: The Things Stack v3 and ChirpStack v4. */
import { decodedReadings } from '../decoded.ts'
import { type Protocol, refusal, type StationSettings, type Upload } from '../upload.ts'

type Json = Readonly<Record<string, unknown>>

export const lorawan: Protocol = {
  paths: ['lorawan'],
  row: [
    'The Things Stack v3, ChirpStack v4 (untried)',
    '`/ingest/lorawan/<secret>`; JSON by POST',
    'when the network received it',
    '`OK`'
  ],
  success: 'OK',
  read({ query, body }, settings) {
    const event = new URLSearchParams(query).get('event')
    if (event !== null && event !== 'up') return { kind: 'ignored' }
    const sent = parsed(body)
    if (sent === null) return refusal('unreadable', 'The body is not one JSON object.')
    return fromThingsStack(sent, settings) ?? fromChirpStack(sent, settings) ?? { kind: 'ignored' }
  }
}

function parsed(body: string): Json | null {
  try {
    return membersOf(JSON.parse(body))
  } catch {
    return null
  }
}

/** Null where it is no uplink of it; joins and the like are not. */
function fromThingsStack(sent: Json, settings: StationSettings): Upload | null {
  const uplink = membersOf(sent['uplink_message'])
  const device = membersOf(sent['end_device_ids'])?.['device_id']
  if (uplink === null || typeof device !== 'string') return null
  // Made in the network's console, to try the address.
  if (sent['simulated'] === true) return { kind: 'ignored' }
  const received = uplink['received_at'] ?? sent['received_at']
  return uploadOf({ device, received, decoded: uplink['decoded_payload'] }, settings)
}

/** Of its documentation: no recorded uplink was at hand. */
function fromChirpStack(sent: Json, settings: StationSettings): Upload | null {
  const info = membersOf(sent['deviceInfo'])
  const device = info?.['devEui'] ?? info?.['deviceName']
  if (typeof device !== 'string' || membersOf(sent['object']) === null) return null
  return uploadOf({ device, received: sent['time'], decoded: sent['object'] }, settings)
}

function uploadOf(
  {
    device,
    received,
    decoded
  }: { readonly device: string; readonly received: unknown; readonly decoded: unknown },
  { unit }: StationSettings
): Upload {
  const text = typeof received === 'string' ? received : ''
  const sentAt = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(sentAt)) return refusal('unreadable_time', 'The network does not say when it received it.')
  const readings = decodedReadings(device.slice(0, 64), decoded, unit)
  if (readings === null) return refusal('too_many_fields', 'The decoded payload has more than 300 members.')
  return { kind: 'readings', sentAt, clock: 'network', readings }
}

function membersOf(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
}
