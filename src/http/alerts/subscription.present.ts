import type { Static } from 'typebox'
import type { Alerts, FoundPlace } from '../../alerts/alerts.ts'
import {
  calendarUrl,
  noticesOf,
  type SubscriptionAnswer,
  type SubscriptionView
} from '../../alerts/subscription-answer.ts'
import { instructionSentence } from '../../alerts/words/render-alert.ts'
import { temperatureOf } from '../../frost/temperature-threshold.ts'
import { clockAt } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { noticeMessage } from '../../language/notices.ts'
import { isFieldLocation, readFieldLocation } from '../../weather/field.ts'
import { published } from '../../weather/units.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import { homonymNotices, localInstant, localInstantOrNull } from '../weather/blocks.present.ts'
import type { subscribedBody, subscriptionBody } from './subscription.schema.ts'

type SubscriptionRow = Static<typeof subscriptionBody>['subscription']

type SubscribedLinks = Static<typeof subscribedBody>['links']

export function subscriptionRow(alerts: Pick<Alerts, 'places'>, view: SubscriptionView): SubscriptionRow {
  return rowAt(clockOf(alerts, view.location), view)
}

function rowAt(clock: ZoneClock, view: SubscriptionView): SubscriptionRow {
  const degrees = temperatureOf(view.threshold)
  return {
    id: view.id,
    state: view.status,
    status: view.status,
    reason: view.reason,
    preview: view.preview,
    ...whereOf(view.location),
    channel: view.channel,
    pushes: view.pushes,
    threshold: typeof view.threshold === 'number' ? view.threshold : null,
    threshold_temperature: degrees?.temperatureC ?? null,
    threshold_of: degrees?.of ?? null,
    threshold_probability: degrees?.probability ?? null,
    crop: view.crop,
    stage: view.stage,
    // An answer that was stored for its Idempotency-Key by an earlier version has none.
    stage_is_old: view.stageIsOld ?? false,
    exposure: view.exposure,
    lang: view.language,
    label: view.label,
    tag: view.tag ?? null,
    external_id: view.externalId ?? null,
    created_at: localInstant(clock, view.createdAt),
    confirmed_at: localInstantOrNull(clock, view.confirmedAt),
    ended_at: localInstantOrNull(clock, view.endedAt),
    resumable_until: localInstantOrNull(clock, view.takenBackUntil ?? null),
    last_sent_at: localInstantOrNull(clock, view.lastSentAt),
    escalation: escalationBlock(view.escalation ?? null),
    quiet_hours: quietBlock(view.quietHours ?? null),
    vouched: view.vouched == null ? null : { ...view.vouched, at: localInstant(clock, view.vouched.at) }
  }
}

function escalationBlock(
  escalation: (SubscriptionView['escalation'] & {}) | null
): SubscriptionRow['escalation'] {
  if (escalation === null) return null
  return { after_minutes: escalation.afterMinutes, lead_minutes: escalation.leadMinutes }
}

function quietBlock(quiet: (SubscriptionView['quietHours'] & {}) | null): SubscriptionRow['quiet_hours'] {
  return quiet === null ? null : { from: quiet.from, to: quiet.to, always_from: quiet.alwaysFrom }
}

/** A slug, or coordinates of a field; all null for a forgotten field. */
function whereOf(location: string): Pick<SubscriptionRow, 'slug' | 'location' | 'lat' | 'lon' | 'elevation'> {
  const field = readFieldLocation(location)
  const point = { slug: null, location: null }
  if (field === null && isFieldLocation(location)) return { ...point, lat: null, lon: null, elevation: null }
  if (field === null) return { slug: location, location, lat: null, lon: null, elevation: null }
  return { ...point, lat: field.lat, lon: field.lon, elevation: field.elevation }
}

export function presentManaged(
  alerts: Pick<Alerts, 'siteUrl' | 'keys' | 'places'>,
  view: SubscriptionView
): { readonly subscription: SubscriptionRow; readonly calendar_url: string } {
  return { subscription: subscriptionRow(alerts, view), calendar_url: calendarUrl(alerts, view.id) }
}

