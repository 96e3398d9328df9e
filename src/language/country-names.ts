/** Names of countries by ISO 3166-1 code. */
import { lazy } from '../common/lazy.ts'
import { type Language, languages } from './language.ts'

/** Read from the data of ICU when a country is first named: that takes ten milliseconds and more. */
const names = new Map(
  languages.map((lang) => [lang, lazy(() => new Intl.DisplayNames(lang, { type: 'region' }))])
)

/** The name of a country (`JP` → Japonya); the code itself where it is unknown. */
export function countryName(code: string, lang: Language): string {
  return names.get(lang)?.().of(code) ?? code
}
