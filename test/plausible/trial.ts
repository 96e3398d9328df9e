/** One place whose source answers what a test gives it, from the parser to the report. */
import { hourMs } from '../../src/common/time.ts'
import type { ArchiveYear } from '../../src/forecasts/archive-ports.ts'
import { createBudget } from '../../src/forecasts/budget.ts'
import { openSnapshot } from '../../src/forecasts/derived-snapshot.ts'
import { createForecastCache } from '../../src/forecasts/forecast-cache.ts'
import { createForecasts } from '../../src/forecasts/forecasts.ts'
import { nightsIn } from '../../src/forecasts/frost-view.ts'
import { createGates } from '../../src/forecasts/gate.ts'
import type { StoredForecast } from '../../src/forecasts/ports.ts'
import type { PlaceReport } from '../../src/forecasts/report/place-report.ts'
import { reportOf } from '../../src/forecasts/report/report.ts'
import { createSourceCircuits } from '../../src/forecasts/source-circuits.ts'
import type { EveningStation } from '../../src/frost/evening-station.ts'
import type { FrostNight } from '../../src/frost/frost-night.ts'
import { createDemo } from '../../src/sources/demo/demo.ts'
import { parseForecast } from '../../src/sources/open-meteo/parse.ts'
import type { Source } from '../../src/sources/source.ts'
import { type Point, pointOf } from '../../src/weather/point.ts'
import { type Answer, jsonOf } from './answers.ts'
import type { HonestPlace } from './honest-weather.ts'

export interface Trial {
  readonly point: Point
  /** The source's answer at an hour; the report after it, null where nothing may be shown. */
  readonly ask: (hour: number, answer: unknown) => Promise<PlaceReport | null>
  readonly stored: () => StoredForecast | null
}

const nights = 3
const nothing = {
  ...{ biasC: 0, siteVarianceC2: null, plantBiasC: 0, plantVarianceC2: null, offset: null, nights: 0 }
}

export interface TrialOptions {
  /** The thermometers near the place, as they have read so far. */
  readonly stations?: (now: number) => readonly EveningStation[]
  /** The answer of a second source. */
  readonly second?: () => unknown
  readonly minimaOfYears?: readonly ArchiveYear[]
}

export function openTrial(
  place: HonestPlace,
  { stations = () => [], second, minimaOfYears = [] }: TrialOptions = {}
): Trial {
  const point = pointOf(place)
  let now = 0
  let given: unknown = null
  let row: StoredForecast | null = null
  const clock = (): number => now
  const demo = createDemo(clock)
  const noValidators = { etag: null, lastModified: null }
  const source = (id: string, answered: () => unknown): Source => ({
    ...demo,
    credit: { ...demo.credit, id },
    synthetic: false,
    fetchForecast: async () => ({
      kind: 'forecast',
      ...parseForecast(answered()),
      issuedAt: null,
      expiresAt: null,
      validators: noValidators,
      model: null
    })
  })
  const forecasts = createForecasts({
    sources: [source('open-meteo', () => given), ...(second === undefined ? [] : [source('second', second)])],
    archive: { years: async () => minimaOfYears },
    circuits: createSourceCircuits(clock),
    budget: createBudget({ add: async () => 0, spent: async () => 0 }, clock),
    gates: createGates(),
    clock,
    random: () => 0,
    report: () => undefined,
    cache: createForecastCache(1_000_000, () => ({ ...nothing, evening: stations(now) })),
    abortAfter: () => new AbortController().signal,
    store: {
      read: async (id, __, newerThan = Number.NEGATIVE_INFINITY) =>
        row !== null && row.sourceId === id && row.confirmedAt > newerThan ? row : null,
      async write(forecast) {
        row = forecast
        return true
      },
      any: async () => true,
      prune: async () => 0
    },
    leases: null,
    allowance: { take: async () => null, giveBack: async () => undefined },
    onRun: () => undefined,
    wantsEnsemble: () => false,
    demo: null
  })
  return {
    point,
    stored: () => row,
    async ask(hour, answer) {
      now = hour * hourMs
      given = answer
      const result = await forecasts.get(point, { kind: 'watch' })
      return result.kind === 'snapshot'
        ? reportOf({ point, place: null, nights }, result.snapshot, { at: now })
        : null
    }
  }
}

/** The nights of an answer that is right, whatever came before it. */
export function nightsOf(answer: Answer, stations: readonly EveningStation[] = []): readonly FrostNight[] {
  const at = answer.now * hourMs
  const { series, grid } = parseForecast(jsonOf(answer))
  const demo = createDemo(() => at)
  const meta = {
    source: demo.credit,
    synthetic: false,
    run: 'right',
    issuedAt: at,
    confirmedAt: at,
    askAgainAt: at,
    updatePeriodSeconds: 3600,
    isFallback: false,
    validators: { etag: null, lastModified: null },
    grid,
    model: null,
    ensemble: null,
    point: pointOf(answer.place),
    series
  }
  const snapshot = openSnapshot(meta, stations.length === 0 ? null : { ...nothing, evening: stations })
  return nightsIn(
    snapshot,
    snapshot.windows.filter(({ lastHour }) => lastHour >= answer.now).slice(0, nights),
    at
  )
}

export const codesOf = (report: PlaceReport): readonly string[] =>
  [...report.dataNotices, ...report.nightNotices].map(({ code }) => code)

/** Honest runs differ by more in every other night. */
const minPoints = 5
const levels = ['none', 'low', 'moderate', 'high', 'severe']

/**
 * Of which nights a level is published that is that of no honest run, neither of the newest nor of those before, nor
 * between them. @param runs Newest first.
 */
export function wrongLevels(
  report: PlaceReport,
  runs: readonly (readonly FrostNight[])[]
): readonly string[] {
  return report.nights.flatMap((night) => {
    const honest = runs.flatMap(
      (nights) => nights.find(({ window }) => window.date === night.window.date) ?? []
    )
    const known = honest.filter((one) => one.state === 'known')
    const [right] = known
    if (night.state !== 'known' || right === undefined || known.length < honest.length) return []
    const ranks = known.map(({ level }) => levels.indexOf(level))
    const rank = levels.indexOf(night.level)
    const isBetween = rank >= Math.min(...ranks) && rank <= Math.max(...ranks)
    const isNear = known.some(({ score }) => Math.abs(night.score - score) <= minPoints)
    if (isBetween || isNear) return []
    return [`${right.score.toFixed(1)} → ${night.score.toFixed(1)}`]
  })
}
