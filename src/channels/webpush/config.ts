import type { AlertMessage } from '../../alerts/message-ports.ts'
import { renderAlert } from '../../alerts/words/render-alert.ts'
import { daySeconds, secondMs } from '../../common/time.ts'
import { type Note, type SettingsOf, textVariable } from '../../config/environment.ts'
import { wordsIn } from '../../language/language.ts'

/* The payload for the site's service worker, and how long the push service retains it. */

/** Out of 4,096 bytes of ciphertext (RFC 8030 §7.2); the rest is for the frame. */
const longestPayloadBytes = 3_000

/** A test waits this long for a sleeping browser. */
const idleTtlSeconds = daySeconds

/** The payload, at most 3 kB for any place, label and number of nights; a label that does not fit is left out. */
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

const contact = textVariable({
  name: 'WEBPUSH_CONTACT',
  description: 'Contact for push services; default `SITE_URL`.',
  allowed: {
    en: 'mailto:you@example.org or an https address',
    tr: 'mailto:you@example.org ya da bir https adresi'
  },
  read: (text) => {
    const url = URL.parse(text)
    const isMail = url?.protocol === 'mailto:' && /^[^@\s]+@[^@\s]+$/.test(url.pathname)
    if (url?.protocol === 'https:' || isMail) return { value: text }
    return {
      mistake: {
        en: 'WEBPUSH_CONTACT is neither a mailto: nor an https address.',
        tr: 'WEBPUSH_CONTACT ne bir mailto: ne de bir https adresi.'
      },
      remedy: {
        en: 'Give one such as mailto:frost@example.org, or leave it out.',
        tr: 'mailto:frost@example.org gibi bir adres verin ya da değişkeni kaldırın.'
      }
    }
  }
})

export const webpushEnvironment = { contact } as const

export type WebpushSettings = SettingsOf<typeof webpushEnvironment>

/** Host names that lead nowhere from outside (RFC 2606, 6761, 6762): reserved names, addresses, names without a dot. */
const nowhere =
  /(^|\.)(localhost|local|invalid|test|example|internal|lan|home|arpa|onion)$|^[\d.]+$|^\[|^[^.]*$/i

export function leadsNowhere(contact: string): boolean {
  const url = URL.parse(contact)
  const host = url?.protocol === 'mailto:' ? url.pathname.split('@').at(-1) : url?.hostname
  return nowhere.test(host ?? '')
}

/** Apple answers each push with 403 BadJwtToken to a contact that leads nowhere, and others may. */
export function webpushNotes({ contact: given }: WebpushSettings, siteUrl: string | null): readonly Note[] {
  const contact = given ?? usualContact(siteUrl ?? 'http://localhost')
  if (!leadsNowhere(contact)) return []
  return [
    {
      text: {
        en:
          `${contact} is given to push services as the contact and leads nowhere: Apple refuses every push with ` +
          'it (403 BadJwtToken)',
        tr:
          `bildirim hizmetlerine iletişim adresi olarak ${contact} veriliyor ve bu adres ulaşılamaz: Apple ` +
          'bununla her bildirimi reddeder (403 BadJwtToken)'
      },
      remedy: {
        en: 'Set WEBPUSH_CONTACT to mailto: and your mail address, or SITE_URL to the https address that people use.',
        tr:
          'WEBPUSH_CONTACT değişkenine mailto: ile e-posta adresinizi ya da SITE_URL değişkenine kullanılan ' +
          'https adresini yazın.'
      }
    }
  ]
}

/** Contact for push services (RFC 8292 §2.1). Some want https or mailto: an http site gives a mail address. */
export function usualContact(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? siteUrl : `mailto:ayaz@${URL.parse(siteUrl)?.hostname ?? 'localhost'}`
}
