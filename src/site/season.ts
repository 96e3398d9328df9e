/** When trees rest: their buds then bear far more cold than the general severity supposes. */

/** November to February north of the tropics, May to August south of them. */
const restMonths = { north: [10, 11, 0, 1], south: [4, 5, 6, 7] }
const tropicLatitude = 23.5

/** Whether deciduous trees usually rest at an instant [ms since epoch]; never in the tropics. */
export function isRestSeason(at: number, lat: number): boolean {
  if (Math.abs(lat) < tropicLatitude) return false
  return restMonths[lat > 0 ? 'north' : 'south'].includes(new Date(at).getUTCMonth())
}
