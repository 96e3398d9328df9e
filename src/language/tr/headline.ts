import type { Catalogue } from '../en.ts'
import { nightAtStart } from './dates.ts'

export const headline: Catalogue['headline'] = {
  unknown: (name) => `${nightAtStart(name)}nin don riski bilinmiyor: veri eksik`,
  tonight: (_, lowered, name) => `${nightAtStart(name)} ${lowered}`,
  around: (time) => `saat ${time} sularında `,
  between: (from, to) => `${from}–${to} arasında `,
  air: (air, when, isPast) => `${when}${air}${isPast ? '' : ' bekleniyor'}`,
  resting: (minima, name, isPast) =>
    `Ürün dinlenmede; ${name ?? 'bu gece'} ${minima}${isPast ? '' : ' bekleniyor'}`,
  unscored: (minima, name, isPast) =>
    `Puan yok; ${name ?? 'bu gece'} ${minima}${isPast ? '' : ' bekleniyor'}`,
  minima: (air, plants) => `hava ${air}, bitki ${plants}`,
  airAndPlants: (air, plants, { when, isPast }) =>
    `${when}hava ${air}, bitki yüzeyi ${plants}${isPast ? '' : ' bekleniyor'}`
}
