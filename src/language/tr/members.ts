import type { Catalogue } from '../en.ts'

export const members: Catalogue['members'] = {
  command: {
    summary: 'çalışan bir hizmete abonelik dosyası aktarır, abonelikleri listeler',
    usage: `ayaz members import DOSYA --url URL [--key ANAHTAR] [--dry-run]
ayaz members list --url URL [--key ANAHTAR] [--tonight raised|unanswered] [--label METİN] [--location YER] [--state DURUM] [--tag ETİKET]
  Çalışan bir hizmette bir API anahtarının abonelikleri (docs/alerts.md). DOSYA başlık satırlı CSV ya da satır başına bir JSON
  nesnesidir; her satırın bir external_id değeri (örneğin üye numarası) vardır ve hep aynı aboneliktir: dosya yeniden aktarılabilir.
  Hatalı satırlar numarasıyla söylenir.

  --url URL        API adresi, örneğin https://don.example.org/api/v1
  --key ANAHTAR    API anahtarı; yoksa AYAZ_KEY değişkeni
  --dry-run        her satırı denetler, hiçbir şey kaydetmez
  --json           programlar için`
  },
  what: 'Ne yapılacağını yazın: import DOSYA ya da list.',
  oneFile: 'Aktarılacak tek dosyayı yazın; "list" dosya almaz.',
  noFile: (file) => `${file} diye bir dosya yok.`,
  urlAndKey: '--url ile bir API anahtarı verin (--key ya da AYAZ_KEY değişkeni).',
  noAnswer: (url) => `${url} yanıt vermiyor.`,
  line: (line, detail) => `Satır ${line}: ${detail}`,
  row: (id, detail) => `${id}: ${detail}`,
  imported: ({ stored, changed, unchanged, refused, newPoints, isDryRun }) =>
    `${isDryRun ? 'Deneme: ' : ''}${stored} yeni, ${changed} değişti, ${unchanged} aynı, ${refused} alınmadı; ${newPoints} yeni nokta.`,
  none: 'Abonelik yok.',
  headings: ['external_id', 'ad', 'yer', 'etiket', 'durum', 'bu gece'],
  tonight: ({ unanswered, seen_at, standing }) =>
    unanswered ? 'yanıt yok' : seen_at !== null ? 'görüldü' : standing === 'raised' ? 'uyarı var' : 'bitti'
}
