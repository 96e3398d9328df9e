import type { AlertMessage, PlaceState, ShownThermometer } from '../../alerts/message-ports.ts'
import { hourSeconds, secondMs } from '../../common/time.ts'
import { localInstant, messageEnvelope, nightNumbers } from '../message-data.ts'
import { withoutOwnThermometer, withoutOwnThermometerOf } from '../without-manage-link.ts'

/** `online` or `offline`, retained. */
export const statusTopic = 'frost/status'

const idleExpirySeconds = 24 * hourSeconds

/** `frost/<slug>/risk`; each crop has its own below it, because a score belongs to a crop. */
export function placeTopic(
  state: Pick<PlaceState, 'crop'> & { readonly place: Pick<PlaceState['place'], 'slug'> }
): string {
  const { crop, stage, exposure } = state.crop
  const profile = isUsual(state) ? [] : [crop, stage, exposure].filter((part) => part !== null)
  return ['frost', state.place.slug, 'risk', ...profile].join('/')
}

export function isUsual({ crop: { crop, exposure } }: Pick<PlaceState, 'crop'>): boolean {
  return crop === 'generic' && exposure === null
}

/** The envelope, most of its `data` also alongside it, as readers of the first version expect. */
export function ownPayload(message: AlertMessage, messageId: string): string {
  const envelope = messageEnvelope(withoutOwnThermometer(message), messageId)
  const { text: _, ...beside } = envelope.data
  return JSON.stringify({ ...envelope, ...beside })
}

export function fieldTopic(own: string): string {
  return `${own}/state`
}

export function thermometerTopic(own: string): string {
  return `${own}/thermometer`
}

/** A reading with the forecast for its instant; null: read too long ago. */
export function thermometerPayload(read: ShownThermometer): string {
  const { temperatureC: temperature, foretoldC: forecast, measuredAt, timezone } = read
  return JSON.stringify({ temperature, forecast, measured_at: localInstant(measuredAt, timezone) })
}

/** The state of a place, which everyone on the broker may read. */
export function placePayload({ place, crop, nights, ...data }: PlaceState): string {
  const { slug, name, region, country, timezone } = place
  const shown = nights.map((night) => nightNumbers(withoutOwnThermometerOf(night), timezone))
  const local = (at: number | null): string | null => (at === null ? null : localInstant(at, timezone))
  const profile = { crop: crop.crop, stage: crop.stage, exposure: crop.exposure }
  return JSON.stringify({
    location: { slug, name, region, country, timezone },
    profile,
    crop: profile,
    tonight: shown[0] ?? null,
    nights: shown,
    issued_at: local(data.issuedAt),
    confirmed_at: local(data.confirmedAt),
    attribution: data.attribution,
    synthetic: data.synthetic
  })
}

/** Seconds until an hour after tonight is over, so that the state of the next night comes first. */
export function stateExpirySeconds({ nights }: PlaceState, now: number): number {
  const over = nights[0]?.shownUntil ?? nights[0]?.overAt ?? now
  return Math.max(1, Math.floor((over - now) / secondMs)) + hourSeconds
}

/** Seconds until the last of its nights is over; 0 where all are. */
export function expirySeconds(message: AlertMessage, now: number): number {
  if (message.nights.length === 0) return idleExpirySeconds
  const over = Math.max(...message.nights.map((night) => night.overAt))
  return Math.max(0, Math.floor((over - now) / secondMs))
}
