import type { Catalogue } from '../en.ts'

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
    confirmed: 'Uyarı açık.',
    code_sent: 'Yeni kod yolda.',
    end: 'Abonelik sonlandırıldı. Artık ileti gönderilmeyecek.',
    delivered: 'İleti yeniden gönderildi; sunucunuz kabul etti.',
    refused: 'İleti yeniden gönderildi, ama sunucunuz kabul etmedi.'
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
    delivered: 'kanal kabul etti',
    dropped: 'yerine yenisi geçti',
    rejected: 'geri çevrildi',
    expired: 'gönderilemeden süresi doldu'
  }
}
