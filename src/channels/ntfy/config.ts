/** The operator's ntfy server. There is no default: a public server would see every grower's place. */
import { type SettingsOf, textVariable, wholeNumberVariable } from '../../config/environment.ts'
import { webAddressVariable } from '../../config/web-address.ts'

export const ntfyEnvironment = {
  url: webAddressVariable({
    name: 'NTFY_URL',
    description: "The operator's ntfy server, as phones reach it.",
    default: null,
    example: 'https://ntfy.example.org'
  }),
  token: textVariable({
    name: 'NTFY_TOKEN',
    description: 'An access token of that server, where publishing needs one.',
    secret: true,
    pattern: /^[\w.~+/-]+=*$/,
    allowed: {
      en: 'a token of letters, digits and . _ ~ + / - =',
      tr: 'harf, rakam ve . _ ~ + / - = karakterlerinden oluşan bir erişim anahtarı'
    },
    remedy: {
      en: 'Copy it as "ntfy token add" shows it, tk_…, without quotes, spaces or "Bearer".',
      tr: '"ntfy token add" nasıl gösteriyorsa öyle kopyalayın: tk_…; tırnak, boşluk ve "Bearer" olmadan.'
    }
  }),
  cap: wholeNumberVariable('NTFY_MAX_SUBSCRIPTIONS', 'How many ntfy subscriptions may live at once.', {
    // A topic costs the operator's server a few hundred bytes, and a connection for each phone.
    default: 10_000,
    min: 1,
    max: 10_000_000
  })
} as const

export type NtfySettings = SettingsOf<typeof ntfyEnvironment>

/** What every request to the server says of its sender. */
export function headersWith(token: string | null): Readonly<Record<string, string>> {
  return { 'user-agent': 'Ayaz/1', ...(token !== null && { authorization: `Bearer ${token}` }) }
}
