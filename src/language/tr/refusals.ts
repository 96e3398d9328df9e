import type { Catalogue } from '../en.ts'

export const refusals: Required<Catalogue['refusals']> = {
  destination_required: 'Bu kanal için bir adres gerekiyor.',
  destination_invalid:
    'Adres geçerli değil: e-posta adresi ad@ornek.com, web adresi https://ornek.com/don gibi yazılır.',
  destination_not_allowed:
    'Bu adrese buradan ulaşılamaz: https ile başlayan, herkese açık bir adres yazın; yerel ve özel ağ adresleri ile sıra dışı portlar kabul edilmez.',
  unsupported_channel: 'Bu kanal burada kullanılamıyor.',
  forbidden_channel: 'Bu kanal yalnızca işletmecinin API anahtarıyla kullanılabilir.',
  subscription_limit:
    'Bugünlük abonelik sınırına ulaşıldı. Yarın yeniden deneyin veya işletmeciden sınırsız bir anahtar isteyin.',
  location_not_found: 'Bu yer bulunamadı.',
  alerts_unavailable:
    'Uyarılar şu anda çalışmıyor; gelmeyebilecek bir uyarı için abonelik alınmadı. Bir dakika sonra yeniden deneyin.',
  channel_unavailable: 'Kanala şu anda ulaşılamıyor. Daha sonra yeniden deneyin.',
  validation_failed: 'Formda bir hata var.',
  idempotency_in_progress: 'Bu abonelik şu anda oluşturuluyor. Birkaç saniye sonra sayfayı yenileyin.',
  idempotency_key_reused:
    'Bu form daha önce başka bilgilerle gönderildi. Bilgileri kontrol edin; yeni bir uyarı için yeniden gönderin.',
  storage_unavailable: 'Veritabanı şu anda kullanılamıyor; hiçbir şey kaydedilmedi. Birazdan yeniden deneyin.'
}

export const refusedMembers: Catalogue['refusedMembers'] = {
  location: 'Yer bilinmiyor: aramadan ya da haritadan bir yer seçin.',
  lat: 'Enlem −90 ile 90 arasında bir sayı olmalı.',
  lon: 'Boylam −180 ile 180 arasında bir sayı olmalı.',
  elevation: 'Tarlanın rakımı −430 ile 9000 m arasında bir sayı olmalı; bilmiyorsanız boş bırakın.',
  threshold: 'Puan ya da oran (%) 1 ile 100 arasında bir sayı olmalı.',
  threshold_temperature: 'Sıcaklık −30 ile 10 °C arasında bir sayı olmalı.',
  threshold_of: 'Sıcaklık ya bitkinin ya da havanın sıcaklığı olmalı.',
  threshold_probability: 'Olasılık %5 ile %95 arasında olmalı.',
  crop: 'Ürün listeden seçilmeli.',
  stage: 'Dönem, ürünün dönemlerinden biri olmalı.',
  exposure: 'Tomurcukların yüksekliği listeden seçilmeli.',
  label:
    'Tarlanıza verdiğiniz ad en çok 80 karakterlik düz bir ad olmalı: bağlantı, internet adresi, görünmeyen karakter ya da bir sözcükte iki alfabeden harf olamaz; noktadan sonra boşluk bırakın.'
}
