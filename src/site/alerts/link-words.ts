/** The words of the pages behind the links of messages. */
import type { Language } from '../../language/language.ts'

const english = {
  stopTitle: 'End this alert?',
  stopButton: 'End the alert',
  stopped: 'The alert has ended',
  stoppedText: 'Nothing more will be sent.',
  confirmTitle: 'Turn this alert on?',
  confirmButton: 'Turn the alert on',
  confirmed: 'The alert is on',
  confirmedText: 'A message comes when a night reaches the threshold.',
  expired: 'That was too late',
  expiredText: 'The time to confirm is over. Subscribe again, and a new message is sent.',
  unknown: 'This link opens nothing',
  unknownText: 'It may have been copied in part. Open it from the message itself.',
  preview: 'This link belongs to a preview',
  previewText:
    'The message was made on demo data, and everybody may read it, so its link opens nothing. In a real message this link would end the subscription here.',
  place: 'Place',
  channel: 'Channel',
  threshold: 'From a score of',
  status: 'State',
  manageTitle: 'Your alert',
  manageNeedsScript:
    'This page needs scripts: the key in its address never leaves your browser but to ask this service.',
  pause: 'Pause',
  resume: 'Resume',
  test: 'Send a test',
  end: 'End',
  change: 'Change',
  done: 'Done.',
  pending_confirmation: 'waits to be confirmed',
  active: 'on',
  paused: 'paused',
  suspended: 'suspended: messages were refused',
  unsubscribed: 'ended',
  expiredState: 'expired'
}

/** What these pages say in one language. */
export type LinkWords = Readonly<typeof english>

const turkish: LinkWords = {
  stopTitle: 'Bu uyarı bitirilsin mi?',
  stopButton: 'Uyarıyı bitir',
  stopped: 'Uyarı bitti',
  stoppedText: 'Artık ileti gönderilmeyecek.',
  confirmTitle: 'Bu uyarı açılsın mı?',
  confirmButton: 'Uyarıyı aç',
  confirmed: 'Uyarı açık',
  confirmedText: 'Bir gecenin puanı eşiğe ulaşınca ileti gelir.',
  expired: 'Onay için geç kalındı',
  expiredText: 'Onay süresi doldu. Yeniden abone olun; yeni bir ileti gönderilir.',
  unknown: 'Bu bağlantı geçerli değil',
  unknownText: 'Eksik kopyalanmış olabilir. Bağlantıyı iletinin içinden açın.',
  preview: 'Bu bağlantı bir önizlemeye ait',
  previewText:
    'İleti demo verisiyle hazırlandı ve herkes okuyabilir; bu yüzden bağlantısı bir şey açmaz. Gerçek bir iletide bu bağlantı aboneliği burada bitirirdi.',
  place: 'Yer',
  channel: 'Kanal',
  threshold: 'Eşik puanı',
  status: 'Durum',
  manageTitle: 'Uyarınız',
  manageNeedsScript:
    'Bu sayfa betik gerektirir: adresteki anahtar, yalnızca bu hizmete sormak için kullanılır.',
  pause: 'Duraklat',
  resume: 'Sürdür',
  test: 'Deneme gönder',
  end: 'Bitir',
  change: 'Değiştir',
  done: 'Tamam.',
  pending_confirmation: 'onay bekliyor',
  active: 'açık',
  paused: 'duraklatıldı',
  suspended: 'askıda: iletiler geri çevrildi',
  unsubscribed: 'bitti',
  expiredState: 'süresi doldu'
}

/** The words of a language. */
export function linkWords(lang: Language): LinkWords {
  return lang === 'tr' ? turkish : english
}
