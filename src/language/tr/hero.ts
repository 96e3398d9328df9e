import type { Catalogue } from '../en.ts'

export const hero: Catalogue['hero'] = {
  onPlants: 'bitkide',
  inAir: 'havada',
  air: 'hava',
  wetBulb: 'ıslak termometre',
  at: (time) => `saat ${time}`,
  notMeasured: 'tahmin, ölçüm değil',
  lastNight: (plants, time) => `Dün gece bitkide ${plants}, saat ${time} (tahmin)`,
  allCrops: 'Her bitki',
  unknown: 'bu gece için tahmin yok',
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
  whatToDo: 'Ne yapmalı?'
}
