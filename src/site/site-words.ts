/** The words of the frame around every page. */
import type { Language } from '../language/language.ts'

export interface SiteWords {
  readonly tagline: string
  readonly skip: string
  readonly home: string
  readonly embed: string
  readonly documents: string
  readonly status: string
  readonly otherLanguage: string
  readonly navigation: string
  readonly demo: string
  readonly search: string
  readonly searchHint: string
  readonly searchButton: string
  readonly nothingFound: string
  readonly fewerLetters: string
  readonly results: string
  readonly data: string
  readonly demoSource: string
  /** Beside a link to what there is in English only; null where nobody is surprised by that. */
  readonly inEnglish: string | null
  readonly generalNotice: string
}

const words: Readonly<Record<Language, SiteWords>> = {
  en: {
    tagline: 'Frost risk you can see',
    skip: 'Skip to the content',
    home: 'Tonight',
    embed: 'Embed',
    documents: 'Docs',
    status: 'Status',
    otherLanguage: 'Türkçe',
    navigation: 'Site',
    demo: 'No weather source has answered yet, so all weather here is made up. Do not act on it.',
    search: 'Find a place',
    searchHint: 'Province, district or town',
    searchButton: 'Search',
    nothingFound: 'No place found',
    fewerLetters: 'Try fewer letters.',
    results: 'Places found',
    data: 'Forecast of',
    demoSource: 'Demo (made data)',
    inEnglish: null,
    generalNotice: 'A forecast is no certainty: check your own thermometer before you act.'
  },
  tr: {
    tagline: 'Don riskini görün',
    skip: 'İçeriğe geç',
    home: 'Bu gece',
    embed: 'Sitenize ekleyin',
    documents: 'Belgeler',
    status: 'Durum',
    otherLanguage: 'English',
    navigation: 'Site',
    demo: 'Henüz hiçbir hava kaynağı yanıt vermedi; buradaki bütün hava durumu uydurmadır. Buna göre davranmayın.',
    search: 'Yer bul',
    searchHint: 'İl, ilçe veya belde',
    searchButton: 'Ara',
    nothingFound: 'Yer bulunamadı',
    fewerLetters: 'Daha az harfle deneyin.',
    results: 'Bulunan yerler',
    data: 'Tahmin zamanı:',
    demoSource: 'Demo (uydurma veri)',
    inEnglish: 'İngilizce',
    generalNotice: 'Tahmin kesinlik değildir: karar vermeden önce kendi termometrenize bakın.'
  }
}

/** The frame's words in a language. */
export function siteWords(lang: Language): SiteWords {
  return words[lang]
}
