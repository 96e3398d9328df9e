import type { Catalogue } from '../en.ts'

export const intakes: Catalogue['intakes'] = {
  command: {
    summary: 'istasyonların gönderim şifreleri: oluşturur, eşler, yeniler, iptal eder',
    usage: `ayaz intakes create [--label METİN] [--unit C|F]
ayaz intakes list
ayaz intakes show KİMLİK
ayaz intakes map KİMLİK ALAN --location YER --kind TÜR [--device CİHAZ] [--exposure KONUM] [--station AD]
ayaz intakes rotate KİMLİK
ayaz intakes revoke KİMLİK
  İşletmecinin girişleri (docs/stations.md). Şifre bir kez gösterilir, yalnızca özeti saklanır. İstasyonun gönderdiklerini
  "show" listeler; eşlenmeyen alandan hiçbir şey saklanmaz.

  --unit C|F      alanların adı ne olursa olsun istasyonun ölçtüğü birim
  --kind TÜR      air_2m veya plant; plant için --exposure ground, vine veya canopy
  --json          programlar için`
  },
  what: 'Ne yapılacağını yazın: create, list, show, map, rotate veya revoke.',
  words: (words) => `ayaz intakes şunu bilmiyor: "${words}".`,
  unitIs: '--unit C veya F olur.',
  none: 'Giriş yok. "ayaz intakes create" bir tane oluşturur.',
  unknown: (id) => `"${id}" diye bir giriş yok. "ayaz intakes list" girişleri gösterir.`,
  secret: (id) => `Giriş ${id}. Şifre bir daha gösterilmez: istasyona yazın.`,
  headings: ['kimlik', 'sahibi', 'birim', 'son gönderim', 'durum', 'etiket'],
  channelHeadings: ['cihaz', 'alan', 'son değer', 'birim', 'son duyulma', 'sensör'],
  refusalHeadings: ['alınmayan', 'sayı', 'en yenisi', 'neden'],
  active: 'geçerli',
  revoked: (id) => `Giriş ${id} iptal edildi.`,
  mapped: (field) => `"${field}" eşlendi: okumaları artık saklanıyor.`,
  notMapped: 'eşlenmedi'
}
