import type { Catalogue } from '../en.ts'

export const cli: Catalogue['cli'] = {
  headings: ['Biten sabah', 'Puan', 'Düzey', 'Hava', 'Bitki (%10–90)', '0 °C altı (saat)', 'En soğuk', 'Tür'],
  none: 'Hiçbir gece için veri yok.',
  from: 'Tahmin zamanı',
  freshness: { fresh: 'güncel', aging: 'eskiyor', stale: 'eski' },
  demo: 'DEMO: Örnek veri, hava durumu gerçek değildir.',
  days: 'gün',
  noStage: 'evresi bilinmiyor'
}
