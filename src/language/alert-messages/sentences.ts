/** The fixed words of alert messages. */
import type { MessageKind } from '../../alerts/message-ports.ts'
import type { Language } from '../language.ts'

type Words = Readonly<Record<Language, string>>

/** Labels and sentences that hold no number. */
export const sentences = {
  score: { en: 'Score', tr: 'Puan' },
  plantMinimum: { en: 'Plant minimum', tr: 'Bitkide en düşük' },
  airMinimum: { en: 'Air minimum (2 m)', tr: 'Havada en düşük (2 m)' },
  range: { en: 'range', tr: 'aralık' },
  frostHours: { en: 'Frost hours', tr: 'Don saatleri' },
  harmHours: { en: 'Hours of harmful cold', tr: 'Zararlı soğuk saatleri' },
  readyBefore: { en: 'Be ready before', tr: 'Hazırlık için son saat' },
  sun: { en: 'Sunset and sunrise', tr: 'Gün batımı ve doğumu' },
  frostType: { en: 'Kind', tr: 'Türü' },
  crop: { en: 'Crop', tr: 'Ürün' },
  damage: { en: 'Expected damage', tr: 'Beklenen zarar' },
  threshold: { en: 'Your threshold', tr: 'Eşiğiniz' },
  label: { en: 'Your name for it', tr: 'Verdiğiniz ad' },
  issued: { en: 'Forecast from', tr: 'Tahminin zamanı' },
  lastConfirmed: { en: 'Last data', tr: 'Son veri' },
  details: { en: 'Details', tr: 'Ayrıntılar' },
  manage: { en: 'Change or pause', tr: 'Değiştir veya duraklat' },
  stop: { en: 'Stop these messages', tr: 'Bu iletileri durdur' },
  confirm: { en: 'Confirm', tr: 'Onayla' },
  liftedNight: { en: 'alert lifted', tr: 'uyarı kalktı' },
  lastKnown: { en: 'last known', tr: 'bilinen son durum' },
  alertStands: { en: 'An alert stands', tr: 'Don uyarısı sürüyor' },
  also: { en: 'Also', tr: 'Ayrıca' },
  tonight: { en: 'tonight', tr: 'bu gece' },
  tomorrow_night: { en: 'tomorrow night', tr: 'yarın gece' },
  stageIsOld: {
    en: 'You gave this growth stage more than ten days ago. Until you renew it, the more sensitive of it and the general curve is used.',
    tr: 'Bu gelişme evresini on günden uzun süre önce verdiniz. Yenileyene kadar, bu evre ile genel eğriden daha duyarlı olanı kullanılır.'
  },
  demo: {
    en: 'DEMO: this weather is made up. Do not act on it.',
    tr: 'DEMO: bu hava durumu uydurmadır. Buna göre davranmayın.'
  },
  test: {
    en: 'This is a test that you asked for. It is not a warning.',
    tr: 'Bu, istediğiniz bir denemedir. Uyarı değildir.'
  },
  dataGap: {
    en: 'No source has confirmed its forecast for six hours, so we cannot tell how cold tonight becomes. Look at your own thermometer and at the State Meteorological Service.',
    tr: 'Altı saattir hiçbir kaynak tahminini yenilemedi; bu gece ne kadar soğuyacağını söyleyemiyoruz. Kendi termometrenize ve Meteoroloji Genel Müdürlüğüne bakın.'
  },
  dataRestored: { en: 'Forecasts are arriving again.', tr: 'Tahminler yeniden geliyor.' },
  cleared: { en: 'The risk has fallen below your threshold.', tr: 'Risk eşiğinizin altına indi.' },
  stillWatching: {
    en: 'There was no frost alert for half a year. This message shows that the way to you still works; you need do nothing.',
    tr: 'Yarım yıldır don uyarısı gerekmedi. Bu ileti, size ulaşan yolun çalıştığını gösterir; bir şey yapmanız gerekmez.'
  },
  confirmRequest: {
    en: 'Someone asked for frost alerts to this address. If it was you, open the address below and press the button. If not, do nothing: you will get no alerts.',
    tr: 'Bu adrese don uyarısı gönderilmesi istendi. İsteyen sizseniz aşağıdaki adresi açıp düğmeye basın. Değilseniz bir şey yapmayın: uyarı gönderilmez.'
  },
  verifyRequest: {
    en: 'This destination was named for frost alerts. Answer with the challenge to confirm it.',
    tr: 'Bu hedef don uyarıları için verildi. Onaylamak için gönderilen değeri yanıtta geri gönderin.'
  }
} as const satisfies Readonly<Record<string, Words>>

/** What stands before the place in a title, by kind; null where the level says enough. */
export const titlePrefix: Readonly<Record<MessageKind, Words | null>> = {
  raised: null,
  updated: { en: 'Update', tr: 'Güncelleme' },
  cleared: { en: 'All clear', tr: 'Uyarı kalktı' },
  dusk: { en: 'Reminder', tr: 'Hatırlatma' },
  blind: { en: 'No view tonight', tr: 'Bu gece göremiyoruz' },
  sighted: { en: 'View restored', tr: 'Yeniden görüyoruz' },
  still_watching: { en: 'Still watching', tr: 'İzlemeyi sürdürüyoruz' },
  test: { en: 'TEST', tr: 'DENEME' },
  verify: { en: 'Verification', tr: 'Doğrulama' },
  confirm: { en: 'Please confirm', tr: 'Lütfen onaylayın' }
}

/** What a person has to do after subscribing, by the word a channel hands over. */
const instructions: Readonly<Record<string, Words>> = {
  press_start: {
    en: 'Open the link in Telegram and press START within 24 hours.',
    tr: 'Bağlantıyı Telegram’da açın ve 24 saat içinde BAŞLAT düğmesine basın.'
  },
  answer_challenge: {
    en: 'Your server must answer the verification request with the challenge that it carries.',
    tr: 'Sunucunuz, doğrulama isteğine içindeki değerle yanıt vermelidir.'
  },
  open_mail: {
    en: 'Open the mail that was just sent and confirm within 48 hours.',
    tr: 'Az önce gönderilen e-postayı açıp 48 saat içinde onaylayın.'
  },
  subscribe_topic: {
    en: 'Subscribe to this topic in your app. Whoever knows the address can read it: keep it to yourself.',
    tr: 'Uygulamanızda bu konuya abone olun. Adresi bilen herkes okuyabilir: kimseyle paylaşmayın.'
  },
  open_feed: {
    en: 'Add this address to your feed reader. Keep it to yourself.',
    tr: 'Bu adresi haber okuyucunuza ekleyin. Kimseyle paylaşmayın.'
  },
  open_stream: {
    en: 'Read this address as an event stream. Keep it to yourself.',
    tr: 'Bu adresi olay akışı olarak okuyun. Kimseyle paylaşmayın.'
  }
}

/** The sentence behind a word of `Setup.instructions`, or null where the word has none. */
export function instructionSentence(word: string, lang: Language): string | null {
  return instructions[word]?.[lang] ?? null
}
