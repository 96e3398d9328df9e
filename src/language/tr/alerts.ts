import type { Catalogue } from '../en/registry.ts'
import { dativeOfClock } from './notices.ts'

export const alerts: Catalogue['alerts'] = {
  score: 'Puan',
  scoreOfAnyPlant: 'Puan (her bitki için)',
  plantMinimum: 'Bitki yüzeyinde en düşük',
  airMinimum: 'En düşük hava sıcaklığı (2 m)',
  range: 'aralık',
  frostHours: 'Don saatleri',
  harmHours: 'Zarar beklenen saatler',
  sun: 'Gün batımı ve doğumu',
  thermometer: 'Termometre',
  silentSince: (when) => `son ölçüm ${when}; pilini, elektriğini ve bağlantısını denetleyin`,
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
  belowNight: 'eşiğinize artık ulaşmıyor',
  lastKnown: 'bilinen son durum',
  alertStands: 'Don uyarısı sürüyor',
  also: 'Ayrıca',
  alsoCleared: 'Uyarısı kalkan diğer geceler',
  alsoBelow: 'Eşiğinize artık ulaşmayan diğer geceler',
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
    'En az altı saattir hiçbir kaynak önümüzdeki gecenin tahminini yenilemedi; bu gece ne kadar soğuyacağını söyleyemiyoruz. Kendi termometrenize ve Meteoroloji Genel Müdürlüğüne bakın.',
  noDataYet:
    'Bu yer için henüz hiçbir kaynak önümüzdeki gecenin tahminini vermedi; bu gece ne kadar soğuyacağını söyleyemiyoruz. Kendi termometrenize ve Meteoroloji Genel Müdürlüğüne bakın.',
  notAnsweredByOther:
    'Bu uyarıyı henüz kimse yanıtlamadı. Uyarının sahibini arayın ya da uyandırın, sonra gördüğünüzü bildirin.',
  notAnswered: 'Bu uyarıyı henüz kimse yanıtlamadı. Gördüğünüzü bildirin.',
  dataRestored: 'Tahminler yeniden geliyor.',
  cleared: 'Risk artık eşiğinize ulaşmıyor.',
  stopLater: 'Çalışan yağmurlamayı buz eriyene kadar kapatmayın.',
  riskRemains: 'Gece artık eşiğinize ulaşmıyor ama risk sürüyor: termometrenizi izleyin.',
  stillWatching:
    'Yarım yıldır don uyarısı gerekmedi. Bu ileti, size ulaşan yolun çalıştığını gösterir; bir şey yapmanız gerekmez.',
  confirmRequest: (site) =>
    `Bu adrese ${site} sitesinden don uyarısı gönderilmesi istendi. İsteyen sizseniz 48 saat içinde aşağıdaki adresi açıp düğmeye basın. Değilseniz bir şey yapmayın: uyarı gönderilmez.`,
  verifyRequest: (site) =>
    `Bu sohbete ${site} sitesinden don uyarısı gönderilmesi istendi. Burada istiyorsanız 24 saat içinde aşağıdaki adresi açıp düğmeye basın. İstemiyorsanız bir şey yapmayın: uyarı gönderilmez.`,
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
  titleToContact: 'Uyarıya yanıt veren yok',
  titleBelow: 'Eşiğinize artık ulaşmıyor',
  plants: (temperature) => `bitki ${temperature}`,
  air: (temperature) => `hava ${temperature}`,
  scoreInTitle: (score) => `puan ${score}`,
  until: (time) => `${dativeOfClock(time)} kadar`,
  after: (time) => `${time} sonrası`,
  dayAndNight: 'gece ve gündüz',
  readyBy: (time) => `hazırlık en geç ${time}`,
  instructions: {
    press_start: 'Bağlantıyı Telegram’da açın ve 24 saat içinde BAŞLAT düğmesine basın.',
    answer_challenge:
      'Sunucunuz doğrulama isteğine içindeki değerle yanıt vermeli ya da biri oradaki confirm_url adresini açıp düğmeye basmalıdır.',
    confirm_in_chat: 'Sohbetinize şimdi gelen iletideki bağlantıyı açıp 24 saat içinde düğmeye basın.',
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
  moreFields: (count) => `${count} yer daha`,
  moreNights: (count) => `${count} gece daha`,
  andMoreNights: (count) => `ve ${count} gece daha`,
  damagedShare: (share, part) => `yaklaşık ${share} (${part})`
}

export const thresholds: Catalogue['thresholds'] = {
  where: {
    air: 'havada',
    plant: 'bitkide'
  },
  mayFallBelow: (temperature, where) => `sıcaklık ${where} ${temperature}’nin altına düşebilir`,
  expectedBelow: (temperature, where) => `sıcaklığın ${where} ${temperature}’nin altına düşmesi bekleniyor`,
  probability: (temperature, where) => `${sentence(where)} ${temperature} ve altı olasılığı`,
  value: (temperature, where, probability) => `${where} ${temperature}, en az ${probability} olasılıkla`
}

function sentence(words: string): string {
  return words.charAt(0).toLocaleUpperCase('tr') + words.slice(1)
}

export const seen: Catalogue['seen'] = {
  button: 'Gördüm',
  title: 'Bu uyarıyı gördünüz mü?',
  outcomes: {
    seen: ['Teşekkürler', 'Gördüğünüzü biliyoruz. Gece belirgin biçimde kötüleşirse yeniden haber verilir.'],
    over: ['Gece geçti', 'Onaylanacak bir şey kalmadı.'],
    unknown: [
      'Bu bağlantı bir şey açmıyor',
      'Eksik kopyalanmış ya da yerini daha yeni bir ileti almış olabilir.'
    ]
  }
}

export const phone: Catalogue['phone'] = {
  code: (code, site) =>
    `Don uyarısı kodunuz ${code} (${site}). 10 dakika geçerlidir. İsteyen siz değilseniz bir şey yapmayın.`,
  answer: (number) => `Gördüm: 1 yazıp ${number} numarasına gönderin`,
  answerByLink: (address) => `Gördüm: ${address}`,
  ready: (time) => `Hazırlık en geç ${time}`,
  noForecast: 'Bu gece için tahmin yok: kendi termometrenize bakın',
  lastKnown: 'Tahmin yok, son bilinen',
  stillWatching: 'Bu mesaj size ulaşabildiğimizi denemek içindir, bir şey yapmanız gerekmez',
  spoken: {
    locale: 'tr-TR',
    opening: 'Ayaz don uyarısı.',
    minimum: (temperature) => `Bitki yüzeyinde ${temperature} derece bekleniyor.`,
    pastMinimum: (temperature) => `Bitki yüzeyinde ${temperature} derece bekleniyordu.`,
    below: (temperature) => `eksi ${temperature}`,
    hours: (from, to) => `Saat ${from} ile ${to} arası.`,
    ready: (time) => `Hazırlık en geç ${time}.`,
    answer: 'Duyduysanız 1 tuşuna basın.',
    code: (digits) => `Ayaz don uyarısı. Kodunuz ${digits}.`
  }
}

export const telegram: Catalogue['telegram'] = {
  confirmed: 'Don uyarıları bu sohbete gelecek.',
  expired: 'Bu bağlantının süresi doldu. Lütfen siteden yeniden abone olun.',
  unknown: 'Bu bağlantı bilinmiyor ya da daha önce kullanıldı. /liste açık olanları gösterir.',
  none: 'Bu sohbette don uyarısı yok.',
  help: '/liste uyarılarınızı gösterir\n/esik 60 hepsinin, /esik 60 2 ikincisinin eşiğini değiştirir; derece için /esik -2\n/iptal hepsini, /iptal 2 ikincisini sonlandırır',
  commands: { list: 'liste', threshold: 'esik', stop: 'iptal' },
  commandHelp: {
    list: 'Don uyarılarınızı gösterir',
    threshold: 'Eşiği değiştirir: /esik 60',
    stop: 'Don uyarılarınızı sonlandırır'
  },
  keep: 'Hayır, sürsün',
  begin: 'Buraya don uyarısı almak için şu sitede bir yer seçin ve verdiği bağlantıyı açın:',
  thresholdFaults: {
    needs_score:
      'Hiçbir şey değiştirilmedi. Bu eşik puandır: 1 ile 100 arasında bir puan verin; örneğin /esik 60. Dereceye çevirmek için bir iletinin altındaki “Değiştir veya duraklat” bağlantısını açın.',
    needs_degrees:
      'Hiçbir şey değiştirilmedi. Bu eşik derecedir: −30 ile 10\u00a0°C arasında bir sıcaklık verin; örneğin /esik -2. Puana çevirmek için bir iletinin altındaki “Değiştir veya duraklat” bağlantısını açın.',
    of_both_kinds:
      'Hiçbir şey değiştirilmedi: uyarılarınızın kiminin eşiği puan, kimininki derece. Hangisi olduğunu numarasıyla yazın; örneğin /esik 60 2 ya da /esik -2 1. /liste numaraları gösterir.'
  },
  noSuchNumber: 'Bu numarada bir uyarı yok. /liste hepsini gösterir.',
  statuses: {
    paused: 'duraklatıldı',
    suspended: 'askıda'
  },
  threshold: (score) => `eşik ${score}`,
  stopped: (count) => `${count} uyarı aboneliği bitti.`,
  takeBack: 'Geri al (on dakika içinde)',
  goesOn: (count) => `${count} uyarı yeniden açık.`,
  thresholdChanged: (count, score) => `${count} uyarının eşiği artık ${score}.`,
  temperatureChanged: (count, temperature) =>
    `${count} uyarının eşiği artık ${temperature}; ${count === 1 ? 'olasılığı' : 'olasılıkları'} değişmedi.`
}

export const channels: Catalogue['channels'] = {
  names: {},
  feedTitle: (place, threshold) => `${place}: don uyarıları (eşik ${threshold})`,
  push: {
    welcomeTitle: (place) => `${place}: don uyarıları açık`,
    welcome: 'Don uyarıları bu tarayıcıda gösterilecek.'
  },
  entities: {
    score: 'Don puanı',
    probability: 'Don olasılığı',
    plantMinimum: 'Bu gece bitki yüzeyinde en düşük',
    airMinimum: 'Bu gece en düşük hava sıcaklığı',
    coldestAt: 'En soğuk saat',
    frost: 'Bu gece don',
    alarm: 'Bu gecenin uyarısı',
    seen: 'Gördüm',
    measured: 'Termometreniz',
    foretold: 'O an için tahmin'
  }
}

export const calendar: Catalogue['calendar'] = {
  name: (place, threshold) => `Don riski: ${place} (${threshold})`,
  note: 'Takvim programları bunu birkaç saatte bir yeniler ve kimseyi uyandırmaz: zamanında haber almak için uyarı aboneliği açın.',
  scored: (place, risk, score) => `${place}: ${risk} (${score})`,
  takenBack: (title) => `Geri alındı: ${title}`,
  link: 'Geceler takviminizde (ICS)'
}
