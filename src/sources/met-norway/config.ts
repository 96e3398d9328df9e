/** What the operator can set for MET Norway. */
import { type SettingsOf, textVariable } from '../../config/environment.ts'
import { serverVariable } from '../../config/web-address.ts'

/** MET answers 403 to clients that do not say how to be reached (api.met.no/doc/TermsOfService). */
const contact = textVariable({
  name: 'MET_NORWAY_CONTACT',
  description:
    "Your mail address or site, sent to MET Norway in the User-Agent; without it MET Norway isn't asked.",
  pattern: /^([^\s@()<>"\\]+@[^\s@()<>"\\.]+(\.[^\s@()<>"\\.]+)+|https?:\/\/[^\s()<>"\\]+)$/,
  allowed: {
    en: 'a mail address or the address of a site',
    tr: 'bir e-posta adresi ya da bir sitenin adresi'
  },
  remedy: {
    en: 'Give an address at which MET Norway can reach you, for example weather@example.org.',
    tr: 'MET Norway’in size ulaşabileceği bir adres verin; örneğin weather@example.org.'
  }
})

export const metNorwayEnvironment = {
  url: serverVariable(
    'MET_NORWAY_URL',
    "MET Norway's server or a caching proxy before it.",
    'https://api.met.no'
  ),
  contact
} as const

export type MetNorwaySettings = SettingsOf<typeof metNorwayEnvironment>
