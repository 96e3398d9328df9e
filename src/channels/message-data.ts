import type { AlertMessage, MessageNight, PlaceState } from '../alerts/message-ports.ts'
import { renderAlert } from '../alerts/words/render-alert.ts'
import { BoundedMap } from '../common/bounded-map.ts'
import { temperatureOf, thresholdProbability } from '../frost/temperature-threshold.ts'

const maxInstants = 2_000
/** Thousands of messages are about the same few hours; an offset costs 10 µs. */
const localInstants = new BoundedMap<string, string>(maxInstants)

/** `2026-04-12T05:30:00+03:00`, with the offset of the place at that instant. */
export function localInstant(at: number, timezone: string): string {
  return localInstants.getOrInsertComputed(`${at} ${timezone}`, () =>
    Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(timezone)
      .toString({ timeZoneName: 'never', smallestUnit: 'second' })
  )
}

interface MessageEnvelope {
  /** `frost.alert.` and the kind of message, or `frost.subscription.verify`. */
  readonly type: string
  /** The same on every repeat. */
  readonly message_id: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

export function messageEnvelope(message: AlertMessage, messageId: string): MessageEnvelope {
  const timestamp = localInstant(message.createdAt, message.place.timezone)
  if (message.kind === 'verify') {
    const { subscriptionId: subscription_id, challenge, links } = message
    const data = { subscription_id, challenge, confirm_url: links.confirmUrl }
    return { type: 'frost.subscription.verify', message_id: messageId, timestamp, data }
  }
  const { title, short, text } = renderAlert(message)
  const data = { ...messageData(message), title, short, text }
  return { type: `frost.alert.${message.kind}`, message_id: messageId, timestamp, data }
}

/** The message without the words for people. Names are those of the HTTP interface; absent is null. */
export function messageData(message: AlertMessage): Record<string, unknown> {
  const { place, crop, links } = message
  const local = (at: number | null): string | null => (at === null ? null : localInstant(at, place.timezone))
  const profile = {
    crop: crop.crop,
    stage: crop.stage,
    exposure: crop.exposure,
    stage_is_old: crop.stageIsOld
  }
  return {
    subscription_id: message.subscriptionId,
    label: message.label,
    ...thresholdData(message.threshold),
    location: {
      slug: place.slug,
      name: place.name,
      region: place.region,
      country: place.country,
      timezone: place.timezone
    },
    profile,
    crop: profile,
    nights: message.nights.map((night) => nightData(night, message)),
    issued_at: local(message.issuedAt),
    confirmed_at: local(message.confirmedAt),
    attribution: message.attribution,
    urgency: message.urgency,
    synthetic: message.synthetic,
    test: message.kind === 'test',
    language: message.language,
    links: linksData(links)
  }
}

/** Links under their names, then under their former names. */
function linksData({ placeUrl, unsubscribeUrl, manageUrl }: AlertMessage['links']): Record<string, unknown> {
  return {
    page: placeUrl,
    unsubscribe_url: unsubscribeUrl,
    manage_url: manageUrl,
    place: placeUrl,
    unsubscribe: unsubscribeUrl,
    manage: manageUrl
  }
}

/** A score, or a temperature with its members. */
function thresholdData(threshold: AlertMessage['threshold']): Record<string, unknown> {
  const degrees = temperatureOf(threshold)
  return {
    threshold: degrees === null ? threshold : null,
    threshold_temperature: degrees?.temperatureC ?? null,
    threshold_of: degrees?.of ?? null,
    threshold_probability: degrees?.probability ?? null
  }
}

/** Instants in the zone of the place. */
function nightData(
  night: MessageNight,
  { place: { timezone }, threshold }: Pick<AlertMessage, 'place' | 'threshold'>
): Record<string, unknown> {
  const local = (at: number | null): string | null => (at === null ? null : localInstant(at, timezone))
  const { date, standing, before, frostProbability } = night
  return {
    date,
    standing,
    ...nightNumbers(night, timezone),
    probability: {
      plant_frost: frostProbability,
      frost: frostProbability,
      threshold: thresholdProbability(threshold, night)
    },
    before: before === null ? null : beforeData(before, local)
  }
}

export function nightNumbers(night: PlaceState['nights'][number], timezone: string): Record<string, unknown> {
  const local = (at: number | null): string | null => (at === null ? null : localInstant(at, timezone))
  return {
    date: night.date,
    score: night.score,
    level: night.level,
    temperature_min: night.airTemperatureMinC,
    plant_temperature_min: night.plantTemperatureMinC,
    plant_temperature_min_range: { p10: night.plantTemperatureP10C, p90: night.plantTemperatureP90C },
    probability: { plant_frost: night.frostProbability, frost: night.frostProbability },
    coldest_at: night.score === null ? null : local(night.coldestAt),
    frost_hours: { from: local(night.frostFromAt), to: local(night.frostToAt) },
    night: {
      sunset: local(night.sunsetAt),
      sunrise: local(night.sunriseAt),
      over: local(night.shownUntil ?? night.overAt)
    },
    frost_type: night.frostType,
    appearance: night.appearance,
    expected_damage_percent: night.expectedDamagePercent,
    updated_by: night.updatedBy === null ? null : updatedBy(night.updatedBy, timezone)
  }
}

function updatedBy(
  { station, measuredAt, distanceKm }: NonNullable<MessageNight['updatedBy']>,
  timezone: string
): Record<string, unknown> {
  return {
    station,
    measured_at: localInstant(measuredAt, timezone),
    distance_km: distanceKm
  }
}

function beforeData(
  { score, level, plantTemperatureMinC, frostFromAt, frostToAt }: NonNullable<MessageNight['before']>,
  local: (at: number | null) => string | null
): Record<string, unknown> {
  return {
    score,
    level,
    plant_temperature_min: plantTemperatureMinC,
    frost_hours: { from: local(frostFromAt), to: local(frostToAt) }
  }
}
