import type { Catalogue } from '../en.ts'

export const cli: Catalogue['cli'] = {
  headings: ['Sabahı', 'Puan', 'Düzey', 'Hava', 'Bitki (%10–90)', '0 altı saat', 'En soğuk', 'Tür'],
  none: 'Hiçbir gece için veri yok.',
  from: 'Tahmin zamanı',
  freshness: { fresh: 'güncel', aging: 'eskiyor', stale: 'eski' },
  demo: 'DEMO: bu hava durumu uydurmadır.',
  days: 'gün',
  noStage: 'evresi bilinmiyor'
}
