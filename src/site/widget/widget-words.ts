/** The words of the widget that are not those of the weather. */
import type { Language } from '../../language/language.ts'

export interface WidgetWords {
  readonly now: string
  readonly tonight: string
  readonly minimum: string
  readonly frostHours: string
  readonly nextDays: string
  readonly night: string
  readonly demo: string
  readonly demoMeaning: string
  readonly unknownPlace: string
  readonly didYouMean: string
  readonly searchInstead: string
  readonly noData: string
  readonly noDataSince: string
  readonly neverData: string
  readonly shareSpent: string
  readonly shareSpentUntil: string
  readonly forecast: string
  readonly refreshing: string
}

const words: Readonly<Record<Language, WidgetWords>> = {
  en: {
    now: 'Now',
    tonight: 'Tonight',
    minimum: 'Minimum',
    frostHours: 'Frost hours',
    nextDays: 'Next days',
    night: 'night',
    demo: 'DEMO',
    demoMeaning: 'made-up weather',
    unknownPlace: 'This place is not known',
    didYouMean: 'Did you mean',
    searchInstead: 'Search for a place',
    noData: 'No weather data at the moment',
    noDataSince: 'Last data',
    neverData: 'No data have arrived yet',
    shareSpent: 'You have opened as many new places today as one visitor may',
    shareSpentUntil: 'New ones open again from',
    forecast: 'Forecast',
    refreshing: 'This page tries again by itself.'
  },
  tr: {
    now: 'Şimdi',
    tonight: 'Bu gece',
    minimum: 'En düşük',
    frostHours: 'Don saatleri',
    nextDays: 'Önümüzdeki günler',
    night: 'gece',
    demo: 'DEMO',
    demoMeaning: 'uydurma hava durumu',
    unknownPlace: 'Bu yer bilinmiyor',
    didYouMean: 'Bunu mu demek istediniz',
    searchInstead: 'Yer arayın',
    noData: 'Şu anda hava verisi yok',
    noDataSince: 'Son veri',
    neverData: 'Henüz veri gelmedi',
    shareSpent: 'Bugün, bir ziyaretçinin açabileceği kadar yeni yer açtınız',
    shareSpentUntil: 'Yeni yerlerin yeniden açılacağı zaman:',
    forecast: 'Tahmin',
    refreshing: 'Sayfa kendiliğinden yeniden dener.'
  }
}

/** The widget's words in a language. */
export function widgetWords(lang: Language): WidgetWords {
  return words[lang]
}