export function presentSubscribed(
  alerts: Pick<Alerts, 'baseUrl' | 'siteUrl' | 'keys' | 'places'>,
  { answer, found }: { answer: SubscriptionAnswer; found: FoundPlace }
): object {
  const { baseUrl, places } = alerts
  const { place } = found
  const clock = zoneClock(place.timezone)
  const watched = placeBlock(found)
  const { subscription, confirmation, manage, evaluation } = answer
  const { location, language } = subscription
  const words = confirmation.instructions
  const homonyms = places.homonyms(place)
  const own = noticesOf(answer)
  const said = wordsIn(language).alerts.subscribeNotices
  const { delayedUntil } = confirmation
  const delayedTo = delayedUntil === null ? '' : clockAt(delayedUntil, place.timezone, language)
  const toDo = words === null ? null : instructionSentence(words, language)
  return {
    ...rowAt(clock, subscription),
    watched_place: watched,
    place: watched,
    notices: [
      ...homonymNotices(place, homonyms).map(({ code, parameters }) => ({
        code,
        message: noticeMessage(code, parameters, language)
      })),
      ...own.map((code) => ({ code, message: said[code](delayedTo) }))
    ],
    suggestions: homonyms.map(({ slug, name, region }) => ({ slug, name, region })),
    confirmation: {
      required: confirmation.required,
      method: confirmation.method,
      url: confirmation.url,
      instructions: delayedUntil === null ? toDo : said.too_many_proofs(delayedTo),
      expires_at: localInstantOrNull(clock, confirmation.expiresAt),
      delayed_until: localInstantOrNull(clock, delayedUntil)
    },
    manage: { token: manage.token, url: manage.url, unsubscribe_url: manage.unsubscribeUrl },
    channel_url: answer.channelUrl,
    channel_secret: answer.channelSecret,
    preview_url: answer.previewUrl,
    evaluation: {
      current_score: evaluation.currentScore,
      // An answer that was stored for its Idempotency-Key by an earlier version has none.
      current_probability: evaluation.currentProbability ?? null,
      would_fire_now: evaluation.wouldFireNow,
      worst_date: evaluation.worstDate
    },
    links: linksOf({
      self: manage.url,
      deliveries: `${manage.url}/deliveries`,
      location: locationUrl(baseUrl, location),
      frost_risk: frostRiskUrl(baseUrl, subscription),
      calendar_url: calendarUrl(alerts, subscription.id)
    })
  }
}

/** The named place, or the one nearest to a field with its distance, so that the right one is seen to be watched. */
function placeBlock({ place, nearest }: FoundPlace): object {
  const { name, slug, region, country } = nearest?.place ?? place
  return { name, slug, region, country, distance_km: published(nearest?.distanceKm ?? 0, 1) }
}

function locationUrl(baseUrl: string, location: string): string {
  const field = readFieldLocation(location)
  if (field === null) return `${baseUrl}/locations/${location}`
  return `${baseUrl}/locations/near?lat=${field.lat}&lon=${field.lon}`
}

function frostRiskUrl(baseUrl: string, { location, crop, stage, exposure }: SubscriptionView): string {
  const { lat, lon, elevation } = whereOf(location)
  const query = new URLSearchParams(lat === null ? { location } : { lat: String(lat), lon: String(lon) })
  if (elevation !== null) query.set('elevation', String(elevation))
  if (crop !== 'generic') query.set('crop', crop)
  if (stage !== null) query.set('stage', stage)
  if (exposure !== null) query.set('exposure', exposure)
  return `${baseUrl}/weather/frost-risk?${query}`
}

/** The clock of a place; UTC for a place that is no longer in the table. */
export function clockOf(alerts: Pick<Alerts, 'places'>, location: string): ReturnType<typeof zoneClock> {
  return zoneClock(alerts.places.find(location)?.timezone ?? 'UTC')
}

function linksOf(
  links: Pick<SubscribedLinks, 'self' | 'deliveries' | 'location' | 'frost_risk' | 'calendar_url'>
): SubscribedLinks {
  const { deliveries: deliveries_url, location: location_url, frost_risk: frost_risk_url } = links
  return { ...links, deliveries_url, location_url, frost_risk_url }
}
