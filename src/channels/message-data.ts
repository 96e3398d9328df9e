/** A message as data for programs: the same members wherever a program reads it (webhook, stream, broker). */

import type { AlertMessage, MessageNight } from '../alerts/message-ports.ts'
import { BoundedMap } from '../common/bounded-map.ts'

const mostNotifiedInstants = 2_000
/** A round tells thousands of messages of the same few hours, and finding a zone's offset is dear (10 µs an instant). */
const notifiedInstants = new BoundedMap<string, string>(mostNotifiedInstants)

/** The instant as RFC 3339 with the offset of the place at that instant: `2026-04-12T05:30:00+03:00`. */
export function localInstant(at: number, timezone: string): string {
  const key = `${at} ${timezone}`
  const known = notifiedInstants.get(key)
  if (known !== undefined) return known
  const notified = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timezone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
  notifiedInstants.set(key, notified)
  return notified
}

/** The message as plain JSON, without the words for people. Names are those of the HTTP interface; absent is null. */
export function messageData(message: AlertMessage): Record<string, unknown> {
  const { place, crop, links } = message
  const local = (at: number | null): string | null => (at === null ? null : localInstant(at, place.timezone))
  return {
    subscription_id: message.subscriptionId,
    label: message.label,
    threshold: message.threshold,
    location: {
      slug: place.slug,
      name: place.name,
      region: place.region,
      country: place.country,
      timezone: place.timezone
    },
    crop: { crop: crop.crop, stage: crop.stage, exposure: crop.exposure, stage_is_old: crop.stageIsOld },
    nights: message.nights.map((night) => nightData(night, local)),
    issued_at: local(message.issuedAt),
    confirmed_at: local(message.confirmedAt),
    attribution: message.attribution,
    synthetic: message.synthetic,
    test: message.kind === 'test',
    language: message.language,
    links: { place: links.placeUrl, unsubscribe: links.unsubscribeUrl, manage: links.manageUrl }
  }
}

function nightData(
  night: MessageNight,
  local: (at: number | null) => string | null
): Record<string, unknown> {
  return {
    date: night.date,
    standing: night.standing,
    score: night.score,
    level: night.level,
    temperature_min: night.airTemperatureMinC,
    plant_temperature_min: night.plantTemperatureMinC,
    plant_temperature_min_range: { p10: night.plantTemperatureP10C, p90: night.plantTemperatureP90C },
    probability: { frost: night.frostProbability },
    coldest_at: night.score === null ? null : local(night.coldestAt),
    frost_hours: { from: local(night.frostFromAt), to: local(night.frostToAt) },
    night: { sunset: local(night.sunsetAt), sunrise: local(night.sunriseAt), over: local(night.overAt) },
    frost_type: night.frostType,
    appearance: night.appearance,
    expected_damage_percent: night.expectedDamagePercent
  }
}
