import type { Catalogue } from '../en.ts'

export const attribution: Catalogue['attribution'] = {
  synthetic: 'Gösterim amaçlı örnek veri; tahmin değildir.'
}
