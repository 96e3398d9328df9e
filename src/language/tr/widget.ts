import type { Catalogue } from '../en.ts'

export const widget: Catalogue['widget'] = {
  title: 'Don riski',
  now: 'Şimdi',
  tonight: 'Bu gece',
  air: 'hava',
  plants: 'bitki',
  minimum: 'En düşük',
  nextDays: 'Önümüzdeki günler',
  demo: 'DEMO',
  demoMeaning: 'örnek veri, gerçek değil',
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
