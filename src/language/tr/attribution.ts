import type { Catalogue } from '../en.ts'

export const attribution: Catalogue['attribution'] = {
  synthetic: 'Gösterim için uydurulmuş veri. Tahmin değildir.'
}
