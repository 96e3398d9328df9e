import type { Catalogue } from '../en.ts'

export const frost: Catalogue['frost'] = {
  updatedBy: 'Bu gecenin ölçümü',
  updated: (station, distance, time) => `${station}, ${distance} uzakta, ${time}`,
  beside: {
    name: 'İki tahmin',
    runs_disagree: (plants) => `birbirini tutmuyor: ötekine göre ${plants}; soğuk olanı gösterilir`,
    thermometer: (plants) => `termometrenin henüz geçmişi yok: ötekine göre ${plants}; soğuk olanı gösterilir`
  },
  levels: {
    none: 'Yok',
    low: 'Düşük',
    moderate: 'Orta',
    high: 'Yüksek',
    severe: 'Çok yüksek',
    unknown: 'Bilinmiyor'
  },
  risks: {
    none: 'Don riski yok',
    low: 'Düşük don riski',
    moderate: 'Orta düzeyde don riski',
    high: 'Yüksek don riski',
    severe: 'Çok yüksek don riski',
    unknown: 'Don riski bilinmiyor'
  },
  damageRisks: {
    none: 'Zarar riski yok',
    low: 'Düşük zarar riski',
    moderate: 'Orta zarar riski',
    high: 'Yüksek zarar riski',
    severe: 'Çok yüksek zarar riski',
    unknown: 'Zarar riski bilinmiyor'
  },
  mgmClasses: {
    none: 'Don yok',
    hafif: 'Hafif zirai don',
    orta: 'Orta zirai don',
    kuvvetli: 'Kuvvetli zirai don'
  },
  types: {
    radiation: 'Radyasyon donu',
    advection: 'Adveksiyon donu',
    mixed: 'Karışık tip don'
  },
  typeMeanings: {
    radiation: 'açık ve durgun gece: toprak ısısını göğe verir',
    advection: 'soğuk hava rüzgârla gelir',
    mixed: 'hem soğuk hava gelir hem toprak soğur'
  },
  appearances: {
    white: 'Kırağılı (beyaz) don',
    black: 'Kara don (kırağısız)'
  },
  confidences: {
    high: 'yüksek',
    medium: 'orta',
    low: 'düşük'
  },
  exposures: {
    ground: 'Yer seviyesinde',
    vine: 'Asma yüksekliğinde',
    canopy: 'Ağaç tacı yüksekliğinde'
  },
  inputs: {
    cloud_cover: 'bulutluluk',
    dew_point: 'çiy noktası',
    wind_speed: 'rüzgâr'
  },
  stageReasons: {
    out_of_season: 'mevsimi değil',
    season_unavailable: 'mevsimin sıcaklıkları şu an alınamıyor',
    season_share_spent: 'mevsim sıcaklıkları için bugün ayrılan sorgu payı tükendi',
    season_incomplete: 'mevsimin sıcaklıklarında eksik saatler var',
    before_first_stage: 'modelin bildiği ilk dönem için henüz yeterli soğuklama ya da sıcaklık birikmedi',
    after_last_stage: 'mevsim, modelin bildiği son dönemi geçti'
  },

  explanation: ({ air, radiation, uncertainty, lowers }) =>
    `Havanın soğukluğu ${air} puan veriyor, bitkinin gece havadan daha fazla soğuması ${radiation} puan ekliyor, tahminin belirsizliği ${uncertainty} puan ${lowers ? 'azaltıyor' : 'ekliyor'}.`
}
