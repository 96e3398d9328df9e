/** The demo's archive: thirty years that differ from each other, and no measurement among them. */
import { pointOf } from '../../weather/point.ts'
import type { ArchiveMinima, ArchiveRequest } from '../source.ts'
import { dawnLevelC } from './nights.ts'
import { seededRandom } from './seeded-random.ts'

const meanC = 6
const swingC = 11
/** The coldest day of the year: 20 January, half a year later in the south. */
const coldestDay = 19
const daysPerYear = 365.2425
/** Nights of one spell are alike. */
const spellDays = 5
/** The height of the made minima [m]: that of a place whose own is unknown to the demo. */
const elevation = 400

/** Minima that are a function of the point and the day and nothing else. */
export function makeArchive(request: ArchiveRequest): ArchiveMinima {
  const { lat, lon, timezone, fromDay, toDay } = request
  const levelC = meanC + dawnLevelC(pointOf({ lat, lon, timezone, elevation }))
  const minimaC = Float32Array.from({ length: toDay - fromDay + 1 }, (_, index) => {
    const day = fromDay + index
    const sinceColdest = (day - coldestDay) / daysPerYear + (lat < 0 ? 0.5 : 0)
    const spell = seededRandom(`archive/${lat.toFixed(1)}/${Math.floor(day / spellDays)}`) - 0.5
    const night = seededRandom(`archive/${lat.toFixed(1)}/${day}/night`) - 0.5
    return levelC - swingC * Math.cos(2 * Math.PI * sinceColdest) + 8 * spell + 5 * night
  })
  return { startDay: fromDay, minimaC, elevation }
}
