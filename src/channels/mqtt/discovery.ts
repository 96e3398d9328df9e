/**
 * Device discovery of Home Assistant: a retained message for each place or field makes a device with entities.
 * https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
 */

import { createHash } from 'node:crypto'
import type { PlaceState } from '../../alerts/message-ports.ts'
import type { ConversationApi, StateApi, StatedSubscription } from '../../alerts/ports.ts'
import { daySeconds, minuteSeconds } from '../../common/time.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import type { ChannelDeps } from '../channel-kind.ts'
import { localInstant } from '../message-data.ts'
import { placeTopic, statusTopic, thermometerTopic } from './message.ts'

/* Below a subscription's topic: whether tonight's warning was answered, and where a program answers it. */

/** The topic with the retained alarm state of a subscription. */
export function alarmTopic(own: string): string {
  return `${own}/alarm`
}

/** The topic on which any message acknowledges the last message about tonight. */
function seenTopic(own: string): string {
  return `${own}/seen`
}

/** Home Assistant must know all of them beforehand. */
const alarmStates = ['none', 'waiting', 'acknowledged', 'unanswered', 'cleared'] as const

/** A day passes before the same is published again. */
const alarmExpirySeconds = 2 * daySeconds

export async function wantedAlarms(
  api: StateApi,
  subscriptions: readonly StatedSubscription[]
): Promise<readonly { readonly topic: string; readonly payload: string; readonly expirySeconds: number }[]> {
  const living = subscriptions.filter(({ endedAt }) => endedAt === null)
  const alarms = await api.alarms(living)
  return living.flatMap(({ id, destination }) => {
    const own = destination?.['topic']
    const alarm = alarms.get(id)
    if (typeof own !== 'string' || alarm === undefined) return []
    const local = (at: number | null) => (at === null ? null : localInstant(at, alarm.timezone))
    const payload = JSON.stringify({
      state: alarm.state,
      night: alarm.date,
      notified_at: local(alarm.notifiedAt),
      seen_at: local(alarm.seenAt),
      unanswered_at: local(alarm.unansweredAt)
    })
    return [{ topic: alarmTopic(own), payload, expirySeconds: alarmExpirySeconds }]
  })
}

const ownTopic = /^(frost\/alerts\/[A-Za-z0-9_-]{1,64})\/seen$/
/** How long a button press waits at the broker while no process listens. */
const sessionSeconds = 15 * minuteSeconds

/** Listens for acknowledgements until aborted; one process at a time. */
export async function listenForSeen(
  { url, report, save, random }: Pick<ChannelDeps, 'report' | 'save' | 'random'> & { url: string },
  chat: Pick<ConversationApi, 'seenLast'>,
  signal: AbortSignal
): Promise<void> {
  const { default: mqtt } = await import('mqtt')
  const make = () => Buffer.from(random(8)).toString('hex')
  const client = mqtt.connect(url, {
    protocolVersion: 5,
    // The broker knows the session again, whichever process listens.
    clientId: `ayaz-seen-${await save('mqtt seen', make)}`,
    clean: false,
    properties: { sessionExpiryInterval: sessionSeconds },
    reconnectPeriod: 2000
  })
  const failed = (error?: Error | null): void => {
    if (error) report({ channel: 'mqtt', text: `What was seen is not heard of: ${error.message}` })
  }
  // Without a listener an unreachable broker would end the process; state topics report it.
  client.on('error', () => undefined)
  client.handleMessage = (packet, done) => {
    const own = 'topic' in packet ? ownTopic.exec(packet.topic)?.[1] : undefined
    const isRetained = 'retain' in packet && packet.retain
    if (own === undefined || isRetained) return done()
    // Once it is stored: else it comes again.
    chat.seenLast({ topic: own }).then(
      () => done(),
      (error: Error) => {
        failed(error)
        done(error)
      }
    )
  }
  // Nothing retained: a press belongs to its instant.
  client.subscribe('frost/alerts/+/seen', { qos: 1, rh: 2 }, failed)
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  await client.endAsync(true)
}

/** Home Assistant's topic of a device, with the usual prefix. */
export function discoveryTopic(id: string): string {
  return `homeassistant/device/ayaz_${id}/config`
}

const fieldPrefix = 'field_'

/** Every reader of the broker sees it, so it is not the subscription's id. */
export function fieldDevice(subscriptionId: string): string {
  return fieldPrefix + createHash('sha256').update(subscriptionId).digest('hex').slice(0, 16)
}

export function announcesField(topic: string): boolean {
  return topic.startsWith(discoveryTopic(fieldPrefix).replace('/config', ''))
}

interface Device {
  /** A slug, or `fieldDevice`. */
  readonly id: string
  readonly name: string
  readonly topic: string
  readonly language: Language
}

/** Device discovery of a place with the generic crop, in the default language, as its readers are unknown. */
export function discoveryPayload({ place, crop }: PlaceState, siteUrl: string): string {
  const id = place.slug ?? ''
  const page = `${siteUrl}/${usual}/${wordsIn(usual).paths.place}/${id}`
  const device = { id, name: place.name, topic: placeTopic({ place, crop }), language: usual }
  return payloadOf(device, { siteUrl, page })
}

/** Entities of a thermometer, with the forecast for the same instant. */
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

/** Device discovery of a field, without the link to its page, which would reveal its position. */
export function fieldDiscoveryPayload(
  { hasThermometer, ...device }: Device & { own: string; hasThermometer: boolean },
  siteUrl: string
): string {
  const page = `${siteUrl}/${device.language}`
  const { own } = device
  const more = { ...alarmEntities(own), ...(hasThermometer && thermometerEntities(own)) }
  return payloadOf(device, { siteUrl, page, more })
}

/** Whether tonight's warning was answered, and the button for it. */
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
      // The state is emptied where no forecast may be shown.
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

/** `None`, for Home Assistant unknown, where the number is null. */
const tonight = (member: string): string => `{{ value_json.tonight.${member} }}`

const celsius = {
  device_class: 'temperature',
  unit_of_measurement: '°C',
  state_class: 'measurement'
} as const

/** Keys: the part of their id after the device's; `name` is that of their text. */
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
      "{% set l = value_json.tonight.level %}{{ None if l == 'unknown' " +
      "else 'ON' if l in ['moderate', 'high', 'severe'] else 'OFF' }}"
  }
} as const
