import type { Catalogue } from '../en.ts'

export const linkPages: Catalogue['linkPages'] = {
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
  stageNow: 'Bitkilerinizin bugünkü fenolojik dönemi',
  renewStage: 'Dönemi kaydet',
  endSure: 'Evet, aboneliği sonlandır',
  sent: 'Gönderilen iletiler'
}
