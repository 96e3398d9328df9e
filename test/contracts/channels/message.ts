/** A frost message for tests: a clear spring night in Malatya, with whatever a test changes. */
import type { AlertMessage, MessageNight } from '../../../src/alerts/message-ports.ts'
import type { DeliveryContext } from '../../../src/alerts/ports.ts'
import { urgencyOf } from '../../../src/alerts/urgency.ts'

/** Ten in the evening before the night, in Malatya (UTC+3). */
export const messageNow = Date.UTC(2026, 3, 11, 19, 0)

const hour = 3_600_000

/** One raised night in the form of a message. */
export function frostNight(changes: Partial<MessageNight> = {}): MessageNight {
  return {
    date: '2026-04-12',
    standing: 'raised',
    before: null,
    isNew: true,
    score: 87.5,
    level: 'severe',
    airTemperatureMinC: -1.4,
    plantTemperatureMinC: -3.2,
    plantTemperatureP10C: -4.6,
    plantTemperatureP90C: -1.8,
    frostProbability: 0.97,
    distribution: null,
    coldestAt: messageNow + 7 * hour,
    frostFromAt: messageNow + 3 * hour,
    frostToAt: messageNow + 9 * hour,
    sunsetAt: messageNow - 4 * hour,
    sunriseAt: messageNow + 7.5 * hour,
    overAt: messageNow + 9 * hour,
    frostType: 'radiation',
    appearance: 'white',
    expectedDamagePercent: 62,
    updatedBy: null,
    ...changes
  }
}

/** A raised alert of one night. */
export function frostMessage(changes: Partial<AlertMessage> = {}): AlertMessage {
  const { kind = 'raised', threshold = 60, nights = [frostNight()], createdAt = messageNow } = changes
  return {
    urgency: urgencyOf({ kind, threshold, nights, madeAt: createdAt }),
    endsDataGap: false,
    tonight: null,
    kind: 'raised',
    subscriptionId: 'sub_01J9ZK3M5T',
    channel: 'webhook',
    language: 'en',
    label: null,
    threshold: 60,
    place: { slug: 'malatya', name: 'Malatya', region: null, country: 'TR', timezone: 'Europe/Istanbul' },
    crop: { crop: 'apricot', stage: 'full-bloom', exposure: 'canopy', stageIsOld: false },
    nights: [frostNight()],
    issuedAt: messageNow - hour,
    confirmedAt: messageNow - hour,
    attribution: 'Weather data by Open-Meteo.com',
    synthetic: false,
    createdAt: messageNow,
    links: {
      placeUrl: 'https://ayaz.example/en/place/malatya',
      unsubscribeUrl: 'https://ayaz.example/u/unsubscribe-token',
      manageUrl: null,
      confirmUrl: null
    },
    challenge: null,
    ...changes
  }
}

/** The circumstances of one attempt. */
export function deliveryContext(changes: Partial<DeliveryContext> = {}): DeliveryContext {
  return {
    messageId: 'msg_01J9ZK4A7B',
    attempt: 1,
    now: messageNow,
    signingKey: new Uint8Array(32).fill(7),
    previousSigningKey: null,
    receiptId: 'a1-receipt-test',
    thread: null,
    signal: new AbortController().signal,
    ...changes
  }
}
