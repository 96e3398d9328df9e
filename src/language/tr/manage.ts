import type { Catalogue } from '../en/registry.ts'

export const manage: Catalogue['manage'] = {
  states: {
    pending_confirmation: 'onay bekliyor',
    active: 'açık',
    paused: 'duraklatıldı',
    suspended: 'askıda: iletiler geri çevrildi',
    unsubscribed: 'bitti',
    expired: 'süresi doldu'
  },
  done: {
    threshold: 'Eşik değiştirildi.',
    threshold_temperature: 'Eşik sıcaklığı ve olasılığı kaydedildi.',
    stage: 'Dönem kaydedildi; bugünden itibaren geçerli.',
    pause: 'Uyarı duraklatıldı: sürdürene kadar ileti gelmez.',
    resume: 'Uyarı yeniden açık.',
    test: 'Deneme iletisi gönderildi.',
    confirmed: 'Kod doğru.',
    code_sent: 'Yeni kod yolda.',
    end: 'Abonelik sonlandırıldı. Artık ileti gönderilmeyecek.',
    delivered: 'İleti yeniden gönderildi; sunucunuz kabul etti.',
    refused: 'İleti yeniden gönderildi, ama sunucunuz kabul etmedi.'
  },
  pastNights: {
    heading: 'Geçen geceler: ne dedik, ne oldu',
    saidNote:
      'Dereceler her gecenin kendi akşamında söylenenlerdir; “ölçülen”, termometrelerin gösterdiğidir.',
    scoreNote: 'Puan, bugünkü ürün ve döneme göredir.',
    reached: 'bugünkü eşiğinize ulaşıyordu; burada kayıtlı ileti yok',
    below: 'bugünkü eşiğinize ulaşmıyordu',
    unknown: 'burada kayıtlı ileti yok'
  },
  nights: {
    heading: 'Önümüzdeki geceler: neden ileti geldi, neden gelmedi',
    sent: (time) => `ileti gönderildi: ${time}`,
    waits: (time) => `eşiğinize ulaşıyor; iletinin gönderileceği zaman: ${time}`,
    leaves: 'eşiğinize ulaşıyor; ileti yolda',
    below: 'eşiğinize ulaşmıyor, bu yüzden ileti yok',
    unknown: 'eşiğinize ulaşıp ulaşmayacağı bilinmiyor',
    inactive: 'eşiğinize ulaşıyor, ama uyarı açık değil'
  },
  kinds: {
    change: 'Uyarı ya da güncelleme',
    raised: 'Uyarı',
    updated: 'Güncelleme',
    cleared: 'Eşiğin altına indi',
    dusk: 'Gün batımı öncesi hatırlatma',
    escalated: 'İkinci uyarı',
    blind: 'Tahmin yok',
    sighted: 'Tahminler yeniden geliyor',
    still_watching: 'Abonelik sürüyor',
    test: 'Deneme',
    verify: 'Adres doğrulaması',
    confirm: 'Onay isteği'
  },
  outcomes: {
    queued: 'sırada',
    until_morning: 'sırada; gönderileceği zaman: {when}',
    too_many_proofs:
      'bu adres için çok fazla istek geldiğinden henüz gönderilmedi; gönderileceği zaman: {when}',
    while_inactive: 'uyarı etkin olmadığı sürece gönderilmez',
    never: 'gönderilmeyecek: abonelik bitti',
    sending: 'gönderiliyor',
    delivered: 'gönderildi',
    dropped: 'yerine yenisi geçti',
    rejected: 'geri çevrildi',
    expired: 'gönderilemeden süresi doldu'
  }
}

