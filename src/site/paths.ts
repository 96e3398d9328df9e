/** Where each page lies: the one place that knows the paths of both languages. */
import type { Language } from '../language/language.ts'

const words = {
  en: { place: 'place', search: 'search', embed: 'embed', subscribe: 'subscribe' },
  tr: { place: 'yer', search: 'ara', embed: 'siteme-ekle', subscribe: 'abone-ol' }
} as const

/** The home page. */
export function homePath(lang: Language): string {
  return `/${lang}`
}

/** A place's page: `/tr/yer/malatya`, `/en/place/malatya`. */
export function placePath(lang: Language, slug: string): string {
  return `/${lang}/${words[lang].place}/${encodeURIComponent(slug)}`
}

/** A widget's page, with the same word in both languages because the address was promised so. */
export function widgetPath(lang: Language, slug: string): string {
  return `/${lang}/widget/${encodeURIComponent(slug)}`
}

/** The page that lists what a search found. */
export function searchPath(lang: Language): string {
  return `/${lang}/${words[lang].search}`
}

/** The embed builder. */
export function embedPath(lang: Language): string {
  return `/${lang}/${words[lang].embed}`
}

/** Where the subscribe form is sent. */
export function subscribePath(lang: Language): string {
  return `/${lang}/${words[lang].subscribe}`
}

/** A path with a query; members that are null are left out, and no question mark stands where none is left. */
export function withQuery(path: string, query: Readonly<Record<string, string | null>>): string {
  const stored = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  return stored.length === 0 ? path : `${path}?${new URLSearchParams(stored)}`
}
