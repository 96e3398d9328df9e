import { type Catalogue, en } from './en/registry.ts'
import { tr } from './tr/registry.ts'

/** By tag, the default first. A further language is its catalogue and a line here. */
const catalogues = { en, tr } as const satisfies Readonly<Record<string, Catalogue>>

/** In `lang=` and the first part of a page's path. */
export type Language = keyof typeof catalogues

export type Localized = { readonly en: string } & { readonly [Other in Language]?: string }

/** The default first. */
export const languages = Object.keys(catalogues) as readonly Language[]

export function wordsIn(lang: Language): Catalogue {
  return catalogues[lang]
}

export function inEveryLanguage(say: (words: Catalogue, lang: Language) => string): Localized {
  return { en: '', ...Object.fromEntries(languages.map((lang) => [lang, say(wordsIn(lang), lang)])) }
}

/** English where the folder has none in the language. */
export function localized(text: Localized, lang: Language): string {
  return text[lang] ?? text.en
}

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(catalogues, tag)
}

/** The language of a tag with or without a region (`tr`, `tr-TR`). */
function languageOfTag(tag: string): Language | null {
  return languages.find((lang) => tag === lang || tag.startsWith(`${lang}-`)) ?? null
}

/** `Accept-Language`, by weight; a language without a catalogue is passed over, an unreadable header gives English. */
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

/** From LC_ALL, LC_MESSAGES or LANG (`tr_TR.UTF-8`); English without a catalogue, and for machines (`--json`). */
export function terminalLanguage(
  environment: Readonly<Record<string, string | undefined>>,
  argv: readonly string[] = []
): Language {
  if (argv.includes('--json')) return 'en'
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  const tag = /^[a-z]+/i.exec(locale)?.[0].toLowerCase() ?? ''
  return isLanguage(tag) ? tag : 'en'
}
