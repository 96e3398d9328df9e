/** What devices publish to a broker. A reading is of when it came: their own times have no offset, or none at all. */
import { repeatedMember } from '../../common/repeated-member.ts'
import { decodedReadings } from '../decoded.ts'
import {
  type BrokerTopics,
  numberIn,
  refusal,
  type StationSettings,
  storableName,
  type TemperatureUnit,
  type Upload
} from '../upload.ts'

export const presetRows: readonly (readonly string[])[] = [
  ['`tasmota`', 'Tasmota, also Zigbee through it', '`tele/+/SENSOR`', '`TempUnit`'],
  ['`zigbee2mqtt`', 'Zigbee2MQTT', '`zigbee2mqtt/orchard`', '°C'],
  [
    '`shelly`',
    'Shelly, from the second generation on',
    '`shellyhtg3-1/events/rpc`, `…/status/temperature:0`',
    '°C (`tC`)'
  ],
  ['`esphome`', 'ESPHome', '`orchard/sensor/air/state`', 'as you say'],
  ['`statestream`', 'statestream of Home Assistant', '`statestream/sensor/air/state`', 'as you say'],
  ['`json`', 'any JSON, by the `pointer` of the temperature', 'any', 'as you say']
]

const longestTopic = 200
/** What is published for a thermometer that has read nothing. */
const nothingRead: ReadonlySet<string> = new Set(['', 'unavailable', 'unknown', 'none', 'null', 'nan'])

/** @param published `at`: when it came in [ms since epoch] */
export function readPublication(
  { topic, payload, at }: { topic: string; payload: string; at: number },
  { preset, pointer }: Pick<BrokerTopics, 'preset' | 'pointer'>,
  { unit }: StationSettings
): Upload {
  const device = storableName(topic, longestTopic)
  const taken = (readings: Extract<Upload, { readonly kind: 'readings' }>['readings']): Upload => {
    return { kind: 'readings', sentAt: at, clock: 'network', readings }
  }
  const text = payload.trim()
  // Also published to delete what a broker has retained.
  if (nothingRead.has(text.toLowerCase())) return { kind: 'ignored' }
  if (preset === 'esphome' || preset === 'statestream') {
    // Filters also match states that are words, and times.
    const temperature = numberIn(text)
    if (typeof temperature === 'string' && (text.length > 12 || /^\p{L}/u.test(text)))
      return { kind: 'ignored' }
    return taken([{ device, field: 'state', temperature, unit }])
  }
  const sent = parsed(text)
  if (sent === undefined) return refusal('unreadable', 'The payload is not JSON.')
  const again = repeatedMember(text)
  if (again !== null) return refusal('repeated_field', `"${storableName(again, 40)}" is twice in one object.`)
  if (preset === 'json') {
    const temperature = valueAt(sent, pointer ?? '')
    if (temperature === undefined) return { kind: 'ignored' }
    if (typeof temperature === 'object')
      return refusal('unreadable', 'What the pointer names is not a number.')
    return taken([{ device, field: storableName(pointer || 'value', longestTopic), temperature, unit }])
  }
  if (preset === 'shelly') return taken(shellyReadings(topic, sent))
  const readings =
    preset === 'zigbee2mqtt' ? zigbeeReadings(device, sent, unit) : decodedReadings(device, sent, unit)
  return readings === null
    ? refusal('too_many_fields', 'The payload has more than 300 members.')
    : taken(readings)
}

/** In °C, but where a device says to show Fahrenheit it is not known what is published. */
function zigbeeReadings(device: string, sent: unknown, unit: TemperatureUnit | null) {
  const members = Object.entries(Object(sent))
  const isOfDisplay = ([name]: readonly [string, unknown]) => /unit|display/i.test(name)
  const isInF = members.some((one) => isOfDisplay(one) && /^\W?(?:f(?:ahrenheit)?|℉)$/i.test(String(one[1])))
  const others = Object.fromEntries(members.filter((one) => !isOfDisplay(one)))
  return decodedReadings(device, others, isInF ? unit : 'C')
}

/** Components of the second generation and later, in a notification or by themselves. */
function shellyReadings(topic: string, sent: unknown) {
  const parameters = memberOf(sent, 'params') ?? { [topic.slice(topic.lastIndexOf('/') + 1)]: sent }
  if (typeof parameters !== 'object' || parameters === null) return []
  return Object.entries(parameters).flatMap(([name, component]) => {
    const id = /^temperature:(\d+)$/.exec(name)?.[1]
    const temperature = memberOf(component, 'tC')
    if (id === undefined || temperature === undefined || typeof temperature === 'object') return []
    const relativeHumidity = memberOf(memberOf(parameters, `humidity:${id}`), 'rh')
    // A device reports the same component in either topic.
    const device = storableName(topic.replace(/\/(?:events\/rpc|status\/temperature:\d+)$/, ''), longestTopic)
    return [{ device, field: `${name}/tC`, temperature, unit: 'C' as const, relativeHumidity }]
  })
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' &&
    value !== null &&
    Object.prototype.propertyIsEnumerable.call(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function valueAt(value: unknown, pointer: string): unknown {
  const tokens = pointer.split('/').slice(1)
  const found = tokens.reduce<unknown>(
    (at, token) => memberOf(at, token.replaceAll('~1', '/').replaceAll('~0', '~')),
    value
  )
  return typeof found === 'string' ? numberIn(found.trim()) : (found ?? undefined)
}

export function isOfFilter(topic: string, filter: string): boolean {
  const [given, wanted] = [topic.split('/'), filter.split('/')]
  if (wanted.at(-1) === '#') {
    wanted.pop()
    given.length = Math.min(given.length, wanted.length)
  }
  return (
    given.length === wanted.length && wanted.every((part, index) => part === '+' || part === given[index])
  )
}
