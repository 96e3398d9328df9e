import type { Catalogue } from '../en.ts'

export const subscribe: Catalogue['subscribe'] = {
  heading: 'Uyarı alın',
  intro: 'Bir gece eşiğinize ulaşınca, durum kötüleşince ve gece eşiğinizin altına inince ileti alırsınız.',
  label: 'Tarlanıza verdiğiniz ad',
  labelMeant: (name: string) => `Şunu mu demek istediniz: “${name}”?`,
  channel: 'Kanal',
  threshold: 'Eşik puanı',
  thresholdHint: '10 = hafif don olabilir, 50 = zarar olası, 90 = çok yüksek risk.',
  thresholdOf: {
    buds: 'Zarar gören tomurcuk oranı (%) en az',
    fruits: 'Zarar gören meyve oranı (%) en az',
    shoots: 'Zarar gören sürgün oranı (%) en az'
  },
  thresholdOfHint: (part) =>
    `Ürün seçilince puan, zarar görmesi beklenen ${part} oranıdır (%): 10 = onda biri, 50 = yarısı.`,
  temperature: 'Ya da sıcaklık şunun altına düşebilirse (°C)',
  wakeBelow: 'Sıcaklık şunun altına düşebilirse uyandır (°C)',
  orScore: 'Ya da puan şuna ulaşınca (1–100)',
  temperatureOf: 'Nerede',
  temperatureHint:
    'Sıcaklık yazarsanız puana bakılmaz: gecenin bu sıcaklığa inme olasılığı seçtiğiniz orana ulaşınca ileti gelir.',
  unscoredHint: 'Puan yazarsanız uyarı her bitki için olur: bu dönemin kendi puanı yoktur.',
  criticalHint: 'Hazır yazılı sıcaklık, bu dönemde zararın başladığı sıcaklıktır.',
  probability: 'Olasılık en az',
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
  forPrograms: 'Akış okuyucular ve yazılımlar için',
  subject: 'Uyarı şunun için:',
  estimatedStage: (crop, today) => `${crop}, dönemi tahmine göre, bugün: ${today}`,
  estimatedHint:
    'Dönem her gün yeniden tahmin edilir, puan da onu izler. Tahmin edilemediği günlerde genel puan geçerlidir.',
  anyPlant: 'her bitki (don şiddeti)',
  destination: 'Adres',
  destinationHint: 'ad@ornek.com, https://…, +90 532 …',
  subscribe: 'Abone ol',
  push: 'Bu tarayıcıda uyar',
  pushForbidden: 'Tarayıcı izin vermiyor. Bu site için bildirimlere izin verip yeniden deneyin.',
  pushFailed: 'Bu tarayıcıda kurulamadı. Daha sonra yeniden deneyin veya yukarıdan başka bir kanal seçin.',
  preview: 'demo: yalnızca önizleme sayfasında görünür',
  pulled: 'bildirim gelmez, siz takip edersiniz',
  subscribed: 'Abone oldunuz',
  pending: 'Bir adım kaldı',
  refused: 'Kaydedilemedi',
  active: 'Uyarı açık.',
  previewOnly: 'Bu bir demo: gerçek bir uyarı açık değil. İletiler yalnızca önizleme sayfasında görünür.',
  previewFetched:
    'Bu bir demo: gerçek bir uyarı açık değil. Örnek veriyle hazırlanan iletiler aşağıdaki adreste ve önizleme sayfasında görünür.',
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
  confirmLink: 'Onaylayın',
  addressLink: 'Adres',
  previewLink: 'Önizleme',
  back: (page) => `${page} sayfasına dön`,
  seePreview: 'İletilerin nasıl göründüğüne bakın'
}
