import type { Page, PageRequest } from '../http/page.ts'
import { type Language, languages, wordsIn } from '../language/language.ts'

export function inEveryLanguage(path: (lang: Language) => string): Readonly<Record<Language, string>> {
  return Object.fromEntries(languages.map((lang) => [lang, path(lang)])) as Record<Language, string>
}

/** A page in each language. A path may have a parameter, `:slug`: its colon, which was encoded, is restored. */
export function pagesInEach(
  path: (lang: Language) => string,
  render: (request: PageRequest, lang: Language) => ReturnType<Page['render']>,
  more: Pick<Page, 'isCostly'> = {}
): readonly Page[] {
  return languages.map((lang) => ({
    method: 'GET',
    path: path(lang).replace('%3A', ':'),
    ...more,
    render: (request) => render(request, lang)
  }))
}

export function homePath(lang: Language): string {
  return `/${lang}`
}

/** A place's page: `/tr/yer/malatya`, `/en/place/malatya`. */
export function placePath(lang: Language, slug: string): string {
  return `/${lang}/${wordsIn(lang).paths.place}/${encodeURIComponent(slug)}`
}

/** The page of how a place's forecasts did: `/tr/yer/malatya/dogrulama`. */
export function verificationPath(lang: Language, slug: string): string {
  return `${placePath(lang, slug)}/${wordsIn(lang).paths.verification}`
}

/** The page of a point by its key: `/tr/tarla/38.355,38.310`, with an elevation `/tr/tarla/38.355,38.310,980`. */
export function fieldPath(lang: Language, point: string): string {
  return `/${lang}/${wordsIn(lang).paths.field}/${point}`
}

export function picturePath(slug: string): string {
  return `/picture/${encodeURIComponent(slug)}`
}

/** A place's slug or a field's key; the same word in both languages, because the address was promised so. */
export function widgetPath(lang: Language, slug: string): string {
  return `/${lang}/widget/${encodeURIComponent(slug).replaceAll('%2C', ',')}`
}

export function mapPath(lang: Language): string {
  return `/${lang}/${wordsIn(lang).paths.map}`
}

export function searchPath(lang: Language): string {
  return `/${lang}/${wordsIn(lang).paths.search}`
}

/** What is stored of people; the imprint and the contact are on it too. */
export function privacyPath(lang: Language): string {
  return `/${lang}/${wordsIn(lang).paths.privacy}`
}

/** What is shown without a connection; the same word in both languages, for the worker asks for it. */
export function offlinePath(lang: Language): string {
  return `/${lang}/offline`
}

export function embedPath(lang: Language): string {
  return `/${lang}/${wordsIn(lang).paths.embed}`
}

export function subscribePath(lang: Language): string {
  return `/${lang}/${wordsIn(lang).paths.subscribe}`
}

/** What was made of a subscribe form, and what it still needs; a token opens it for an hour. */
export function madePath(lang: Language, token: string): string {
  return `${subscribePath(lang)}/${token}`
}

/** A path with a query; members that are null are left out, and there is no question mark where none is left. */
export function withQuery(path: string, query: Readonly<Record<string, string | null>>): string {
  const stored = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  return stored.length === 0 ? path : `${path}?${new URLSearchParams(stored)}`
}
