import { hourMs } from '../../common/time.ts'
import { withLearned } from '../../forecasts/derived-snapshot.ts'
import type { ForecastSnapshot } from '../../forecasts/forecast-snapshot.ts'
import type { Forecasts } from '../../forecasts/forecasts.ts'
import type { LearnedSite } from '../../forecasts/ports.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { reportOf } from '../../forecasts/report/report.ts'
import { type LackingNight, type SnapshotMeta, stepOf } from '../../forecasts/snapshot.ts'
import type { FrostNight, KnownNight } from '../../frost/frost-night.ts'
import { nightWindows } from '../../frost/night-window.ts'
import { needsProtection } from '../../frost/protection/protection.ts'
import { nearestProfile } from '../../frost/scoring-profile.ts'
import { type Place, pointOf } from '../../weather/point.ts'
import { type AlertNight, alertNight, expectedColdestHour, tenthOf } from '../alert-night.ts'
import { alertRules } from '../rules.ts'
import type {
  JudgedProfile,
  MeasuredBeside,
  WatchedForecast,
  WatchedForecasts
} from '../watched-forecasts.ts'

interface WatchedForecastsDeps {
  readonly forecasts: Pick<Forecasts, 'latest' | 'seasons'>
  readonly clock: () => number
  /** Thermometers of owners; absent: no one has any. */
  readonly own?: OwnThermometers
}

/** Thermometers that follow tonight for one client alone; clients are hashes. */
interface OwnThermometers {
  readonly isAny: () => boolean
  readonly owners: (at: Pick<SnapshotMeta, 'point' | 'grid'>) => readonly string[]
  /** What was learned for one of these owners; without any there, as for everyone. */
  readonly learned: (forecast: ForecastSnapshot, owners: readonly string[]) => LearnedSite | null
  /** When one nearby that fell silent was last heard; null: none has. */
  readonly silentSince: (at: Pick<SnapshotMeta, 'point' | 'grid'>, owners: readonly string[]) => number | null
  readonly measured: (forecast: ForecastSnapshot, owners: readonly string[]) => MeasuredBeside | null
}

/** Most nights of a forecast; later ones are too far away for an alert. */
const maxNights = 16
/** The greatest age of a reading that is shown as the present temperature. */
const presentMs = 2 * hourMs
/** Covers tonight and the next night, also beyond the polar circle. */
const tonightHours = 48

export function watchedForecasts(deps: WatchedForecastsDeps): WatchedForecasts {
  const { forecasts, clock, own } = deps
  const forOwners = (forecast: ForecastSnapshot, owners: readonly string[]): ForecastSnapshot => {
    const learned =
      own === undefined || owners.length === 0 ? forecast.learned : own.learned(forecast, owners)
    return learned === forecast.learned ? forecast : withLearned(forecast, learned)
  }
  return {
    async owners(place) {
      if (own?.isAny() !== true) return []
      const forecast = await forecasts.latest(pointOf(place))
      return forecast === null ? null : own.owners(forecast)
    },
    async stored(place, { owner = null, ...planted }, of = 'stored') {
      const point = pointOf(place)
      const latest = of === 'stored' ? await forecasts.latest(point) : of
      if (latest === null) return null
      const owners = [owner ?? []].flat()
      const forecast = forOwners(latest, owners)
      const profiled = profileOf(planted)
      const { seasons } = forecasts
      // A stored season would reveal that a field was watched: the general score replaces its stage.
      const isStored = of === 'stored'
      // From memory or the store: a source that does not answer holds no evaluation.
      if (profiled.stageFromSeason && isStored) await seasons.load(point)
      const question = { point, place, ...profiled, nights: maxNights, takesGeneralScore: true }
      const { at } = stepOf(forecast, clock())
      const found = watchedForecast(
        { ...forecast, run: runIdOf(forecast) },
        reportOf(question, forecast, { at, ...(isStored && { seasons }) })
      )
      return withMissed(found, own?.silentSince(forecast, owners) ?? null)
    },
    measured: (place, owners) => measuredBeside(deps, place, owners),
    tonight: expectedNight
  }
}

