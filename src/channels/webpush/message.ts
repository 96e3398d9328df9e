/** The payload for the site's service worker, and how long the push service retains it. */
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { renderAlert } from '../../alerts/words/render-alert.ts'
import { daySeconds, secondMs } from '../../common/time.ts'
import { wordsIn } from '../../language/language.ts'

/**
 * Push services accept 4,096 bytes of ciphertext (RFC 8030 §7.2); 3,000 bytes of payload leave room for the
 * frame.
 */
const longestPayloadBytes = 3_000

/** A test waits this long for a browser that is asleep [s]. */
const idleTtlSeconds = daySeconds

/**
 * The payload as JSON: at most 3 kB for any place, label and number of nights; a label that does not fit is
 * left out.
 */
export function pushPayload(message: AlertMessage, messageId: string): string {
  const whole = payloadWith(message, messageId, message.label)
  if (Buffer.byteLength(whole) <= longestPayloadBytes) return whole
  return payloadWith(message, messageId, null)
}

function payloadWith(message: AlertMessage, messageId: string, label: string | null): string {
  const { title, short } = message.kind === 'verify' ? welcome(message) : renderAlert(message)
  return JSON.stringify({
    title,
    body: label === null || label === message.place.name ? short : `${short}\n${labelLine(message, label)}`,
    // A newer message replaces the older one on the screen, as everywhere.
    tag: `ayaz-${message.subscriptionId}`,
    // With the same tag a browser makes no sound unless this is set.
    renotify: message.urgency !== 'quiet',
    lang: message.language,
    kind: message.kind,
    message_id: messageId,
    url: message.links.placeUrl,
    ...(message.links.seenUrl != null && {
      seen_url: message.links.seenUrl,
      seen: wordsIn(message.language).seen.button
    }),
    unsubscribe_url: message.links.unsubscribeUrl
  })
}

function labelLine({ labelIsOthers, language }: AlertMessage, label: string): string {
  return labelIsOthers ? wordsIn(language).alerts.requesterWrote(label) : label
}

// The first push is seen by a person, and the browser answers for them, so it asks for no confirmation.
function welcome({ place, language }: AlertMessage): { readonly title: string; readonly short: string } {
  const { welcomeTitle, welcome: short } = wordsIn(language).channels.push
  return { title: welcomeTitle(place.name), short }
}

/** How long the push service may retain it [s]: until the last of its nights is over. */
export function ttlSeconds(message: AlertMessage, now: number): number {
  const ends = message.nights.filter((night) => night.standing !== 'cleared').map((night) => night.overAt)
  if (ends.length === 0) return idleTtlSeconds
  return Math.max(0, Math.floor((Math.max(...ends) - now) / secondMs))
}

/**
 * RFC 8030 §5.3: a device that saves its battery accepts `high` at once, `normal` and `low` when it wakes. What is
 * about tonight must not wait for that.
 */
export const pushUrgencies = { alarm: 'high', warning: 'high', notice: 'normal', quiet: 'low' } as const
