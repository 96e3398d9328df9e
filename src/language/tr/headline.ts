import type { Catalogue } from '../en.ts'

export const headline: Catalogue['headline'] = {
  unknown: (name) => `${name ?? 'Bu gece'}nin don riski bilinmiyor: veri eksik`,
  tonight: (_, lowered, name) => `${name ?? 'Bu gece'} ${lowered}`,
  around: (time) => `saat ${time} sularında `,
  between: (from, to) => `${from}–${to} arasında `,
  air: (air, when) => `${when}${air} bekleniyor`,
  resting: (minima, name) => `Ürün dinlenmede; ${name ?? 'bu gece'} ${minima} bekleniyor`,
  unscored: (minima, name) => `Bu dönem için puan yok; ${name ?? 'bu gece'} ${minima} bekleniyor`,
  minima: (air, plants) => `hava ${air}, bitki ${plants}`,
  airAndPlants: (air, plants, when) => `${when}hava ${air}, bitki yüzeyi ${plants} bekleniyor`
}