async function measuredBeside(
  { forecasts, clock, own }: WatchedForecastsDeps,
  place: Place,
  owners: readonly string[]
): Promise<MeasuredBeside | null> {
  const forecast = own === undefined ? null : await forecasts.latest(pointOf(place))
  const read = forecast === null ? null : (own?.measured(forecast, owners) ?? null)
  if (read === null) return null
  const { measuredAt, temperatureC, foretoldC } = read
  const isPresent = clock() - measuredAt <= presentMs
  return {
    measuredAt,
    temperatureC: isPresent ? tenthOf(temperatureC) : null,
    foretoldC: tenthOf(foretoldC)
  }
}

/** The forecast with its silent thermometer; the run stays, as silence is not the second forecast of an all-clear. */
function withMissed(found: WatchedForecast, silentSince: number | null): WatchedForecast {
  if (silentSince === null) return found
  return {
    ...found,
    nights: found.nights.map((night) => ({ ...night, thermometerSilentSince: silentSince }))
  }
}

/** A run with another one, and the same run alone, have different nights. */
function runIdOf({ run, beside }: Pick<ForecastSnapshot, 'run' | 'beside'>): string {
  return beside == null ? run : `${run} ${beside.run}`
}

/** A crop or stage that a later table no longer has is judged by the generic curve: better than silence. */
function profileOf({ crop, stage, exposure }: Omit<JudgedProfile, 'owner'>) {
  const asked = { crop: crop === 'generic' ? null : crop, stage, exposure }
  const { profile, stageFromSeason } = nearestProfile(asked)
  return { profile, stageFromSeason }
}

export function watchedForecast(
  { run: runId, lackingNights = [] }: Pick<SnapshotMeta, 'run' | 'lackingNights'>,
  report: PlaceReport
): WatchedForecast {
  const { data, nights, profile } = report
  const { issuedAt, confirmedAt, synthetic, source } = data
  const { attribution } = source
  const [tonight] = nights
  const scored = nights.map((night) => ({
    ...alertNight(night),
    ...preparationOf(night, report),
    ...confirmationOf(night, lackingNights)
  }))
  const isWithoutStage = profile.crop !== null && profile.stage === null
  return {
    runId: tonight?.state === 'known' ? measuredRunId(runId, tonight) : runId,
    issuedAt,
    confirmedAt,
    synthetic,
    attribution,
    nights: isWithoutStage ? scored.map((night) => ({ ...night, isWithoutStage })) : scored
  }
}

/** When a night was confirmed that is unknown, or not from the latest answer alone. */
function confirmationOf(
  { window: { lastDarkHour, lastHour } }: FrostNight,
  lacking: readonly LackingNight[]
): Pick<AlertNight, 'confirmedAt'> {
  const lack = lacking.find(({ overHour }) => overHour === (lastDarkHour ?? lastHour) + 1)
  return lack === undefined ? {} : { confirmedAt: lack.confirmedAt }
}

/** The preparation for a night that can be announced; without a stage it is unknown what harms the crop. */
function preparationOf(night: FrostNight, report: PlaceReport): Pick<AlertNight, 'lastPreparationAt'> {
  if (report.profile.stage === null || night.state !== 'known') return {}
  const isAnnounced = night.coldestHour * hourMs <= report.at + alertRules.watchMs
  if (!isAnnounced || !needsProtection(night)) return { lastPreparationAt: null }
  return { lastPreparationAt: report.protectionOf(night)?.lastPreparationAt ?? null }
}

/** A measurement that moves tonight makes another run: its changes are stored, compared and sent as news. */
function measuredRunId(runId: string, { updatedBy, airTemperatureMinC, sigmaAirC }: KnownNight): string {
  if (updatedBy === undefined) return runId
  const { measuredAt, station } = updatedBy
  return `${runId} ${measuredAt} ${station} ${airTemperatureMinC.toFixed(1)} ${sigmaAirC.toFixed(1)}`
}

function expectedNight(place: Place, now: number): ReturnType<WatchedForecasts['tonight']> {
  const hour = Math.floor(now / hourMs)
  const window = nightWindows(place, hour, hour + tonightHours).find((one) => one.overHour > hour)
  if (window === undefined) return null
  const { date, overHour } = window
  return { date, coldestAt: expectedColdestHour(window) * hourMs, overAt: overHour * hourMs }
}
