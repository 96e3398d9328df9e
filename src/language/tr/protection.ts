import type { Catalogue } from '../en.ts'
import { dativeOfClock, nightAtStart } from './dates.ts'

type Minima = Parameters<Catalogue['protection']['safe']>[0]

function minima({ part, critical, air, plants, time }: Minima): string {
  const limit = part === null ? `don ${critical}’de başlar` : `${critical}’de ${part}lerin onda biri ölür`
  return `en düşük hava ${air}, bitki yüzeyi ${plants}${around(time)}; ${limit}`
}

function around(time: string | null): string {
  return time === null ? '' : `, saat ${time} sularında`
}

export const protection: Catalogue['protection'] = {
  heading: (name) => `${nightAtStart(name)} ne yapmalı`,
  chooseCrop: 'Önce ürününüzü ve dönemini seçin',
  chooseCropWhy: 'öneri, ürünün o dönemde zarar gördüğü sıcaklığa göredir.',
  untested:
    'FAO’nun don korunması kitabındaki kurallara göredir; bahçede sınanmadı. Kararı kendi termometreniz verir.',
  more: 'Ne yapmalı, ayrıntısıyla',
  methods: { sprinkler: 'Üstten yağmurlama', wind_machine: 'Rüzgâr pervanesi', heaters: 'Isıtıcı (soba)' },
  sprinkler: {
    start: (wetBulb) => `Islak termometreniz ${wetBulb} gösterince başlatın`,
    pipes: 'Su, boru ve memeler donmadan akmaya başlamalı.',
    plantsFirst: (wetBulb, time) =>
      `Bitki, ıslak termometre ${wetBulb}’ye inmeden zarar görüyor: saat ${time} olmadan başlatın.`,
    orWetBulb: (wetBulb) => `Islak termometreniz daha önce ${wetBulb} gösterirse o zaman başlatın.`,
    dry: (air) => ` (kuru termometrede yaklaşık ${air})`,
    expected: (time) => `Beklenen saat: ${time}.`,
    notExpected: 'Büyük olasılıkla bu kadar soğumaz.',
    earliest: (time) => `Saat ${time} öncesinde gerekmez.`,
    watch: 'Şimdiden termometrenizi izleyin.',
    past: (time, latest) =>
      `Beklenen başlama saati (${time}) geçti: yalnızca ıslak termometre ${latest}’nin üstündeyse başlatın.`,
    stop: (zero, time) =>
      `Islak termometre ${zero}’nin üstüne çıkıp buz eriyince durdurun (yaklaşık ${time}).`,
    noStop: (zero) =>
      `Islak termometre ${zero}’nin üstüne çıkıp buz erimeden durdurmayın: öğleden önce beklenmiyor.`,
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
    no_cold: 'Gerekmiyor: risk çok az.',
    wind: 'Kullanmayın: rüzgâr fazla.',
    too_cold: (lowest) =>
      `Kullanmayın: ıslak termometre ${lowest}’nin altına iniyor; yağmurlama debisi yetmez.`,
    freezing_fog: 'Kullanmayın: donan sis kanatları kırabilir.',
    no_inversion: 'Yararı yok: üstteki hava pek ılık değil.',
    dew_point_missing: 'Öneri yok: tahminde nem eksik.',
    wind_missing: 'Öneri yok: tahminde rüzgâr eksik.',
    cloud_cover_missing: 'Öneri yok: tahminde bulutluluk eksik.'
  },
  harms: { buds: 'zarar', plants: 'don' },
  span: (from, to) => `${from}–${to} arasında`,
  around: (time) => `saat ${time} sularında`,
  until: (time) => `${dativeOfClock(time)} kadar`,
  after: (time) => `${time} sonrasında`,
  dayAndNight: 've gündüz boyunca',
  during: (name) => name ?? 'bu gece',
  cold: ({ night, when, part, critical, air, plants, time }) => {
    const limit = part === null ? 'don bu sıcaklıkta başlar' : `bu sıcaklıkta ${part}lerin onda biri ölür`
    return `${night} ${when} ${critical} ve altı bekleniyor: ${limit}. En düşük hava ${air}, bitki yüzeyi ${plants}${around(time)}`
  },
  was: ({ night, air, plants, time }) =>
    `${night} en düşük hava ${air}, bitki yüzeyi ${plants}${around(time)}`,
  possible: (facts) => {
    const { night, share, harm, loss } = facts
    const lost = loss === null ? '' : `; ortalama beklenen kayıp ${loss}`
    return `${night} ${share} olasılıkla ${harm} olur${lost}: ${minima(facts)}`
  },
  safe: (facts) => `${facts.night} ${facts.harm} beklenmiyor: ${minima(facts)}`,
  firstHarm: { buds: 'Zarar başlangıcı', plants: 'Don başlangıcı' },
  prepare: 'Hazırlık en geç',
  left: '{h} sa {m} dk sonra',
  leftMinutes: '{m} dk sonra',
  past: 'geçti'
}
