/** What devices publish to a broker. A reading is of when it came: their own times have no offset, or none at all. */
import { decodedReadings } from '../decoded.ts'
import {
  type BrokerTopics,
  numberIn,
  refusal,
  type StationSettings,
  type TemperatureUnit,
  type Upload
} from '../upload.ts'

/** Rows of the table in the documentation: device, topic, unit. */
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

export function readPublication(
  { topic, payload }: { readonly topic: string; readonly payload: string },
  { preset, pointer }: Pick<BrokerTopics, 'preset' | 'pointer'>,
  settings: StationSettings
): Upload {
  const taken = (readings: Extract<Upload, { readonly kind: 'readings' }>['readings']): Upload => {
    return { kind: 'readings', sentAt: null, clock: 'network', readings }
  }
  if (preset === 'esphome' || preset === 'statestream') {
    const value = numberIn(payload.trim())
    // "unavailable", "unknown" and "nan" are no readings, and no fault.
    if (typeof value !== 'number') return { kind: 'ignored' }
    return taken([{ device: topic, field: 'state', temperature: value, unit: settings.unit }])
  }
  const sent = parsed(payload)
  if (sent === undefined) return refusal('unreadable', 'The payload is not JSON.')
  if (preset === 'json') {
    const temperature = valueAt(sent, pointer ?? '')
    if (temperature === undefined) return { kind: 'ignored' }
    return taken([{ device: topic, field: pointer || 'value', temperature, unit: settings.unit }])
  }
  if (preset === 'shelly') return taken(shellyReadings(topic, sent))
  const unit = preset === 'zigbee2mqtt' ? 'C' : (unitNamed(memberOf(sent, 'TempUnit')) ?? settings.unit)
  const readings = decodedReadings(topic, sent, unit)
  return readings === null
    ? refusal('too_many_fields', 'The payload has more than 300 members.')
    : taken(readings)
}

/** Components of the second generation and later, in a notification or by themselves. */
function shellyReadings(topic: string, sent: unknown) {
  const parameters = memberOf(sent, 'params') ?? { [topic.slice(topic.lastIndexOf('/') + 1)]: sent }
  if (typeof parameters !== 'object' || parameters === null) return []
  return Object.entries(parameters).flatMap(([name, component]) => {
    const id = /^temperature:(\d+)$/.exec(name)?.[1]
    const temperature = memberOf(component, 'tC')
    if (id === undefined || typeof temperature !== 'number') return []
    const relativeHumidity = memberOf(memberOf(parameters, `humidity:${id}`), 'rh')
    // A device tells by the same component from either topic.
    const device = topic.replace(/\/(?:events\/rpc|status\/temperature:\d+)$/, '')
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
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function unitNamed(text: unknown): TemperatureUnit | null {
  return text === 'C' || text === 'F' ? text : null
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
