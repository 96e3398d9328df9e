/** The words of the home page. */
import type { Language } from '../../language/language.ts'

export interface HomeWords {
  readonly title: string
  readonly description: string
  readonly heading: string
  readonly highest: string
  readonly calm: string
  readonly all: string
  readonly province: string
  readonly level: string
  readonly score: string
  readonly minimum: string
  readonly noMap: string
  readonly map: string
}

const words: Readonly<Record<Language, HomeWords>> = {
  en: {
    title: 'Ayaz – frost risk tonight',
    description:
      'Frost risk for every place in Türkiye: tonight’s score, its reasons, alerts that arrive, and a widget to embed.',
    heading: 'Frost risk tonight',
    highest: 'Highest risk',
    calm: 'No province is at risk tonight.',
    all: 'All provinces',
    province: 'Province',
    level: 'Level',
    score: 'Score',
    minimum: 'Air minimum',
    noMap: 'The map is being drawn: no forecast has arrived yet. The search works meanwhile.',
    map: 'Türkiye tonight'
  },
  tr: {
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
    minimum: 'Havada en düşük',
    noMap: 'Harita hazırlanıyor: henüz tahmin gelmedi. Arama bu arada çalışır.',
    map: 'Bu gece Türkiye'
  }
}

/** The home page's words in a language. */
export function homeWords(lang: Language): HomeWords {
  return words[lang]
}
