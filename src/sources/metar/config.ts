import { type SettingsOf, wordVariable } from '../../config/environment.ts'
import { serverVariable } from '../../config/web-address.ts'

export const metarEnvironment = {
  metar: wordVariable('METAR', 'Whether [airports](sources.md#airports) near watched places are asked.', {
    default: 'on',
    of: ['on', 'off'] as const
  }),
  url: serverVariable(
    'METAR_URL',
    'Server of the Aviation Weather Center, or a caching proxy.',
    'https://aviationweather.gov'
  )
} as const

export type MetarSettings = SettingsOf<typeof metarEnvironment>
