/** Names of countries by ISO 3166-1 code. */
import { type Language, languages } from './language.ts'

const names = new Map(languages.map((lang) => [lang, new Intl.DisplayNames(lang, { type: 'region' })]))

/** The name of a country (`JP` → Japonya); the code itself where it is unknown. */
export function countryName(code: string, lang: Language): string {
  return names.get(lang)?.of(code) ?? code
}
