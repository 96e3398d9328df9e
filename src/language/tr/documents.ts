import type { Catalogue } from '../en.ts'

export const documents: Catalogue['documents'] = {
  title: 'Belgeler',
  description: 'Ayaz nasıl çalışır, nasıl kurulur, API’si nasıl kullanılır.',
  missing: 'Böyle bir belge yok',
  navigation: 'Belgeler',
  contents: 'Bu sayfada',
  copy: 'Kopyala',
  copied: 'Kopyalandı',
  groups: {
    use: 'API kullanımı',
    grow: 'Üreticiler için',
    run: 'Kurulum ve işletim',
    method: 'Puan nasıl hesaplanır',
    develop: 'Geliştirme',
    decisions: 'Kararlar'
  },
  names: {
    readme: 'Genel bakış',
    'ten-minutes': 'On dakikada API',
    api: 'API',
    reference: 'API başvurusu',
    problems: 'Hata kodları',
    site: 'Site ve bileşen',
    growers: 'Puan ne demek',
    alerts: 'Uyarılar',
    channels: 'Bildirim kanalları',
    gateways: 'Kısa iletiler ve aramalar',
    stations: 'Termometreler ve istasyonlar',
    places: 'Yerler',
    record: 'Bir yerin kayıtları',
    operation: 'İşletim',
    operators: 'Çalıştıranlar için',
    board: 'Kooperatif yönetimi için',
    scaling: 'Ölçekleme',
    configuration: 'Yapılandırma',
    sources: 'Veri kaynakları',
    science: 'Yöntem',
    verification: 'Doğrulama',
    architecture: 'Mimari',
    design: 'Sayfaların tasarımı',
    glossary: 'Sözlük',
    changelog: 'Değişiklikler'
  }
}
