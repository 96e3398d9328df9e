import type { Catalogue } from '../en.ts'

export const protection: Catalogue['protection'] = {
  heading: 'Bu gece ne yapmalı',
  untested:
    'FAO’nun don korunması kitabındaki kurallara göredir; bahçede sınanmadı. Kararı kendi termometreniz verir.',
  more: 'Ne yapmalı, ayrıntısıyla',
  methods: { sprinkler: 'Üstten yağmurlama', wind_machine: 'Rüzgâr pervanesi', heaters: 'Isıtıcı (soba)' },
  sprinkler: {
    start: (wetBulb) => `Islak termometreniz ${wetBulb} gösterince başlatın`,
    plantsFirst: (time) =>
      `Bitki, ıslak termometre oraya inmeden zarar sıcaklığına ulaşıyor: saat ${time}’dan önce başlatın.`,
    orWetBulb: (wetBulb) => `Islak termometreniz daha önce ${wetBulb} gösterirse o zaman başlatın.`,
    dry: (air) => ` (kuru termometrede yaklaşık ${air})`,
    expected: (time) => `Beklenen saat: ${time}.`,
    notExpected: 'Buna inmesi beklenmiyor ama olabilir.',
    earliest: (time) => `En erken saat ${time} sularında gerekir.`,
    watch: 'Şimdiden termometrenizi izleyin.',
    past: (time) =>
      `Beklenen başlama saati (${time}) geçti: ancak ıslak termometre zarar sıcaklığının üstündeyse başlatın.`,
    stop: (zero, time) => `Islak termometre ${zero} üstüne çıkıp buz eriyince durdurun (yaklaşık ${time}).`,
    noStop: (zero) =>
      `Islak termometre ${zero} üstüne çıkıp buz erimeden durdurmayın: öğleden önce beklenmiyor.`,
    probability: (share) =>
      `Gerekme olasılığı ${share}: bir gecelik suyun masrafı, olası zararın bu oranından azsa değer.`
  },
  machine: {
    gain: (gain) => `Yaklaşık ${gain} kazandırır.`,
    enough: 'Beklenen soğuğa yeter.',
    tooLittle: 'Beklenen soğuğa tek başına yetmez.'
  },
  heaters: { needed: (needed) => `Bitkinin ${needed} ısınması gerekiyor.` },
  begin: (time) => `Başlama saati: ${time}.`,
  beginPast: (time) => `Başlama saati (${time}) geçti: hemen başlayın.`,
  standBy: 'Çalıştırmak gerekmeyebilir; hazır bulundurun.',
  reasons: {
    no_cold: 'Bu gece gerekmiyor.',
    wind: 'Kullanmayın: bu gece rüzgâr fazla.',
    too_cold: (lowest) =>
      `Kullanmayın: ıslak termometre ${lowest} altına iniyor; su, verdiğinden çok ısı alır.`,
    freezing_fog: 'Kullanmayın: donan sis kanatları kırabilir.',
    no_inversion: 'Yararı yok: üstteki hava pek ılık değil.',
    dew_point_missing: 'Öneri yok: tahminde nem eksik.',
    wind_missing: 'Öneri yok: tahminde rüzgâr eksik.',
    cloud_cover_missing: 'Öneri yok: tahminde bulutluluk eksik.'
  },
  harms: { buds: 'zarar', plants: 'don' },
  span: (from, to) => `${from}–${to} arasında`,
  around: (time) => `saat ${time} sularında`,
  cold: ({ when, harm, critical, air, plants, time }) =>
    `Bu gece ${when} ${critical} ve altı bekleniyor: ${harm} bu sıcaklıkta başlar. En düşük hava ${air}, bitki yüzeyi ${plants}, saat ${time} sularında`,
  possible: ({ share, harm, critical, air, plants, time }) =>
    `Bu gece ${harm} beklenmiyor ama olabilir (${share}): en düşük hava ${air}, bitki yüzeyi ${plants}, saat ${time} sularında; ${harm} ${critical} sıcaklıkta başlar`,
  safe: ({ harm, critical, air, plants, time }) =>
    `Bu gece ${harm} beklenmiyor: en düşük hava ${air}, bitki yüzeyi ${plants}, saat ${time} sularında; ${harm} ${critical} sıcaklıkta başlar`,
  firstHarm: { buds: 'Zararın başladığı saat', plants: 'Donun başladığı saat' },
  prepare: 'Hazırlık için son saat',
  left: '{h} sa {m} dk sonra',
  past: 'geçti'
}
