/** What earlier runs and learned contrasts do to a night, before it is scored. */
import { contrastShiftC, type ForecastMinima } from './contrasts.ts'
import { earlierMinimum, type RunChange, runChange } from './earlier-runs.ts'
import type { FrostColumns } from './frost-columns.ts'
import type { NightWindow } from './frost-night.ts'
import { stepBiasC } from './plant-temperature.ts'
import { epochDay } from './season.ts'
import type { FrostSettings } from './settings.ts'
import { leadDays } from './spread.ts'

interface ShiftedRun {
  readonly columns: FrostColumns
  /** [ms since epoch] */
  readonly issuedAt: number
  readonly settings: FrostSettings
}

/** `contrastC` is what a night's contrasts add to its shift [°C]; like the bias, it is learned. */
const none = { shiftC: 0, spreadFactor: 1, contrastC: 0 }
const hoursPerDay = 24

/** A night without a complete window has no shift. */
export function nightShift(run: ShiftedRun, window: NightWindow) {
  const { earlierRuns = [], contrasts = null } = run.settings
  if (earlierRuns.length === 0 && contrasts === null) return none
  const own = defaultMinimum(run, window, 0)
  if (own === null) return none
  const { minimumC, change } = own
  if (contrasts === null) return { ...change, contrastC: 0 }
  const forecast: ForecastMinima = {
    minimumC,
    previousC: previousMinimumC(run, window),
    nextC: defaultMinimum(run, window, 1)?.minimumC ?? null
  }
  const day = epochDay(window.date)
  return { ...change, contrastC: contrastShiftC(contrasts, { day, leadDays: own.leadDays, forecast }) }
}

/** The night before [°C]; null where its coldest hour had come by the issue: nothing was learned from that. */
function previousMinimumC(run: ShiftedRun, window: NightWindow): number | null {
  const previous = defaultMinimum(run, window, -1)
  return previous === null || previous.leadDays <= 0 ? null : previous.minimumC
}

interface DefaultMinimum {
  /** The minimum, with what is taken back of the change since an earlier run [°C]. */
  readonly minimumC: number
  readonly leadDays: number
  readonly change: RunChange
}

/** For the night `days` from a window's; null where an hour is missing. */
function defaultMinimum(run: ShiftedRun, window: NightWindow, days: number): DefaultMinimum | null {
  const { columns, issuedAt, settings } = run
  const firstHour = window.firstHour + hoursPerDay * days
  const lastHour = window.lastHour + hoursPerDay * days
  const lowest = airMinimum(columns, { firstHour, lastHour })
  if (lowest === null) return null
  const lead = leadDays(lowest.hour, issuedAt)
  const earlier = earlierMinimum(settings.earlierRuns ?? [], { lastHour }, issuedAt)
  const change = runChange({ minimumC: lowest.airC, leadDays: lead }, earlier, settings.laws?.runs)
  return { minimumC: lowest.airC + change.shiftC, leadDays: lead, change }
}

/** The source's own minimum of some hours, as it is scored, and its hour; null where one of them is missing. */
export function airMinimum(
  columns: FrostColumns,
  { firstHour, lastHour }: Pick<NightWindow, 'firstHour' | 'lastHour'>
): { readonly airC: number; readonly hour: number } | null {
  let lowest = { airC: Number.POSITIVE_INFINITY, hour: lastHour }
  for (let hour = firstHour; hour <= lastHour; hour++) {
    const index = hour - columns.startHour
    const airC = (columns.temperatureC[index] ?? Number.NaN) - stepBiasC(columns.stepHours[index] ?? 1)
    if (Number.isNaN(airC)) return null
    if (airC < lowest.airC) lowest = { airC, hour }
  }
  return lowest
}
