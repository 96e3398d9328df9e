import type { Catalogue } from '../en.ts'

export const charts: Catalogue['charts'] = { sunset: 'Gün batımı', sunrise: 'Gün doğumu' }
