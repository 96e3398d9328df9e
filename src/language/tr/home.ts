import type { Catalogue } from '../en.ts'

export const home: Catalogue['home'] = {
  title: 'Ayaz – bu gecenin don riski',
  description:
    'Türkiye’nin her yeri için don riski: bu gecenin puanı, nedenleri, ulaşan uyarılar ve sitenize ekleyebileceğiniz kutu.',
  heading: 'Bu gecenin don riski',
  highest: 'En yüksek risk',
  calm: 'Bu gece hiçbir ilde risk yok.',
  all: 'Bütün iller',
  province: 'İl',
  level: 'Düzey',
  score: 'Puan',
  minimum: 'En düşük hava sıcaklığı',
  noMap: 'Harita hazırlanıyor: henüz tahmin gelmedi. Arama bu arada çalışır.',
  map: 'Bu gece Türkiye'
}
