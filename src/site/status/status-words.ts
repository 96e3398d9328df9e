/** The words of the status page and of the page of previews. */
import type { Language } from '../../language/language.ts'

const english = {
  status: 'Status',
  service: 'Service',
  version: 'Version',
  started: 'Started',
  sources: 'Weather sources',
  source: 'Source',
  state: 'State',
  answering: 'answering',
  failing: 'failing',
  unused: 'not used',
  lastAnswer: 'Last answer',
  lastFailure: 'Last failure',
  budget: 'Calls today',
  unlimited: 'no limit',
  age: 'Age of the data',
  newest: 'Newest',
  oldest: 'Oldest',
  evaluation: 'Last evaluation of alerts',
  never: 'not yet',
  places: 'places',
  deliveries: 'Deliveries',
  due: 'due',
  late: 'over ten minutes late',
  delivered: 'accepted today',
  refused: 'refused today',
  delivery: 'Delivered means accepted by the channel, not read by a person.',
  previews: 'Previews',
  previewIntro:
    'While the service runs on demo data no message leaves this machine. Here is what would have been sent.',
  noPreviews:
    'There are no messages yet. Subscribe to a place with frost on the map and come back in a minute.'
}

/** What the status and preview pages say in one language. */
export type StatusWords = Readonly<typeof english>

const turkish: StatusWords = {
  status: 'Durum',
  service: 'Hizmet',
  version: 'Sürüm',
  started: 'Başlangıç',
  sources: 'Hava kaynakları',
  source: 'Kaynak',
  state: 'Durum',
  answering: 'yanıt veriyor',
  failing: 'yanıt vermiyor',
  unused: 'kullanılmıyor',
  lastAnswer: 'Son yanıt',
  lastFailure: 'Son hata',
  budget: 'Bugünkü istekler',
  unlimited: 'sınırsız',
  age: 'Verilerin yaşı',
  newest: 'En yeni',
  oldest: 'En eski',
  evaluation: 'Uyarıların son değerlendirmesi',
  never: 'henüz yok',
  places: 'yer',
  deliveries: 'Gönderimler',
  due: 'bekleyen',
  late: 'on dakikadan çok geciken',
  delivered: 'bugün kabul edilen',
  refused: 'bugün reddedilen',
  delivery: 'Gönderildi, kanalca kabul edildi demektir; okundu demek değildir.',
  previews: 'Önizlemeler',
  previewIntro:
    'Hizmet demo verisiyle çalışırken hiçbir ileti bu makineden çıkmaz. Burada, gönderilecek olanlar görünür.',
  noPreviews: 'Henüz ileti yok. Haritada don görünen bir yere abone olun ve bir dakika sonra yeniden bakın.'
}

/** The status page's words in a language. */
export function statusWords(lang: Language): StatusWords {
  return lang === 'tr' ? turkish : english
}
