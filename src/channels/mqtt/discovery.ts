/**
 * Device discovery of Home Assistant: one retained message for each place or field, from which it creates a device
 * with its entities. https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
 */
import { createHash } from 'node:crypto'
import type { PlaceState } from '../../alerts/message-ports.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import { alarmStates, alarmTopic, seenTopic } from './alarm-topics.ts'
import { placeTopic, statusTopic, thermometerTopic } from './message.ts'

/** Where Home Assistant listens, with its usual prefix. */
export function discoveryTopic(id: string): string {
  return `homeassistant/device/ayaz_${id}/config`
}

const fieldPrefix = 'field_'

/** The device of a subscription's field. Every reader of the broker sees it, so it is not the subscription's id. */
export function fieldDevice(subscriptionId: string): string {
  return fieldPrefix + createHash('sha256').update(subscriptionId).digest('hex').slice(0, 16)
}

/** Whether a topic announces a field. */
export function announcesField(topic: string): boolean {
  return topic.startsWith(discoveryTopic(fieldPrefix).replace('/config', ''))
}

interface Device {
  /** The slug of the place, or `fieldDevice` of the subscription. */
  readonly id: string
  readonly name: string
  /** What its entities read. */
  readonly topic: string
  readonly language: Language
}

/** The device of a place with the generic crop. Who sees it is not known: the default language names its entities. */
export function discoveryPayload({ place, crop }: PlaceState, siteUrl: string): string {
  const id = place.slug ?? ''
  const page = `${siteUrl}/${usual}/${wordsIn(usual).paths.place}/${id}`
  const device = { id, name: place.name, topic: placeTopic({ place, crop }), language: usual }
  return payloadOf(device, { siteUrl, page })
}

/** What the field's own thermometer measures, and what was foretold for the same instant. */
function thermometerEntities(own: string) {
  const entity = (name: 'measured' | 'foretold', member: string) => ({
    platform: 'sensor',
    name,
    ...celsius,
    state_topic: thermometerTopic(own),
    json_attributes_topic: thermometerTopic(own),
    value_template: `{{ value_json.${member} }}`
  })
  return { measured: entity('measured', 'temperature'), foretold: entity('foretold', 'forecast') }
}

/** The device of a subscription's field; the page of the field would say where it is. */
export function fieldDiscoveryPayload(
  { hasThermometer, ...device }: Device & { readonly own: string; readonly hasThermometer: boolean },
  siteUrl: string
): string {
  const page = `${siteUrl}/${device.language}`
  const { own } = device
  const more = { ...alarmEntities(own), ...(hasThermometer && thermometerEntities(own)) }
  return payloadOf(device, { siteUrl, page, more })
}

/** Whether tonight's warning was answered, and the button that answers it. */
function alarmEntities(own: string) {
  return {
    alarm: {
      platform: 'sensor',
      name: 'alarm',
      icon: 'mdi:bell-alert',
      device_class: 'enum',
      options: alarmStates,
      state_topic: alarmTopic(own),
      json_attributes_topic: alarmTopic(own),
      value_template: '{{ value_json.state }}'
    },
    seen: { platform: 'button', name: 'seen', icon: 'mdi:eye-check', command_topic: seenTopic(own) }
  } as const
}

interface Announced {
  readonly siteUrl: string
  readonly page: string
  readonly more?: ReturnType<typeof alarmEntities> & Partial<ReturnType<typeof thermometerEntities>>
}

function payloadOf({ id, name, topic, language }: Device, { siteUrl, page, more }: Announced): string {
  const { channels } = wordsIn(language)
  return JSON.stringify({
    device: {
      identifiers: [`ayaz_${id}`],
      name: `Ayaz ${name}`,
      manufacturer: 'Ayaz',
      configuration_url: page
    },
    origin: { name: 'Ayaz', support_url: siteUrl },
    availability_mode: 'all',
    availability: [
      { topic: statusTopic },
      // The state is emptied where there is no forecast that may be shown.
      { topic, value_template: "{{ 'online' if value_json is defined else 'offline' }}" }
    ],
    state_topic: topic,
    components: Object.fromEntries(
      Object.entries({ ...entities, ...more }).map(([part, { name, ...entity }]) => [
        part,
        {
          name: channels.entities[name],
          ...entity,
          unique_id: `ayaz_${id}_${part}`,
          ...(part === 'score' && { json_attributes_topic: topic })
        }
      ])
    )
  })
}

const [usual = 'en'] = languages

/** A template that gives `None`, which Home Assistant shows as unknown, where the number is null. */
const tonight = (member: string): string => `{{ value_json.tonight.${member} }}`

const celsius = {
  device_class: 'temperature',
  unit_of_measurement: '°C',
  state_class: 'measurement'
} as const

/** By the part of their id that follows the device's; `name` is that of their text. */
const entities = {
  score: {
    platform: 'sensor',
    name: 'score',
    icon: 'mdi:snowflake-alert',
    state_class: 'measurement',
    value_template: tonight('score')
  },
  probability: {
    platform: 'sensor',
    name: 'probability',
    icon: 'mdi:percent',
    unit_of_measurement: '%',
    state_class: 'measurement',
    value_template:
      '{% set p = value_json.tonight.probability.frost %}{{ None if p is none else (p * 100) | round(0) | int }}'
  },
  plant_temperature_min: {
    platform: 'sensor',
    name: 'plantMinimum',
    ...celsius,
    value_template: tonight('plant_temperature_min')
  },
  temperature_min: {
    platform: 'sensor',
    name: 'airMinimum',
    ...celsius,
    value_template: tonight('temperature_min')
  },
  coldest_at: {
    platform: 'sensor',
    name: 'coldestAt',
    device_class: 'timestamp',
    value_template: tonight('coldest_at')
  },
  frost: {
    platform: 'binary_sensor',
    name: 'frost',
    device_class: 'cold',
    value_template:
      "{% set l = value_json.tonight.level %}{{ None if l == 'unknown' else 'ON' if l in ['moderate', 'high', 'severe'] else 'OFF' }}"
  }
} as const
