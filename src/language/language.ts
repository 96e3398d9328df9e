/** The languages in which Ayaz speaks to people. */

/** A language tag as it stands in `lang=` and in the first part of a page's path. */
export type Language = 'en' | 'tr'

/** Every language, the default first. */
export const languages: readonly Language[] = ['en', 'tr']

/**
 * The language a browser asks for.
 * Reads the tags of an `Accept-Language` header in the order of their weight; anything but Turkish or English is passed over, and an
 * empty or unreadable header gives English.
 */
export function languageOf(acceptLanguage: string): Language {
  const wished = acceptLanguage
    .slice(0, 500)
    .split(',')
    .map((part, index) => ({
      tag: part.split(';')[0]?.trim().toLowerCase() ?? '',
      weight: weightOf(part),
      index
    }))
    .filter((one) => one.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  for (const { tag } of wished) {
    if (tag === 'tr' || tag.startsWith('tr-')) return 'tr'
    if (tag === 'en' || tag.startsWith('en-')) return 'en'
  }
  return 'en'
}

function weightOf(part: string): number {
  const given = /;\s*q=([0-9.]+)/.exec(part)?.[1]
  if (given === undefined) return 1
  const weight = Number(given)
  return Number.isFinite(weight) ? weight : 0
}
