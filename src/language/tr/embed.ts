import type { Catalogue } from '../en.ts'

export const embed: Catalogue['embed'] = {
  heading: 'Kutuyu sitenize ekleyin',
  intro:
    'Bir yerin bu geceki don riski, istediğiniz boyutta bir çerçevede. Çerez yok, izleme yok, üçüncü taraf yok.',
  place: 'Yer',
  unknown: 'Böyle bir yer yok',
  look: 'Tema',
  auto: 'cihaza göre',
  light: 'açık',
  dark: 'koyu',
  width: 'Genişlik',
  height: 'Yükseklik',
  units: 'Birimler',
  compact: 'Yalnızca bu gece',
  show: 'Göster',
  live: 'Canlı görünüm',
  frame: 'Çerçeve',
  frameNote: 'HTML’in çalıştığı her yerde çalışır. Sayfanızda bize ait hiçbir şey çalışmaz.',
  script: 'Yüksekliği kendiliğinden ayarlanan tek satır',
  scriptNote: 'JavaScript çerçeveyi oluşturur ve içeriği kadar yüksek tutar.',
  copy: 'Kopyala',
  copied: 'Kopyalandı',
  frameTitle: (place) => `Don riski: ${place}`
}
