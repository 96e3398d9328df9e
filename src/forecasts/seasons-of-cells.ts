/**
 * The season of a cell of a source's grid, asked for once for the watched points in it: each gets it at its own height.
 */
import { recentlyUsed } from '../common/recently-used.ts'
import { raisedTemperatures } from '../weather/raised.ts'
import type { ForecastsDeps } from './deps.ts'
import {
  askSeason,
  isWanted,
  type Seasonal,
  type SeasonLack,
  type SeasonQuestion,
  saveSeason
} from './fetch-season.ts'
import type { Requester } from './requester.ts'
import { type SiteInCell, storedSite } from './shared-cells.ts'
import { createSingleFlight, retryMs } from './single-flight.ts'
import type { StoredSeason } from './stored-season.ts'

export interface SeasonsOfCells {
  /** Asks as `askSeason` does, or takes the season of the cell. */
  readonly ask: (source: Seasonal, question: SeasonQuestion) => Promise<StoredSeason | SeasonLack>
}

/** The last season of a cell, and the height that it is for. */
interface CellSeason extends Pick<SiteInCell, 'heightM'> {
  readonly season: StoredSeason
}

export function createSeasonsOfCells(deps: ForecastsDeps, mostCells: number): SeasonsOfCells {
  const cells = recentlyUsed<CellSeason>(mostCells)
  const underWay = createSingleFlight<CellSeason | SeasonLack>((error) => {
    deps.report('season_failed', { message: String(error), err: error })
    return { because: 'no_answer', askAgainAt: deps.clock() + retryMs }
  })

  const ask: SeasonsOfCells['ask'] = async (source, question) => {
    const { point, requester } = question
    const site = await storedSite(deps, source, point)
    if (site === null) return askSeason(deps, source, question)
    const { cell, gridCell, heightM } = site
    const key = `${source.credit.id} ${cell}`
    // The source's grid may have changed since the stored forecast: the season's answer tells the cell as it is now.
    const isOfCell = (season: StoredSeason): boolean =>
      season.gridCell === gridCell && isWanted(season, question)
    const known = cells.get(key)
    if (known !== undefined && isOfCell(known.season)) return follow(source, question, known, heightM)
    const isOthers = underWay.isUnderWay({ key })
    const answer = await underWay.run({ key }, async () => {
      const season = await askSeason(deps, source, question)
      if ('because' in season) return season
      cells.set(key, { season, heightM })
      return { season, heightM }
    })
    if ('because' in answer)
      return isOthers && mayFareBetter(answer, requester) ? ask(source, question) : answer
    if (!isOthers) return answer.season
    return isOfCell(answer.season)
      ? follow(source, question, answer, heightM)
      : askSeason(deps, source, question)
  }

  const follow = async (
    source: Seasonal,
    { point }: SeasonQuestion,
    { season, heightM: fromM }: CellSeason,
    heightM: number
  ): Promise<StoredSeason> => {
    const own = { ...season, temperaturesC: raisedTemperatures(season.temperaturesC, heightM - fromM) }
    await saveSeason(deps, source, point.key, own)
    return own
  }
  return { ask }
}

/** Whether a request that was refused for one requester may be allowed for this one. */
export function mayFareBetter(others: SeasonLack | null, requester: Requester): boolean {
  return (
    others?.because === 'client_share_spent' ||
    (others?.because === 'budget_spent' && requester.kind === 'watch')
  )
}
