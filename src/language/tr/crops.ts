import type { Catalogue } from '../en.ts'

export const crops: Catalogue['crops'] = { generic: 'Genel (her bitki)' }
