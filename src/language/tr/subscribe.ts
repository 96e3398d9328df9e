import type { Catalogue } from '../en/registry.ts'

export const subscribe: Catalogue['subscribe'] = {
  heading: 'Uyarı alın',
  intro:
    'Bir gece eşiğinize ulaşınca, durum kötüleşince ve gece artık eşiğinize ulaşmayınca ileti alırsınız.',
  label: 'Tarlanıza verdiğiniz ad',
  labelMeant: (name: string) => `Şunu mu demek istediniz: “${name}”?`,
  how: 'Size nasıl ulaşalım?',
  when: 'Ne zaman haber verelim?',
  moves: { back: 'Geri', next: 'Devam' },
  close: 'Kapat',
  offline: 'Şu anda bağlantı yok. Yazdıklarınız duruyor: biraz sonra yeniden gönderin.',
  kinds: { score: 'Puana göre', damage: 'Zarara göre', degrees: 'Dereceye göre' },
  more: 'Daha ayrıntılı',
  threshold: 'Eşik puanı',
  fromScore: 'Kaç puandan itibaren haber verelim? (1–100)',
  thresholdHint: '10 = hafif don olabilir, 50 = zarar olası, 90 = çok yüksek risk.',
  thresholdOf: {
    buds: 'Zarar gören tomurcuk veya çiçek (%), en az',
    fruits: 'Zarar gören meyve (%), en az',
    shoots: 'Zarar gören sürgün (%), en az'
  },
  thresholdOfHint: (part) =>
    `Ürün seçilince puan, zarar görmesi beklenen ${part} oranıdır (%): 10 = onda biri, 50 = yarısı.`,
  wakeBelow: 'Sıcaklık şunun altına düşebilirse uyandır (°C)',
  temperatureOf: 'Hangi sıcaklık',
  temperatureHint: 'Gecenin bu sıcaklığa inme olasılığı seçtiğiniz orana ulaşınca ileti gelir.',
  unscoredHint: 'Puan yazarsanız uyarı her bitki için olur: bu dönemin kendi puanı yoktur.',
  slider: 'Kaydırarak seçin',
  meant: 'Kayıttaki son {of} geceden {n} tanesinde ileti gelirdi.',
  unmeant: 'Bu yerin kayıtlı gecesi henüz yok; ne sıklıkta ileti geleceği bilinmiyor.',
  criticalHint: 'Hazır yazılı sıcaklık, bu dönemde zararın başladığı sıcaklıktır.',
  probability: 'Ne kadar emin olalım?',
  probabilities: {
    '0.5': '%50: yarı yarıya',
    '0.3': '%30: daha erken uyarır',
    '0.1': '%10: en erken uyarır, boş yere uyardığı da çok olur'
  },
  probabilityNow: (share, from) =>
    `Önümüzdeki üç günün en soğuk gecesinde bunun olasılığı ${share}; ileti ${from} olasılıktan başlayarak gelir.`,
  firstMessage: (time) =>
    time === null
      ? 'İlk ileti yola çıktı.'
      : `Buna ulaşan gece bu gece değil, daha sonraki; ilk iletinin geliş saati: ${time}.`,
  forPrograms: 'Yazılımcılar için',
  subject: 'Uyarı şunun için:',
  estimatedStage: (crop, today) => `${crop}, dönemi tahmine göre, bugün: ${today}`,
  estimatedHint:
    'Dönem her gün yeniden tahmin edilir, puan da onu izler. Tahmin edilemediği günlerde genel puan geçerlidir.',
  anyPlant: 'her bitki (don şiddeti)',
  channel: 'Kanal',
  destination: 'Adres',
  destinationHint: 'ad@ornek.com, https://…, +90 532 …',
  addresses: { email: 'E-posta adresiniz', url: 'Webhook adresi', phone: 'Telefon numaranız' },
  format: 'Biçim',
  formatOfPrograms: 'Kendi programınız için imzalı JSON',
  subscribe: 'Abone ol',
  push: 'Bu tarayıcıda uyar',
  pushForbidden: 'Tarayıcı izin vermiyor. Bu site için bildirimlere izin verip yeniden deneyin.',
  pushFailed: 'Bu tarayıcıda kurulamadı. Daha sonra yeniden deneyin veya başka bir yol seçin.',
  preview: 'demo: yalnızca önizleme sayfasında görünür',
  pulled: 'bildirim gelmez, siz takip edersiniz',
  subscribed: 'Abone oldunuz',
  pending: 'Bir adım kaldı',
  refused: 'Kaydedilemedi',
  previewOnly: 'Bu bir demo: gerçek bir uyarı açık değil. İletiler yalnızca önizleme sayfasında görünür.',
  previewFetched:
    'Bu bir demo: gerçek bir uyarı açık değil. Örnek veriyle hazırlanan iletiler aşağıdaki adreste ve önizleme sayfasında görünür.',
  openIn: (channel) => `${channel} uygulamasında aç`,
  undo: 'Geri al: bu uyarıyı sonlandır',
  reaches: (score) => `Önümüzdeki üç günün gecelerinde en yüksek puan ${score}, eşiğinize ulaşıyor.`,
  onConfirming: (time) =>
    time === null
      ? 'Siz onaylayınca ilk ileti hemen gönderilir.'
      : `Ulaşan gece bu gece değil, daha sonraki: siz onaylayınca ilk iletinin geliş saati: ${time}.`,
  rounded: (score) => `${score} (yuvarlanmış)`,
  wouldFire: (score) =>
    `Önümüzdeki üç günün gecelerinde en yüksek puan ${score}, eşiğinize ulaşıyor: ilk uyarı hemen gönderilirdi.`,
  wouldFireAt: (score, time) =>
    `Önümüzdeki üç günün gecelerinde en yüksek puan ${score}, eşiğinize ulaşıyor. Ulaşan gece bu gece değil, daha sonraki; ilk uyarının gönderileceği saat: ${time}.`,
  fired: (score) =>
    `Önümüzdeki üç günün gecelerinde en yüksek puan ${score}, eşiğinize ulaşıyor: ilk uyarı yola çıktı.`,
  firesAt: (score, time) =>
    `Önümüzdeki üç günün gecelerinde en yüksek puan ${score}, eşiğinize ulaşıyor. Ulaşan gece bu gece değil, daha sonraki; ilk uyarının geliş saati: ${time}.`,
  wouldNotFire: (score) => `Önümüzdeki üç günün gecelerinde en yüksek puan ${score}, eşiğinizin altında.`,
  manage: 'Değiştirin, duraklatın veya sonlandırın',
  stop: 'Tek dokunuşla iptal edin',
  keepSecret: 'Bu adresleri kimseyle paylaşmayın: bilen herkes kullanabilir.',
  addressLink: 'Adres',
  previewLink: 'Önizleme',
  back: (page) => `${page} sayfasına dön`,
  seePreview: 'İletilerin nasıl göründüğüne bakın'
}

export const members: Catalogue['members'] = {
  command: {
    summary: 'çalışan bir hizmete abonelik dosyası aktarır, abonelikleri listeler',
    usage: `ayaz members import DOSYA --url URL [--key ANAHTAR] [--dry-run] [--ground METİN]
ayaz members list --url URL [--key ANAHTAR] [--tonight raised|unanswered] [--label METİN] [--location YER] [--state DURUM] [--tag ETİKET]
  Çalışan bir hizmette bir API anahtarının abonelikleri (docs/alerts.md). DOSYA başlık satırlı CSV ya da satır başına bir JSON
  nesnesidir; her satırın bir external_id değeri (örneğin üye numarası) vardır ve hep aynı aboneliktir: dosya yeniden aktarılabilir.
  Hatalı satırlar numarasıyla söylenir.

  --url URL        API adresi, örneğin https://don.example.org/api/v1
  --key ANAHTAR    API anahtarı; yoksa AYAZ_KEY değişkeni
  --dry-run        her satırı denetler, hiçbir şey kaydetmez
  --ground     kefil olan anahtarla: üyelerden neden kod istenmediği
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
