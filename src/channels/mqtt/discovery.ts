/**
 * Device discovery of Home Assistant: one retained message for each place, from which it creates a device with
 * its entities. https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
 */
import type { PlaceState } from '../../alerts/message-ports.ts'
import { languages, wordsIn } from '../../language/language.ts'
import { placeTopic, statusTopic } from './message.ts'

/** Where Home Assistant listens, with its usual prefix. */
export function discoveryTopic(slug: string): string {
  return `homeassistant/device/ayaz_${slug}/config`
}

/** The device of a place with the generic crop; its entities read the place's topic. */
export function discoveryPayload({ place, crop }: PlaceState, siteUrl: string): string {
  const { slug, name } = place
  const { channels, paths } = wordsIn(language)
  const topic = placeTopic({ place, crop })
  return JSON.stringify({
    device: {
      identifiers: [`ayaz_${slug}`],
      name: `Ayaz ${name}`,
      manufacturer: 'Ayaz',
      configuration_url: `${siteUrl}/${language}/${paths.place}/${slug}`
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
      Object.entries(entities).map(([id, { name, ...entity }]) => [
        id,
        {
          name: channels.entities[name],
          ...entity,
          unique_id: `ayaz_${slug}_${id}`,
          ...(id === 'score' && { json_attributes_topic: topic })
        }
      ])
    )
  })
}

/** Whoever sees the entities is not known: the default language names them. */
const [language = 'en'] = languages

/** A template that gives `None`, which Home Assistant shows as unknown, where the number is null. */
const tonight = (member: string): string => `{{ value_json.tonight.${member} }}`

const celsius = {
  device_class: 'temperature',
  unit_of_measurement: '°C',
  state_class: 'measurement'
} as const

/** By the part of their id that follows the place's; `name` is that of their text. */
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
