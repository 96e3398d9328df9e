import { createHash } from 'node:crypto'

export type TemperatureUnit = 'C' | 'F'

/** One temperature of one device, with what belongs to it. Values are numbers, or the text if not one. */
export interface FieldReading {
  /** The device among those that share a secret; empty where the protocol does not say. */
  readonly device: string
  readonly field: string
  readonly temperature: unknown
  /** The unit that the field's name or the owner says; null: neither does. */
  readonly unit: TemperatureUnit | null
  /** In %. */
  readonly relativeHumidity?: unknown
  /** In `unit`. */
  readonly dewPoint?: unknown
  /** [km/h] */
  readonly windSpeed?: unknown
  /** The name says that it is in a room. */
  readonly isIndoors?: boolean
}

export type Upload =
  | {
      readonly kind: 'readings'
      /** [ms since epoch]; null: when it comes in. */
      readonly sentAt: number | null
      /** Whose clock that is: a network's is right. */
      readonly clock: 'station' | 'network'
      readonly readings: readonly FieldReading[]
    }
  /** An upload without temperatures, which is not a fault. */
  | { readonly kind: 'ignored' }
  /** An upload of which nothing is stored. */
  | { readonly kind: 'refused'; readonly reason: UploadFault; readonly detail: string }

type UploadFault =
  | 'too_large'
  | 'too_many_fields'
  | 'repeated_field'
  | 'not_decoded'
  | 'no_temperature'
  | 'unreadable'
  | 'unreadable_time'
  | 'units_contradict'

export const presetNames = ['tasmota', 'zigbee2mqtt', 'shelly', 'esphome', 'statestream', 'json'] as const

export interface BrokerTopics {
  /** A filter of MQTT. */
  readonly topic: string
  readonly preset: (typeof presetNames)[number]
  /** Where a `json` payload has the temperature (RFC 6901); null for the others. */
  readonly pointer: string | null
}

/** Its secret is in neither. */
export interface StationRequest {
  /** Without `?`. */
  readonly query: string
  readonly body: string
}

export interface StationSettings {
  /** The unit of its temperatures, whatever its fields are called; null: the unit in their names. */
  readonly unit: TemperatureUnit | null
}

export interface Protocol {
  /** What follows `/ingest/` in its address. */
  readonly paths: readonly string[]
  /** Protocol, how it comes in, time, answer. */
  readonly row: readonly [string, string, string, string]
  readonly read: (request: StationRequest, settings: StationSettings) => Upload
  /** The body of the answer with which a station is content; its status is 200. */
  readonly success: string
}

/** More than any station sends [bytes]. */
export const maxBytes = 65_536
export const maxFields = 300

export function refusal(reason: UploadFault, detail: string): Extract<Upload, { kind: 'refused' }> {
  return { kind: 'refused', reason, detail }
}

/** A name from outside as it can be stored and shown; a changed one ends with a part of its hash, so two stay two. */
export function storableName(text: string, longest: number): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '\uFFFD')
  if (plain === text && text.length <= longest) return text
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return `${plain.slice(0, longest - 9)}~${hash}`.toWellFormed()
}

/** A number as stations write it; else the text itself, which no reader takes for one. */
export function numberIn(text: string): number | string {
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}
