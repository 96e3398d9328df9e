import type { Catalogue } from '../en.ts'

export const thresholds: Catalogue['thresholds'] = {
  where: {
    air: 'havada',
    buds: 'tomurcuklarda',
    fruits: 'meyvelerde',
    shoots: 'sürgünlerde',
    plant: 'bitkilerde'
  },
  mayFallBelow: (temperature, where) => `sıcaklık ${where} ${temperature}’nin altına düşebilir`,
  expectedBelow: (temperature, where) => `sıcaklığın ${where} ${temperature}’nin altına düşmesi bekleniyor`,
  probability: (temperature, where) => `${sentence(where)} ${temperature} ve altı olasılığı`,
  value: (temperature, where, probability) => `${where} ${temperature}, en az ${probability} olasılıkla`
}

function sentence(words: string): string {
  return words.charAt(0).toLocaleUpperCase('tr') + words.slice(1)
}
