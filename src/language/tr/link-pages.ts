import type { Catalogue } from '../en.ts'

export const linkPages: Catalogue['linkPages'] = {
  stopTitle: 'Bu uyarı aboneliği sonlandırılsın mı?',
  stopButton: 'Aboneliği sonlandır',
  stopped: 'Abonelik sonlandı',
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
  temperature: 'Eşik sıcaklığı',
  temperatureOf: 'Nerede',
  status: 'Durum',
  manageTitle: 'Uyarınız',
  manageNeedsScript:
    'Bu sayfa JavaScript gerektirir: adresteki anahtar, yalnızca bu hizmete sormak için kullanılır.',
  pause: 'Duraklat',
  resume: 'Devam ettir',
  test: 'Deneme mesajı gönder',
  end: 'Aboneliği sonlandır',
  change: 'Değiştir',
  stageNow: 'Bitkilerinizin bugünkü fenolojik dönemi',
  renewStage: 'Dönemi kaydet',
  endSure: 'Evet, aboneliği sonlandır',
  resend: 'Yeniden gönder',
  sent: 'Gönderilen iletiler'
}
