/** What the operator can set for MET Norway. */
import type { EnvironmentVariable, SettingsOf } from '../../config/environment.ts'
import { urlVariable } from '../server-url.ts'

/** MET answers 403 to whoever does not say how to be reached (api.met.no/doc/TermsOfService). */
const contact: EnvironmentVariable<string | null> = {
  name: 'MET_NORWAY_CONTACT',
  description:
    "Your mail address or site, told to MET Norway in the User-Agent; without it MET Norway isn't asked.",
  default: null,
  secret: false,
  parse: (text) => {
    const isAddress = /^[^\s@()<>"\\]+@[^\s@()<>"\\]+\.[^\s@()<>"\\]+$/.test(text)
    const isSite = /^https?:\/\/[^\s()<>"\\]+$/.test(text)
    if (isAddress || isSite) return { value: text }
    return {
      mistake: `MET_NORWAY_CONTACT is "${text}", which is neither a mail address nor the address of a site.`,
      remedy: 'Give an address at which MET Norway can reach you, for example weather@example.org.'
    }
  }
}

export const metNorwayEnvironment = {
  url: urlVariable(
    'MET_NORWAY_URL',
    "MET Norway's server or a caching proxy before it.",
    'https://api.met.no'
  ),
  contact
} as const

export type MetNorwaySettings = SettingsOf<typeof metNorwayEnvironment>
