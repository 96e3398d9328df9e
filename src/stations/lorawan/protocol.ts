/** Uplinks of LoRaWAN networks whose application server has decoded them: The Things Stack v3 and ChirpStack v4. */
import { repeatedMember } from '../../common/repeated-member.ts'
import { decodedReadings } from '../decoded.ts'
import { type Protocol, refusal, type StationSettings, storableName, type Upload } from '../upload.ts'

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
    const again = repeatedMember(body)
    if (again !== null)
      return refusal('repeated_field', `"${storableName(again, 40)}" is twice in one object.`)
    if (!('end_device_ids' in sent) && !('deviceInfo' in sent)) return refusal('unreadable', ofNoNetwork)
    return fromThingsStack(sent, settings) ?? fromChirpStack(sent, settings) ?? { kind: 'ignored' }
  }
}

const ofNoNetwork =
  'The body is neither of The Things Stack v3 ("end_device_ids") nor of ChirpStack v4 ("deviceInfo").'

function parsed(body: string): Json | null {
  try {
    return membersOf(JSON.parse(body))
  } catch {
    return null
  }
}

/** Null where it is not an uplink of it; joins and the like are not. */
function fromThingsStack(sent: Json, settings: StationSettings): Upload | null {
  const uplink = membersOf(sent['uplink_message'])
  const device = membersOf(sent['end_device_ids'])?.['device_id']
  if (uplink === null || typeof device !== 'string') return null
  // Made in the network's console, to try the address.
  if (sent['simulated'] === true) return { kind: 'ignored' }
  const received = uplink['received_at'] ?? sent['received_at']
  const isEmpty = !uplink['frm_payload'] || uplink['f_port'] === 0
  const { decoded_payload: decoded, normalized_payload: normalized } = uplink
  return uploadOf({ device, received, isEmpty, decoded, normalized }, settings)
}

/** From its documentation: no recorded uplink was at hand. */
function fromChirpStack(sent: Json, settings: StationSettings): Upload | null {
  const info = membersOf(sent['deviceInfo'])
  const device = info?.['devEui'] ?? info?.['deviceName']
  if (typeof device !== 'string' || !('fPort' in sent || 'data' in sent || 'object' in sent)) return null
  const isEmpty = !sent['data'] || sent['fPort'] === 0
  return uploadOf({ device, received: receivedOf(sent), isEmpty, decoded: sent['object'] }, settings)
}

/** By the network's own clock where it says so; `time` may be that of a gateway. */
function receivedOf({ rxInfo, time }: Json): unknown {
  const times = Array.isArray(rxInfo) ? rxInfo.map((one) => membersOf(one)?.['nsTime']) : []
  return times.filter((one) => typeof one === 'string').sort()[0] ?? time
}

const longestDevice = 64

/** @param uplink `isEmpty`: it is of the network itself */
function uploadOf(
  uplink: {
    readonly device: string
    readonly received: unknown
    readonly isEmpty: boolean
    readonly decoded: unknown
    /** In units that the network defines, °C among them. */
    readonly normalized?: unknown
  },
  { unit }: StationSettings
): Upload {
  const { received, isEmpty, decoded, normalized } = uplink
  const device = storableName(uplink.device, longestDevice)
  if (membersOf(decoded) === null && !Array.isArray(decoded))
    return isEmpty ? { kind: 'ignored' } : refusal('not_decoded', notDecoded)
  const text = typeof received === 'string' ? received : ''
  const sentAt = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(sentAt)) return refusal('unreadable_time', 'The network does not say when it received it.')
  const named = decodedReadings(device, decoded, unit)
  const further = decodedReadings(device, { normalized_payload: normalized }, 'C')
  if (named === null || further === null)
    return refusal('too_many_fields', 'The decoded payload has more than 300 members.')
  const readings = [...named, ...further]
  if (readings.length === 0) return refusal('no_temperature', noTemperature(decoded))
  return { kind: 'readings', sentAt, clock: 'network', readings }
}

const notDecoded =
  'The network sent a payload that it did not decode. Set a payload formatter for the device.'

function noTemperature(decoded: unknown): string {
  const names = leafNames(decoded)
  const shown = names.slice(0, maxShown).map((name) => JSON.stringify(storableName(name, 40)))
  const seen = shown.length > 0 ? `: ${shown.join(', ')}${names.length > maxShown ? ' …' : ''}` : ''
  return `No decoded field is named like a temperature${seen}. ${wouldBeRead}`
}

const maxShown = 8
const wouldBeRead =
  'A number named as "temperature", "air_temperature" or "TempC_SHT" is read, or { "name": "Air temperature", ' +
  '"value": 21.3, "unit": "°C" }: let the payload formatter name it so.'

/** Where its values are; a few more than are shown. */
function leafNames(decoded: unknown, path = '', found: string[] = []): readonly string[] {
  for (const [name, one] of Object.entries(Object(decoded))) {
    if (found.length > maxShown) break
    const at = path === '' ? name : `${path}/${name}`
    if (typeof one === 'object' && one !== null) leafNames(one, at, found)
    else found.push(at)
  }
  return found
}

function membersOf(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
}
