/** The operator's settings for pushes to browsers: none is needed. */
import type { EnvironmentVariable, Parsed, SettingsOf } from '../../config/environment.ts'

const contact: EnvironmentVariable<string | null> = {
  name: 'WEBPUSH_CONTACT',
  description:
    'Where push services may complain: mailto:you@example.org or an https address; SITE_URL when absent.',
  default: null,
  secret: false,
  parse: (text): Parsed<string> => {
    const url = URL.parse(text)
    const isMail = url?.protocol === 'mailto:' && /^[^@\s]+@[^@\s]+$/.test(url.pathname)
    if (url?.protocol === 'https:' || isMail) return { value: text }
    return {
      mistake: 'WEBPUSH_CONTACT is neither a mailto: nor an https address.',
      remedy: 'Give one such as mailto:frost@example.org, or leave it out.'
    }
  }
}

export const webpushEnvironment = { contact } as const

export type WebpushSettings = SettingsOf<typeof webpushEnvironment>

/**
 * The contact given to push services (RFC 8292 §2.1) where the operator set none. Some services refuse a
 * contact that is no https or mailto address, so an http site gives a mail address of its host.
 */
export function usualContact(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? siteUrl : `mailto:ayaz@${URL.parse(siteUrl)?.hostname ?? 'localhost'}`
}
