import type { Catalogue } from '../en.ts'

export const refusals: Catalogue['refusals'] = {
  destination_required: 'Bu kanal için bir adres gerekiyor.',
  destination_invalid: 'Adres geçerli değil.',
  destination_not_allowed:
    'Bu adrese buradan ulaşılamaz: https ile başlayan, herkese açık bir adres yazın; yerel ve özel ağ adresleri ile sıra dışı portlar kabul edilmez.',
  threshold_out_of_range: 'Eşik puanı 1 ile 100, eşik sıcaklığı −30 ile 10 °C arasında bir sayı olmalı.',
  unsupported_channel: 'Bu kanal burada kullanılamıyor.',
  forbidden_channel: 'Bu kanal yalnızca işletmecinin API anahtarıyla kullanılabilir.',
  subscription_limit: 'Abonelik sınırına ulaşıldı. Daha sonra yeniden deneyin veya başka bir kanal seçin.',
  location_not_found: 'Bu yer bulunamadı.',
  alerts_unavailable:
    'Uyarılar şu anda çalışmıyor; gelmeyebilecek bir uyarı için abonelik alınmadı. Bir dakika sonra yeniden deneyin.',
  channel_unavailable: 'Kanala şu anda ulaşılamıyor. Daha sonra yeniden deneyin.',
  validation_failed: 'Formda bir hata var: ürün ve dönemi birlikte seçin.',
  idempotency_in_progress: 'Bu abonelik şu anda oluşturuluyor. Birkaç saniye sonra sayfayı yenileyin.',
  storage_unavailable: 'Veritabanı şu anda kullanılamıyor; hiçbir şey kaydedilmedi. Birazdan yeniden deneyin.'
}