export const manageProblems: Catalogue['manageProblems'] = {
  threshold_out_of_range:
    'Puan ya da oran (%) 1 ile 100 arasında bir sayı olmalı. Hiçbir şey değiştirilmedi.',
  '/threshold not_allowed':
    'Bu dönemin kendi puanı yoktur: uyarısı yalnızca dereceyle kurulur. Hiçbir şey değiştirilmedi.',
  '/threshold_temperature':
    'Eşik sıcaklığı −30 ile 10\u00a0°C arasında bir sayı olmalı. Hiçbir şey değiştirilmedi.',
  '/threshold_probability': 'Olasılık %5 ile %95 arasında olmalı. Hiçbir şey değiştirilmedi.',
  '/quiet_hours/to not_allowed':
    'Aynı saatte başlayıp biten sessiz saatler hiç bitmez. Hiçbir şey değiştirilmedi.',
  '/quiet_hours/from':
    'Sessiz saatlerin başlangıcı ve bitişi olmalı, örneğin 22.00 ve 06.30. Hiçbir şey değiştirilmedi.',
  '/quiet_hours/to':
    'Sessiz saatlerin başlangıcı ve bitişi olmalı, örneğin 22.00 ve 06.30. Hiçbir şey değiştirilmedi.',
  '/escalation':
    'Bu kanalların hiçbiri yanıtlanamıyor: örneğin Telegram, e-posta ya da telefonla ulaşılan birini ekleyin.',
  '/destination not_allowed': 'Uyarının kendisi zaten oraya gidiyor: başka birini yazın.',
  destination_required: 'Bu kanal bir adres ya da numara ister.',
  destination_invalid: 'Bu, o kanalın adresi ya da numarası değil. Düzeltip yeniden deneyin.',
  '/channel not_allowed': 'Bu kanal kimseyi uyandırmaz: başka birini seçin.',
  '/code': 'Gönderilen kod bu değil. Üç denemeden sonra yeni kod isteyin.',
  confirmation_expired: 'Kodun süresi geçti: yeni kod isteyin.',
  '401': 'Bu bağlantıyla açılan bir uyarı yok. Eksik kopyalanmış olabilir: bağlantıyı iletinin içinden açın.',
  '404': 'Bu bağlantıyla açılan bir uyarı yok. Eksik kopyalanmış olabilir: bağlantıyı iletinin içinden açın.',
  '409': 'Uyarının şu anki durumu buna izin vermiyor. Durumu görmek için sayfayı yenileyin.',
  '410': 'Bu uyarı bitmiş. Yerin sayfasından yeniden abone olun.',
  '422': 'Girilen değer kabul edilmedi ve hiçbir şey değiştirilmedi. Düzeltip yeniden deneyin.',
  '429': 'Çok sık istek gönderildi. {when} yeniden deneyin.',
  '503': 'Hizmet bunu şu anda yapamıyor. {when} yeniden deneyin.',
  '4xx': 'Hizmet bunu kabul etmedi ve hiçbir şey değiştirilmedi. Sayfayı yenileyip bir kez daha deneyin.',
  '5xx': 'Hizmette bir hata oldu. {when} yeniden deneyin; düzelmezse hizmeti işletene bildirin.',
  preview:
    'Bu bağlantı, demo verisiyle hazırlanmış bir önizlemeye ait: herkes okuyabildiği için bir şey açmaz. Gerçek bir iletinin bağlantısı, aboneliği değiştirmek veya bitirmek için burada açardı.',
  offline: 'Hizmete ulaşılamadı. Bağlantınızı denetleyin, sonra sayfayı yenileyin.',
  later: 'Biraz sonra'
}

export const people: Catalogue['people'] = {
  title: 'Haber verilecekler ve sessiz saatler',
  open: 'Haber verilecekler, sessiz saatler, kim gördü',
  back: 'Uyarıya dön',
  tonight: 'Bu gece',
  none: 'Bu gece için uyarı yok.',
  waiting: 'Bu uyarıyı gördüğünü henüz kimse bildirmedi.',
  worse: 'Durum o zamandan beri kötüleşti; yeni hâlini gördüğünü bildiren olmadı.',
  cleared: 'Tehlike geçti.',
  seenBy: (who, when) => `Gören: ${who}, ${when}.`,
  you: 'siz',
  byPhone: 'siz (telefonla)',
  contacts: 'Siz yanıt vermezseniz',
  chainOn:
    'Bu geceye ait bir uyarıyı kimse yanıtlamazsa uyarı bir kez daha gelir; sonra hazırlık saatinden önce sırayla bu kişilere gider. Birinin yanıtı hepsi için yeter.',
  chainOff: 'Yanıt vermediğiniz uyarı yeniden gönderilmez, başkasına da haber verilmez.',
  switchOn: 'Yanıt vermezsem yeniden gönder',
  switchOff: 'Yeniden gönderme',
  up: 'Öne al',
  remove: 'Çıkar',
  askThem: 'Bu bağlantıyı ona gönderin; onayı onunla verir.',
  asked: 'Onaylaması için ona ileti gönderildi.',
  code: 'Onun telefonuna gelen altı rakam',
  add: 'Kişi ekle',
  name: 'Adı',
  quiet: 'Sessiz saatler',
  quietText:
    'Bu saatlerde sizi yalnızca bu gece uyandırır, o da seçtiğiniz düzeyden başlayarak. Geri kalan her şey saatlerin bitmesini bekler.',
  from: 'Başlangıç',
  to: 'Bitiş',
  always: 'Şu düzeyden başlayarak yine de uyandırsın',
  save: 'Saatleri kaydet',
  noHours: 'Sessiz saat olmasın',
  done: {
    seen: 'Teşekkürler, gördüğünüz kaydedildi.',
    over: 'Bu gece için yanıtlanacak bir şey yok.',
    chain: 'Kaydedildi.',
    added: 'Kişi eklendi; şimdi onaylaması gerekiyor.',
    moved: 'Sıra kaydedildi.',
    removed: 'Kişi çıkarıldı.',
    confirmed: 'Kişi onaylandı.',
    hours: 'Sessiz saatler kaydedildi.',
    loud: 'Artık sessiz saat yok.'
  }
}

