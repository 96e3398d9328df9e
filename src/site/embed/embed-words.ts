/** The words of the embed builder. */
import type { Language } from '../../language/language.ts'

const english = {
  heading: 'Put the widget on your site',
  intro:
    'Tonight’s frost risk for one place, in a frame of your size. No cookies, no tracking, nothing from third parties.',
  place: 'Place',
  unknown: 'There is no place',
  look: 'Theme',
  auto: 'as the device',
  light: 'light',
  dark: 'dark',
  width: 'Width',
  height: 'Height',
  units: 'Units',
  compact: 'Tonight only',
  show: 'Show',
  live: 'Live',
  frame: 'Frame',
  frameNote: 'Works everywhere HTML does. Nothing of ours runs in your page.',
  script: 'One line with automatic height',
  scriptNote: 'The script makes the frame and keeps it as high as its content.',
  copy: 'Copy',
  copied: 'Copied'
}

/** What the builder says in one language. */
export type EmbedWords = Readonly<typeof english>

const turkish: EmbedWords = {
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
  scriptNote: 'Betik çerçeveyi oluşturur ve içeriği kadar yüksek tutar.',
  copy: 'Kopyala',
  copied: 'Kopyalandı'
}

/** The builder's words in a language. */
export function embedWords(lang: Language): EmbedWords {
  return lang === 'tr' ? turkish : english
}
