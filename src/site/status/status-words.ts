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
  ensemble: 'ensemble',
  season: 'temperatures of the season',
  lastAnswer: 'Last answer',
  lastFailure: 'Last failure',
  noFailure: 'none',
  failures: {
    unreachable: 'It could not be reached or did not answer in time',
    refused: 'It answered with an error or refused the request',
    rate_limited: 'It says that it was asked too often',
    unusable: 'Its answer could not be used',
    not_covered: 'It has no data for the point that was asked for'
  },
  budget: 'Calls today',
  countedAbove: 'counted above',
  unlimited: 'no limit',
  age: 'Age of the data',
  newest: 'newest',
  oldest: 'oldest',
  evaluation: 'Last evaluation of alerts',
  never: 'not yet',
  place: 'place',
  places: 'places',
  deliveries: 'Deliveries',
  due: 'due',
  late: 'over ten minutes late',
  delivered: 'accepted today',
  refused: 'refused today',
  storageUnavailable: 'Unknown: the database cannot be read at the moment.',
  delivery: 'Accepted means by the channel: it does not tell whether a person has read it.',
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
  failing: 'hata veriyor',
  unused: 'kullanılmıyor',
  ensemble: 'topluluk tahmini',
  season: 'mevsim sıcaklıkları',
  lastAnswer: 'Son yanıt',
  lastFailure: 'Son hata',
  noFailure: 'yok',
  failures: {
    unreachable: 'Ulaşılamadı veya zamanında yanıt vermedi',
    refused: 'Hata bildirdi veya isteği reddetti',
    rate_limited: 'Çok sık istek gönderildiğini bildirdi',
    unusable: 'Yanıtı kullanılamadı',
    not_covered: 'İstenen nokta için verisi yok'
  },
  budget: 'Bugünkü istekler',
  countedAbove: 'yukarıya dâhil',
  unlimited: 'sınırsız',
  age: 'Verilerin yaşı',
  newest: 'en yeni',
  oldest: 'en eski',
  evaluation: 'Uyarıların son değerlendirmesi',
  never: 'henüz yok',
  place: 'yer',
  places: 'yer',
  deliveries: 'Gönderimler',
  due: 'Zamanı gelen',
  late: 'on dakikadan çok geciken',
  delivered: 'bugün kabul edilen',
  refused: 'bugün reddedilen',
  storageUnavailable: 'Bilinmiyor: veritabanı şu anda okunamıyor.',
  delivery: 'Kabul eden kanaldır; bu, iletinin okunduğunu göstermez.',
  previews: 'Önizlemeler',
  previewIntro:
    'Hizmet demo verisiyle çalışırken hiçbir ileti bu makineden çıkmaz. Burada, gönderilecek olanlar görünür.',
  noPreviews: 'Henüz ileti yok. Haritada don görünen bir yere abone olun ve bir dakika sonra yeniden bakın.'
}

/** The status page's words in a language. */
export function statusWords(lang: Language): StatusWords {
  return lang === 'tr' ? turkish : english
}
