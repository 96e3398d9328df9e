import type { Catalogue } from '../en/registry.ts'
import { nightAtStart } from './notices.ts'

export const weather: Catalogue['weather'] = {
  labels: {
    '0': 'Açık',
    '1': 'Az bulutlu',
    '2': 'Parçalı bulutlu',
    '3': 'Kapalı',
    '45': 'Sisli',
    '48': 'Kırağılı sis',
    '51': 'Hafif çisenti',
    '53': 'Çisenti',
    '55': 'Yoğun çisenti',
    '56': 'Hafif donan çisenti',
    '57': 'Donan çisenti',
    '61': 'Hafif yağmurlu',
    '63': 'Yağmurlu',
    '65': 'Kuvvetli yağmurlu',
    '66': 'Hafif donan yağmur',
    '67': 'Donan yağmur',
    '71': 'Hafif kar yağışlı',
    '73': 'Kar yağışlı',
    '75': 'Yoğun kar yağışlı',
    '77': 'Kar taneleri',
    '80': 'Hafif sağanak',
    '81': 'Sağanak yağışlı',
    '82': 'Kuvvetli sağanak',
    '85': 'Hafif kar sağanağı',
    '86': 'Kar sağanağı',
    '95': 'Gök gürültülü sağanak yağışlı',
    '96': 'Gök gürültülü sağanak ve dolu yağışlı',
    '99': 'Gök gürültülü kuvvetli sağanak ve dolu yağışlı'
  },
  compass: ['K', 'KD', 'D', 'GD', 'G', 'GB', 'B', 'KB'],
  variables: {
    temperature: 'sıcaklık',
    dewPoint: 'çiy noktası',
    relativeHumidity: 'nem',
    apparentTemperature: 'hissedilen sıcaklık',
    precipitation: 'yağış',
    precipitationProbability: 'yağış olasılığı',
    snowfall: 'kar yağışı',
    weatherCode: 'hava durumu kodu',
    pressureMsl: 'basınç',
    cloudCover: 'bulutluluk',
    visibility: 'görüş mesafesi',
    windSpeed: 'rüzgâr hızı',
    windGustSpeed: 'rüzgâr hamlesi',
    windDirection: 'rüzgâr yönü',
    uvIndex: 'UV indeksi',
    snowDepth: 'kar kalınlığı'
  }
}

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
    radiation: 'Büyük olasılıkla radyasyon donu',
    advection: 'Büyük olasılıkla adveksiyon donu',
    mixed: 'Büyük olasılıkla karışık tip don'
  },
  typeMeanings: {
    radiation: 'açık ve durgun gece: toprak ısısını göğe verir',
    advection: 'soğuk hava rüzgârla gelir',
    mixed: 'hem soğuk hava gelir hem toprak soğur'
  },
  appearances: {
    white: 'Kırağı beklenir (beyaz don)',
    black: 'Kırağı beklenmez (kara don)'
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

export const climate: Catalogue['climate'] = {
  heading: 'İlk ve son don',
  last: 'İlkbaharda bu tarihten sonra don',
  first: 'Sonbaharda bu tarihten önce don',
  oneInTen: '10 yılın 1’inde',
  median: 'yılların yarısında',
  nineInTen: '10 yılın 9’unda',
  rarely: 'nadiren don olur',
  basis: (from: number, to: number) =>
    `2\u00a0m’deki hava, 0\u00a0°C ve altı: ${from}–${to} yıllarının yeniden analiz günlük en düşük sıcaklıkları, istasyonlara göre düzeltilmiş.`,
  uncertainty: (stations: number, difference: string) =>
    `Düzeltme ${stations} istasyondandır ve her tarihi iyileştirmez; bir yer bundan ${difference} daha soğuk veya daha sıcak olabilir.`,
  lastBetween: (range: string) => `Buna göre orta yılın son donu: ${range}.`,
  firstBetween: (range: string) => `Orta yılın ilk donu: ${range}.`,
  between: (one: string, other: string) => `${one} ile ${other} arasında`,
  orNone: (date: string) => `${date} ya da hiç`,
  freeDays: (days: string) => `İkisinin arası ${days} gün.`,
  uncorrected: (last: string, first: string) => `Düzeltmesiz orta tarihler: ${last} ve ${first}.`,
  riskByDate: 'Yıl boyunca risk',
  date: 'Tarih',
  night: 'Bir gecede don',
  later: 'Daha geç bir don',
  earlier: 'O güne kadar don',
  lacking: {
    being_fetched: (years: number, of: number) =>
      `Son ${of} yılın en düşük sıcaklıkları günde birkaç yıl olarak alınıyor; ${years} yıl hazır.`,
    queue_full: () => 'Çok sayıda yer sırada bekliyor. Lütfen birkaç gün sonra yeniden bakın.',
    not_fetched: () =>
      'Adı olan yerler ve uyarısı olan tarlalar için otuz yılın en düşük sıcaklıkları günde birkaç yıl olarak alınır. Bu tarlanınkiler henüz hazır değil.',
    no_archive: () => null
  }
}

export const charts: Catalogue['charts'] = { sunset: 'Gün batımı', sunrise: 'Gün doğumu' }

export const headline: Catalogue['headline'] = {
  unknown: (_, lowered, name) => `${nightAtStart(name)}nin ${lowered}: veri eksik`,
  tonight: (_, lowered, name) => `${nightAtStart(name)} ${lowered}`,
  around: (time) => `saat ${time} sularında `,
  air: (air, when, isPast) => `${when}${air}${isPast ? '' : ' bekleniyor'}`,
  resting: (minima, name, isPast) =>
    `Ürün dinlenmede; ${name ?? 'bu gece'} ${minima}${isPast ? '' : ' bekleniyor'}`,
  unscored: (minima, name, isPast) =>
    `Puan yok; ${name ?? 'bu gece'} ${minima}${isPast ? '' : ' bekleniyor'}`,
  minima: (air, plants) => `hava ${air}, bitki ${plants}`,
  airAndPlants: (air, plants, { when, isPast }) =>
    `${when}hava ${air}, bitki yüzeyi ${plants}${isPast ? '' : ' bekleniyor'}`
}

export const hero: Catalogue['hero'] = {
  onPlants: 'bitkide',
  inAir: 'havada',
  air: 'hava',
  wetBulb: 'ıslak termometre',
  at: (time) => `saat ${time}`,
  notMeasured: 'tahmin, ölçüm değil',
  evening: (plants, air) =>
    `akşam tahmini: en düşük ${plants === null ? '' : `bitkide ${plants}, `}havada ${air}`,
  measured: (air) => `ölçülen hava ${air}`,
  lastNight: (plants, time, evening) =>
    `Dün gece bitkide ${plants}, saat ${time} (tahmin${evening === null ? '' : `; ${evening}`})`,
  allCrops: 'Her bitki',
  unknown: 'bu gece için tahmin yok',
  retry: 'Yeniden denenecek',
  notNone: 'Don olmayacak demek değildir. Tahmin gelene kadar kendi termometrenize bakın.',
  damage: {
    buds: (share) => `tomurcuk ve çiçeklerde yaklaşık ${share} zarar`,
    fruits: (share) => `meyvelerde yaklaşık ${share} zarar`,
    shoots: (share) => `sürgünlerde yaklaşık ${share} zarar`
  },
  noDamage: 'zarar beklenmez',
  noShare: 'bu dönem için zarar oranı bilinmiyor',
  anyPlant: 'herhangi bir bitki için; ürününüzü seçin',
  coldest: (lowest) => `En soğuk an, ${lowest}`,
  end: 'Soğuğun sonu',
  spellEnd: 'Donun sonu',
  unending: 'bu tahminde yok',
  nextRisk: 'Sıradaki riskli gece',
  inDegrees: 'Sera, fidan ve turunçgil için derece uyarısı kurabilirsiniz.',
  whatToDo: 'Ne yapmalı?'
}
