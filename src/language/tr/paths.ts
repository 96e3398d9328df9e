import type { Catalogue } from '../en.ts'

export const paths: Catalogue['paths'] = {
  place: 'yer',
  field: 'tarla',
  map: 'harita',
  search: 'ara',
  embed: 'siteme-ekle',
  subscribe: 'abone-ol',
  verification: 'dogrulama'
}
