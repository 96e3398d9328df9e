import type { Catalogue } from '../en.ts'

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
