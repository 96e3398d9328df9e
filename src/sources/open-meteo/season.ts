/** A season's temperatures: the reanalysis, and for the days it does not have yet what the forecast models had. */
import { dayMs } from '../../common/time.ts'
import type { SeasonHours } from '../../weather/series.ts'
import type { JsonAnswer } from '../http-json.ts'
import { requireNear } from '../json-reader.ts'
import type { FetchedSeason, GridCell, SeasonCapability, SeasonRequest } from '../source.ts'
import { type Ask, daysOfOneCall } from './config.ts'
import { gridOf, parseTemperatures } from './parse.ts'
import { archiveUrl, recentUrl } from './url.ts'

interface SeasonDeps {
  readonly urls: { readonly url: string; readonly archiveUrl: string }
  readonly ask: Ask
  readonly clock: () => number
}

/** ERA5 is five days late, ECMWF's analysis two (open-meteo.com/en/docs/historical-weather-api); two to spare. */
const archiveDelayDays = 7

export function openMeteoSeason(deps: SeasonDeps): SeasonCapability {
  const today = (): number => Math.floor(deps.clock() / dayMs)
  return {
    name: 'Open-Meteo historical weather (ERA5 and ECMWF IFS, CC BY 4.0)',
    costOf: (request) => {
      const { archived, recentDays } = divided(request, today())
      const archivedDays = archived === null ? 0 : archived.toDay - archived.fromDay + 1
      return (
        (archived === null ? 0 : Math.max(1, archivedDays / daysOfOneCall)) + (recentDays === null ? 0 : 1)
      )
    },
    fetch: async (request, signal) => {
      const { archived, recentDays } = divided(request, today())
      const ask = async (url: string): Promise<FetchedSeason> => toPart(await deps.ask(url, signal), request)
      const [past, recent] = await Promise.all([
        archived === null ? null : ask(archiveUrl(deps.urls.archiveUrl, archived)),
        recentDays === null ? null : ask(recentUrl(deps.urls.url, request, recentDays))
      ])
      const parts = [past, recent].filter((part) => part !== null)
      return { ...joined(request, parts), grid: recent?.grid ?? untold }
    }
  }
}

/** Which days the archive has, and how many days back the forecast server is asked for; null where it is not asked. */
function divided(request: SeasonRequest, today: number) {
  const archivedTo = Math.min(request.toDay, today - archiveDelayDays)
  const archived = request.fromDay <= archivedTo ? { ...request, toDay: archivedTo } : null
  const recentFrom = Math.max(request.fromDay, today - archiveDelayDays + 1)
  return { archived, recentDays: request.toDay >= recentFrom ? today - recentFrom : null }
}

/** The archive's grid is another one than that of forecasts. */
const untold: GridCell = { lat: null, lon: null, elevation: null }

function toPart({ json }: JsonAnswer, { point }: SeasonRequest): FetchedSeason {
  const grid = requireNear(gridOf(json), point)
  return { ...parseTemperatures(json), grid }
}

/** One series from the request's first hour to its last; where two parts have an hour, the first part counts. */
function joined({ fromDay, toDay }: SeasonRequest, parts: readonly SeasonHours[]): SeasonHours {
  const startHour = fromDay * 24
  const temperaturesC = new Float32Array((toDay - fromDay + 1) * 24).fill(Number.NaN)
  for (const part of parts) {
    part.temperaturesC.forEach((value, index) => {
      const at = part.startHour + index - startHour
      if (Number.isNaN(temperaturesC[at] ?? 0)) temperaturesC[at] = value
    })
  }
  return { startHour, temperaturesC }
}
