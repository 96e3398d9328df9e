import type { Catalogue } from '../en.ts'

export const frame: Catalogue['frame'] = {
  tagline: 'Don riskini görün',
  skip: 'İçeriğe geç',
  home: 'Bu gece',
  embed: 'Sitenize ekleyin',
  documents: 'Belgeler',
  allDocuments: 'Bütün belgeler',
  status: 'Durum',
  languageName: 'Türkçe',
  navigation: 'Site',
  demoMark: 'DEMO',
  demo: 'Örnek veri: hava durumu gerçek değildir. Bu verilere göre karar vermeyin.',
  search: 'Yer bul',
  searchHint: 'İl, ilçe, belde veya koordinat',
  searchButton: 'Ara',
  position: 'Konumumu kullan',
  positionFailed: 'Konumunuz bilinmiyor. Bu sayfa için izin verin ya da koordinat yazın.',
  nothingFound: 'Yer bulunamadı',
  chooseInstead: 'Köyünüz listede yoksa haritadan seçin veya koordinatlarını yazın.',
  results: 'Bulunan yerler',
  offline: 'Çevrimdışı: bu sayfa {when} tarihli ({age}). Tahmin o zamandan beri değişmiş olabilir.',
  locale: 'tr_TR',
  data: 'Tahmin zamanı:',
  demoSource: 'Demo (örnek veri)',
  inEnglish: 'İngilizce',
  generalNotice: 'Tahminler kesin değildir: karar vermeden önce kendi termometrenize bakın.'
}
