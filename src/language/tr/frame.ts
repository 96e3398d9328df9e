import type { Catalogue } from '../en.ts'

export const frame: Catalogue['frame'] = {
  tagline: 'Don riskini görün',
  skip: 'İçeriğe geç',
  home: 'Bu gece',
  embed: 'Sitenize ekleyin',
  documents: 'Belgeler',
  status: 'Durum',
  languageName: 'Türkçe',
  navigation: 'Site',
  demoMark: 'DEMO',
  demo: 'Henüz hiçbir hava kaynağı yanıt vermedi; buradaki bütün hava durumu uydurmadır. Buna göre davranmayın.',
  search: 'Yer bul',
  searchHint: 'İl, ilçe veya belde',
  searchButton: 'Ara',
  nothingFound: 'Yer bulunamadı',
  fewerLetters: 'Daha az harfle deneyin.',
  results: 'Bulunan yerler',
  offline: 'Çevrimdışı: bu sayfa {when} tarihli ({age}). Tahmin o zamandan beri değişmiş olabilir.',
  locale: 'tr_TR',
  data: 'Tahmin zamanı:',
  demoSource: 'Demo (uydurma veri)',
  inEnglish: 'İngilizce',
  generalNotice: 'Tahmin kesinlik değildir: karar vermeden önce kendi termometrenize bakın.'
}
