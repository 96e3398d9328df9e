import { type Note, type SettingsOf, textVariable } from '../../config/environment.ts'

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

/** They lead nowhere from outside (RFC 2606, 6761, 6762): reserved names, addresses, names without a dot. */
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

/** For push services (RFC 8292 §2.1). Some want https or mailto: an http site gives a mail address of its host. */
export function usualContact(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? siteUrl : `mailto:ayaz@${URL.parse(siteUrl)?.hostname ?? 'localhost'}`
}