export const tonight: Catalogue['tonight'] = {
  title: 'Bu gecenin uyarıları',
  intro:
    'Bir kooperatifin ya da belediyenin API anahtarıyla abone edilen herkes: bu gece kime uyarı gitti, kim gördü, kim aranmalı.',
  key: 'API anahtarı',
  open: 'Listeyi göster',
  refused: 'Bu anahtarla açılan bir liste yok. Eksik kopyalanmış olabilir.',
  filter: 'Kimler',
  filters: { unanswered: 'Yanıt vermeyenler', raised: 'Uyarı verilenler', all: 'Herkes' },
  name: 'Ad',
  tag: 'Grup',
  show: 'Göster',
  none: 'Bu seçime uyan kimse yok.',
  more: 'Sonrakiler',
  notSent: 'Henüz gönderilmedi.',
  sent: (when) => `Gönderildi: ${when}.`,
  receipts: { delivered: 'Telefona ulaştı.', failed: 'Telefona ulaşmadı.' },
  seen: (when) => `Görüldü: ${when}.`,
  informed: 'Telefonla haber verildi',
  sendAgain: 'Yeniden gönder',
  callAgain: 'Yeniden ara',
  done: {
    informed: 'Kaydedildi: haberi var.',
    again: 'Uyarı bir kez daha yola çıktı.',
    changed: 'Uyarı artık gösterildiği gibi değil: geceye yeniden bakıp kendisine söyleyin.'
  }
}

export const linkPages: Catalogue['linkPages'] = {
  stopTitle: 'Bu uyarı aboneliği sonlandırılsın mı?',
  stopButton: 'Aboneliği sonlandır',
  stopped: 'Abonelik sonlandı',
  stoppedText: 'Artık ileti gönderilmeyecek.',
  goesOn: 'Uyarı yeniden açık',
  goesOnText: 'Bir gece eşiğinize ulaşınca yine ileti gelir.',
  tooLate: 'Geri almak için geç kalındı',
  tooLateText: 'Bir abonelik, sonlandırıldıktan sonra on dakika içinde geri alınabilir. Yeniden abone olun.',
  takeBack: 'Geri al',
  takeBackText: 'Yanlışlıkla mı oldu? On dakika içinde geri alabilirsiniz.',
  confirmTitle: 'Bu uyarı açılsın mı?',
  confirmButton: 'Uyarıyı aç',
  takeLabel: 'Bu ad iletilerin başlığında kullanılsın',
  confirmed: 'Uyarı açık',
  confirmedText: 'Bir gece eşiğinize ulaşınca ileti gelir.',
  expired: 'Onay için geç kalındı',
  expiredText: 'Onay süresi doldu. Yeniden abone olun; yeni bir ileti gönderilir.',
  unknown: 'Bu bağlantı geçerli değil',
  unknownText: 'Eksik kopyalanmış olabilir. Bağlantıyı iletinin içinden açın.',
  madeOver: [
    'Bu sayfa kapandı',
    'Uyarı kurulduktan sonra bir saat açıktı. Uyarınızı her iletideki bağlantıyla değiştirir ya da sonlandırırsınız.'
  ],
  preview: 'Bu bağlantı bir önizlemeye ait',
  previewText:
    'İleti demo verisiyle hazırlandı ve herkes okuyabilir; bu yüzden bağlantısı bir şey açmaz. Gerçek bir iletide bu bağlantı aboneliği burada bitirirdi.',
  place: 'Yer',
  channel: 'Kanal',
  temperature: 'Eşik sıcaklığı',
  temperatureOf: 'Hangi sıcaklık',
  status: 'Durum',
  manageTitle: 'Uyarınız',
  code: 'Telefonunuza gelen altı rakam',
  sendCode: 'Yeni kod gönder',
  pasteLink: 'İletideki bağlantının tamamını buraya yapıştırın',
  openAlert: 'Uyarıyı göster',
  goBack: 'Hayır, uyarı kalsın',
  pause: 'Duraklat',
  resume: 'Devam ettir',
  test: 'Deneme iletisi gönder',
  end: 'Aboneliği sonlandır',
  change: 'Değiştir',
  stageNow: 'Bitkilerinizin bugünkü fenolojik dönemi',
  renewStage: 'Dönemi kaydet',
  endSure: 'Evet, aboneliği sonlandır',
  resend: 'Yeniden gönder',
  sent: 'Gönderilen iletiler'
}
