import type { Catalogue } from '../en.ts'

export const errorPages: Catalogue['errorPages'] = {
  tooMany: {
    title: 'Kısa sürede çok fazla sayfa açıldı',
    text: (seconds) => `Lütfen ${seconds} saniye sonra yeniden deneyin.`,
    shared: 'Okul gibi ortak bir bağlantıyı kullananların ziyaretleri birlikte sayılır.'
  },
  fault: {
    title: 'Bir hata oluştu',
    text: 'Bu sayfa hazırlanamadı. Lütfen bir dakika sonra yeniden deneyin.',
    id: (requestId) => `Hata yinelenirse site yöneticisine şu numarayı bildirin: ${requestId}`
  },
  notFound: {
    title: 'Böyle bir sayfa yok',
    text: 'Adres eksik kopyalanmış veya sayfa taşınmış olabilir.',
    meant: 'Bu yerlerden birini mi aradınız?'
  }
}
