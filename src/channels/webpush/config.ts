/** What the operator can set for pushes to browsers: nothing is needed. */
import { type SettingsOf, textVariable } from '../../config/environment.ts'

const contact = textVariable({
  name: 'WEBPUSH_CONTACT',
  description: 'Where push services may complain; SITE_URL when absent.',
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

/**
 * The contact given to push services (RFC 8292 §2.1) where the operator set none. Some services refuse a
 * contact that is no https or mailto address, so an http site gives a mail address of its host.
 */
export function usualContact(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? siteUrl : `mailto:ayaz@${URL.parse(siteUrl)?.hostname ?? 'localhost'}`
}
