import type { Catalogue } from '../en.ts'

export const manageProblems: Catalogue['manageProblems'] = {
  threshold_out_of_range:
    'Puan ya da oran (%) 1 ile 100 arasında bir sayı olmalı. Hiçbir şey değiştirilmedi.',
  '/threshold not_allowed':
    'Bu dönemin kendi puanı yoktur: uyarısı yalnızca dereceyle kurulur. Hiçbir şey değiştirilmedi.',
  '/threshold_temperature':
    'Eşik sıcaklığı −30 ile 10 °C arasında bir sayı olmalı. Hiçbir şey değiştirilmedi.',
  '/threshold_probability': 'Olasılık %5 ile %95 arasında olmalı. Hiçbir şey değiştirilmedi.',
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
