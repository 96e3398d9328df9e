/** The languages in which Ayaz speaks to people: one catalogue of texts each. */
import { type Catalogue, en } from './en.ts'
import { tr } from './tr.ts'

/** Every language by its tag, the default first. A further language is its catalogue and a line here. */
const catalogues = { en, tr } as const satisfies Readonly<Record<string, Catalogue>>

/** A language tag as it stands in `lang=` and in the first part of a page's path. */
export type Language = keyof typeof catalogues

/**
 * A text that belongs to a folder of its own (a channel, a source) in the languages in which the folder gives it;
 * English always. A language that was added later names what it wants in its own catalogue.
 */
export type Localized = { readonly en: string } & { readonly [Other in Language]?: string }

/** Every language, the default first. */
export const languages = Object.keys(catalogues) as readonly Language[]

/** The texts of a language. */
export function wordsIn(lang: Language): Catalogue {
  return catalogues[lang]
}

/** A text of the catalogue with what it names, in every language. */
export function inEveryLanguage(say: (words: Catalogue, lang: Language) => string): Localized {
  return { en: '', ...Object.fromEntries(languages.map((lang) => [lang, say(wordsIn(lang), lang)])) }
}

/** A folder's text in a language, in English where the folder has none in it. */
export function localized(text: Localized, lang: Language): string {
  return text[lang] ?? text.en
}

/** Whether there is a catalogue of this very tag. */
export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(catalogues, tag)
}

/** The language of a tag, with or without a region (`tr`, `tr-TR`); null where there is no catalogue for it. */
function languageOfTag(tag: string): Language | null {
  return languages.find((lang) => tag === lang || tag.startsWith(`${lang}-`)) ?? null
}

/**
 * The language a browser asks for. Reads the tags of an `Accept-Language` header in the order of their weight; a
 * language without a catalogue is passed over, and an empty or unreadable header gives English.
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
    const lang = languageOfTag(tag)
    if (lang !== null) return lang
  }
  return 'en'
}

function weightOf(part: string): number {
  const given = /;\s*q=([0-9.]+)/.exec(part)?.[1]
  if (given === undefined) return 1
  const weight = Number(given)
  return Number.isFinite(weight) ? weight : 0
}
