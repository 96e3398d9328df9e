/** When deciduous trees rest: their buds then bear far more cold than the general severity supposes. */

import { cropById } from './crops.ts'

/** November to February north of the tropics, May to August south of them. */
const restMonths = { north: [10, 11, 0, 1], south: [4, 5, 6, 7] }
const tropicLatitude = 23.5

/**
 * Whether deciduous trees usually rest at an instant [ms since epoch]; never in the tropics.
 * @param crop The slug of the crop that is asked for: evergreens and annuals never rest. Null: any plant.
 */
export function isRestSeason(at: number, lat: number, crop: string | null = null): boolean {
  if (crop !== null && cropById(crop)?.neverRests === true) return false
  if (Math.abs(lat) < tropicLatitude) return false
  return restMonths[lat > 0 ? 'north' : 'south'].includes(new Date(at).getUTCMonth())
}
