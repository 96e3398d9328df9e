import type { Catalogue } from '../en.ts'

export const paths: Catalogue['paths'] = {
  place: 'yer',
  field: 'tarla',
  search: 'ara',
  embed: 'siteme-ekle',
  subscribe: 'abone-ol',
  verification: 'dogrulama'
}
