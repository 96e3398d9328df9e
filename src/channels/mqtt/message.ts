/** What is published, and how long the broker retains it. */
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { messageData, messageEnvelope, nightData } from '../message-data.ts'

/** The status of the service: `online` or `offline`, retained. */
export const statusTopic = 'frost/status'

/** A message without a night expires after a day [s]. */
const idleExpirySeconds = 24 * 3600

/**
 * The place's topic: `frost/<slug>/risk`; each crop has its own below it, because a score belongs to a crop.
 */
export function placeTopic(message: AlertMessage): string {
  const { crop, stage, exposure } = message.crop
  const curve = crop === 'generic' ? [] : [crop, stage, exposure].filter((part) => part !== null)
  return ['frost', message.place.slug, 'risk', ...curve].join('/')
}

/** For the subscription's own topic: the envelope; most of its `data` stands beside it, too, as readers of the first version expect. */
export function ownPayload(message: AlertMessage, messageId: string): string {
  const envelope = messageEnvelope(message, messageId)
  const { text: _, ...beside } = envelope.data
  return JSON.stringify({ ...envelope, ...beside })
}

/**
 * For the place's topic, which everyone on the broker may read: nothing about the subscription. Null without
 * a night.
 */
export function placePayload(message: AlertMessage): string | null {
  if (message.nights.length === 0 || message.kind === 'test') return null
  // What was sent before belongs to the subscription.
  const nights = message.nights.map((night) => nightData({ ...night, before: null }, message.place.timezone))
  const { location, crop, issued_at, confirmed_at, attribution, synthetic } = messageData(message)
  return JSON.stringify({ location, crop, nights, issued_at, confirmed_at, attribution, synthetic })
}

/** How long the broker may deliver it [s]: until the last of its nights is over; 0 where all are. */
export function expirySeconds(message: AlertMessage, now: number): number {
  if (message.nights.length === 0) return idleExpirySeconds
  const over = Math.max(...message.nights.map((night) => night.overAt))
  return Math.max(0, Math.floor((over - now) / 1000))
}
