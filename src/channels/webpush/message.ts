/** The payload for the site's service worker, and how long the push service retains it. */
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { renderAlert } from '../../alerts/words/render-alert.ts'
import { daySeconds, secondMs } from '../../common/time.ts'
import { wordsIn } from '../../language/language.ts'

/** Out of 4,096 bytes of ciphertext (RFC 8030 §7.2); the rest is for the frame. */
const longestPayloadBytes = 3_000

/** A test waits this long for a sleeping browser. */
const idleTtlSeconds = daySeconds

/** At most 3 kB for any place, label and number of nights; a label that does not fit is left out. */
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
    // A newer message replaces the older one on the screen.
    tag: `ayaz-${message.subscriptionId}`,
    // Otherwise a browser is silent with the same tag.
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

// A person sees the first push, and the browser answers for them: no confirmation.
function welcome({ place, language }: AlertMessage): { readonly title: string; readonly short: string } {
  const { welcomeTitle, welcome: short } = wordsIn(language).channels.push
  return { title: welcomeTitle(place.name), short }
}

export function ttlSeconds(message: AlertMessage, now: number): number {
  const ends = message.nights.filter((night) => night.standing !== 'cleared').map((night) => night.overAt)
  if (ends.length === 0) return idleTtlSeconds
  return Math.max(0, Math.floor((Math.max(...ends) - now) / secondMs))
}

/** RFC 8030 §5.3: to save its battery a device takes `high` at once, `normal` and `low` when it wakes. */
export const pushUrgencies = { alarm: 'high', warning: 'high', notice: 'normal', quiet: 'low' } as const
