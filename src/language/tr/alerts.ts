import type { Catalogue } from '../en.ts'
import { dativeOfClock } from './dates.ts'

export const alerts: Catalogue['alerts'] = {
  score: 'Puan',
  scoreOfAnyPlant: 'Puan (her bitki için)',
  plantMinimum: 'Bitki yüzeyinde en düşük',
  airMinimum: 'En düşük hava sıcaklığı (2 m)',
  range: 'aralık',
  frostHours: 'Don saatleri',
  harmHours: 'Zarar beklenen saatler',
  sun: 'Gün batımı ve doğumu',
  frostType: 'Don tipi',
  crop: 'Ürün',
  damage: 'Beklenen zarar',
  threshold: 'Eşiğiniz',
  label: 'Verdiğiniz ad',
  labelOfRequester: 'Kaydı açan kişinin verdiği ad',
  requesterWrote: (label: string) => `Kaydı isteyen kişinin yazdığı: “${label}”`,
  yourField: (coordinates) => `Tarlanız (${coordinates})`,
  fieldNear: (place) => `Bir tarla (${place} yakını)`,
  aField: 'Bir tarla',
  issued: 'Tahminin zamanı',
  lastConfirmed: 'Son veri',
  details: 'Ayrıntılar',
  manage: 'Değiştir veya duraklat',
  stop: 'Bu iletileri durdur',
  confirm: 'Onayla',
  liftedNight: 'uyarı kalktı',
  belowNight: 'eşiğinizin altında',
  lastKnown: 'bilinen son durum',
  alertStands: 'Don uyarısı sürüyor',
  also: 'Ayrıca',
  alsoCleared: 'Uyarısı kalkan diğer geceler',
  alsoBelow: 'Eşiğinizin altına inen diğer geceler',
  lastMessage: 'Önceki iletide',
  tonight: 'bu gece',
  tomorrow_night: 'yarın gece',
  last_night: 'dün gece',
  today: 'bugün',
  tomorrow: 'yarın',
  renewStage: 'Dönemi yenileyin',
  stageIsOld:
    'Bu fenolojik dönemi on günden uzun süre önce verdiniz; ağaçlarınız ilerlemiş olabilir. Bakıp dönemi yenileyin: o zamana kadar uyarı, genel puan daha yüksekse ona göre gelir.',
  demo: 'DEMO: bu hava durumu örnek veridir. Bu verilere göre karar vermeyin.',
  test: 'Bu, istediğiniz bir denemedir. Uyarı değildir.',
  dataGap:
    'Altı saattir hiçbir kaynak önümüzdeki gecenin tahminini yenilemedi; bu gece ne kadar soğuyacağını söyleyemiyoruz. Kendi termometrenize ve Meteoroloji Genel Müdürlüğüne bakın.',
  noDataYet:
    'Bu yer için henüz hiçbir kaynak önümüzdeki gecenin tahminini vermedi; bu gece ne kadar soğuyacağını söyleyemiyoruz. Kendi termometrenize ve Meteoroloji Genel Müdürlüğüne bakın.',
  notAnsweredByOther:
    'Bu uyarıyı henüz kimse yanıtlamadı. Uyarının sahibini arayın ya da uyandırın, sonra gördüğünüzü bildirin.',
  notAnswered: 'Bu uyarıyı henüz kimse yanıtlamadı. Gördüğünüzü bildirin.',
  dataRestored: 'Tahminler yeniden geliyor.',
  cleared: 'Risk eşiğinizin altına indi.',
  riskRemains: 'Gece eşiğinizin altına indi ama risk sürüyor: termometrenizi izleyin.',
  stillWatching:
    'Yarım yıldır don uyarısı gerekmedi. Bu ileti, size ulaşan yolun çalıştığını gösterir; bir şey yapmanız gerekmez.',
  confirmRequest: (site) =>
    `Bu adrese ${site} sitesinden don uyarısı gönderilmesi istendi. İsteyen sizseniz 48 saat içinde aşağıdaki adresi açıp düğmeye basın. Değilseniz bir şey yapmayın: uyarı gönderilmez.`,
  verifyRequest:
    'Bu hedef don uyarıları için verildi. Onaylamak için gönderilen değeri yanıtta geri gönderin.',
  titlePrefix: {
    updated: 'Güncelleme',
    cleared: 'Uyarı kalktı',
    dusk: 'Hatırlatma',
    escalated: '2. uyarı',
    blind: 'Bu gece için tahmin yok',
    sighted: 'Tahminler yeniden geliyor',
    still_watching: 'İzlemeyi sürdürüyoruz',
    test: 'DENEME',
    verify: 'Doğrulama',
    confirm: 'Lütfen onaylayın'
  },
  titleToContact: 'Yanıt yok',
  titleBelow: 'Eşiğinizin altında',
  plants: (temperature) => `bitki ${temperature}`,
  scoreInTitle: (score) => `puan ${score}`,
  until: (time) => `${dativeOfClock(time)} kadar`,
  after: (time) => `${time} sonrası`,
  dayAndNight: 'gece ve gündüz',
  readyBy: (time) => `hazırlık en geç ${time}`,
  instructions: {
    press_start: 'Bağlantıyı Telegram’da açın ve 24 saat içinde BAŞLAT düğmesine basın.',
    answer_challenge:
      'Sunucunuz doğrulama isteğine içindeki değerle yanıt vermeli ya da biri oradaki confirm_url adresini açıp düğmeye basmalıdır.',
    open_mail: 'Az önce gönderilen e-postayı açıp 48 saat içinde onaylayın.',
    subscribe_topic:
      'Uygulamanızda bu konuya abone olun. Adresi bilen herkes okuyabilir: kimseyle paylaşmayın.',
    enter_code: 'Bu numaraya gelen altı rakamı on dakika içinde girin.',
    open_feed: 'Bu adresi haber okuyucunuza ekleyin. Kimseyle paylaşmayın.',
    open_stream: 'Bu adresi olay akışı olarak okuyun. Kimseyle paylaşmayın.'
  },
  subscribeNotices: {
    preview_becomes_real: () =>
      'Henüz hiçbir hava kaynağı yanıt vermedi; bu bir önizleme. İlk tahminle gerçek uyarıya dönüşür.',
    preview_asks_later: () =>
      'Henüz hiçbir hava kaynağı yanıt vermedi; bu bir önizleme. İlk tahminle gerçek uyarıya dönüşür ve onayı o zaman istenir.',
    preview_ends: () =>
      'Bu, örnek veriyle bir önizleme. İlk gerçek tahminle sona erer: kanal burada kurulu değil ya da işletenin anahtarını ister.',
    too_many_proofs: (when: string) =>
      `Onay isteği gönderilmedi: bu adres için çok fazla onay istendi. Gönderileceği saat: ${when}; ondan sonra yeniden de isteyebilirsiniz.`
  },
  demoMark: 'DEMO',
  around: (time) => `${time} sularında`,
  wasBefore: (value) => `önce ${value}`,
  moreNights: (count) => `${count} gece daha`,
  andMoreNights: (count) => `ve ${count} gece daha`,
  damagedShare: (share, part) => `yaklaşık ${share} (${part})`
}
