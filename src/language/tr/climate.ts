import type { Catalogue } from '../en.ts'

/** First and last frosts of a place. */
export const climate: Catalogue['climate'] = {
  heading: 'İlk ve son don',
  last: 'İlkbaharın son donu',
  first: 'Sonbaharın ilk donu',
  oneInTen: '10 yılın 1’inde en geç',
  median: 'yılların yarısında en geç',
  nineInTen: '10 yılın 9’unda en geç',
  rarely: 'nadiren don olur',
  basis: (from: number, to: number) =>
    `2 m’deki hava, 0 °C ve altı: ${from}–${to} yıllarının yeniden analiz günlük en düşük sıcaklıkları, istasyonlara göre düzeltilmiş.`,
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
