import { expect, test } from 'vitest'
import { frostMessage, frostNight } from '../../test/contracts/channels/message.ts'
import { ownPayload } from './mqtt/message.ts'
import { renderServerSentEvent } from './sse/channel.ts'
import { webhookBody } from './webhook/bodies.ts'

const before = {
  ...{ score: 40, level: 'moderate' as const, plantTemperatureMinC: -1.2 },
  ...{ frostFromAt: null, frostToAt: null }
}
const message = frostMessage({ kind: 'updated', label: 'mine', nights: [frostNight({ before })] })
const webhook = JSON.parse(webhookBody(message, 'msg_1'))
const event = JSON.parse(/^data: (.*)$/m.exec(renderServerSentEvent('msg_1', message))?.[1] ?? '')
const topic = JSON.parse(ownPayload(message, 'msg_1'))

const envelopeOf = ({ type, message_id, timestamp, data }: Record<string, unknown>) => ({
  ...{ type, message_id, timestamp, data }
})

test('webhook, event stream and topic have one envelope', () => {
  expect(webhook).toEqual({
    ...{ type: 'frost.alert.updated', message_id: 'msg_1', timestamp: '2026-04-11T22:00:00+03:00' },
    data: expect.objectContaining({ subscription_id: 'sub_01J9ZK3M5T', title: expect.any(String) })
  })
  expect(envelopeOf(event)).toEqual(webhook)
  expect(envelopeOf(topic)).toEqual(webhook)
})

/** The members that stood beside `type` before there was an envelope. */
const published = [
  ...['subscription_id', 'label', 'threshold', 'location', 'crop', 'nights', 'issued_at', 'confirmed_at'],
  ...['attribution', 'synthetic', 'test', 'language', 'links', 'title', 'short']
]

test('what stream and topic published before stands where it stood', () => {
  for (const member of published) {
    expect(event[member]).toEqual(webhook.data[member])
    expect(topic[member]).toEqual(webhook.data[member])
  }
  expect(event.text).toBe(webhook.data.text)
})

test('a night says what the last message said of it', () => {
  expect(webhook.data.nights[0].before).toEqual({
    ...{ score: 40, level: 'moderate', plant_temperature_min: -1.2 },
    frost_hours: { from: null, to: null }
  })
})

test('a threshold in degrees comes with its members and the probability of each night', () => {
  const distribution = { plantTemperatureMinC: -3.2, sigmaC: 1.1, airTemperatureMinC: -1.4, sigmaAirC: 1 }
  const degrees = { temperatureC: -2, of: 'plant', probability: 0.5 } as const
  const { data } = JSON.parse(
    webhookBody(frostMessage({ threshold: degrees, nights: [frostNight({ distribution })] }), 'msg_1')
  )
  expect(data).toMatchObject({
    ...{ threshold: null, threshold_temperature: -2, threshold_of: 'plant', threshold_probability: 0.5 },
    nights: [{ probability: { frost: 0.97, threshold: 0.86 } }]
  })
  expect(webhook.data).toMatchObject({
    ...{ threshold: 60, threshold_temperature: null, threshold_of: null, threshold_probability: null },
    nights: [{ probability: { threshold: null } }]
  })
})
