import { hourMs } from '../common/time.ts'
import type { NightWindow } from './frost-night.ts'
import { type FrostLaws, servedLaws } from './laws.ts'

export interface EarlierRun {
  /** [ms since epoch] */
  readonly issuedAt: number
  /** The last hour of its first night's window, whole hours since 1970-01-01; the others follow day by day. */
  readonly lastHour: number
  /** Minimum of each night [0.01 °C]; null: not known. */
  readonly hundredthsC: readonly (number | null)[]
}

const hoursPerDay = 24
/** The age that is looked for, and the ages that are accepted [h]. */
const wantedAgeHours = 12
const acceptedAgeHours = { least: 9, most: 27 }

/** From the run nearest to half a day older, null without one; `window`: the night's, or one with the same end. */
export function earlierMinimum(
  runs: readonly EarlierRun[],
  window: Pick<NightWindow, 'lastHour'>,
  issuedAt: number
): EarlierMinimum | null {
  let nearest: EarlierMinimum | null = null
  for (const run of runs) {
    const ageHours = (issuedAt - run.issuedAt) / hourMs
    if (ageHours < acceptedAgeHours.least || ageHours > acceptedAgeHours.most) continue
    // A window is 23 to 25 hours long.
    const index = Math.round((window.lastHour - run.lastHour) / hoursPerDay)
    const hundredths = run.hundredthsC[index] ?? null
    if (hundredths === null) continue
    const apart = Math.abs(ageHours - wantedAgeHours)
    if (nearest === null || apart < Math.abs(nearest.ageHours - wantedAgeHours)) {
      nearest = { minimumC: hundredths / 100, ageHours }
    }
  }
  return nearest
}

/* Forecasts overreact, and a night that runs disagree on is less sure. */

/** The law is fitted with runs half a day apart; of older ones less is taken. */
const fittedAgeHours = 12
/** The greatest change that counts [°C]. */
const greatestChangeC = 4
/** Beyond this lead [days] no law was fitted, nor where the coldest hour is past. */
const greatestLeadDays = 2.5

interface EarlierMinimum {
  /** The minimum without anything learned [°C]. */
  readonly minimumC: number
  /** Time between the issues of the earlier run and of the run itself [h]. */
  readonly ageHours: number
}

/** Added to a night's minimum [°C], and the factor of its σ. */
export interface RunChange {
  readonly shiftC: number
  readonly spreadFactor: number
}

const none: RunChange = { shiftC: 0, spreadFactor: 1 }

/** A part of the change is taken back; σ follows how large it was. Without an earlier run nothing changes. */
export function runChange(
  night: { readonly minimumC: number; readonly leadDays: number },
  earlier: EarlierMinimum | null,
  law: FrostLaws['runs'] = servedLaws.runs
): RunChange {
  if (earlier === null || night.leadDays <= 0 || night.leadDays > greatestLeadDays) return none
  const changeC = night.minimumC - earlier.minimumC
  const sizeC = Math.min(Math.abs(changeC), greatestChangeC)
  return {
    shiftC: (-law.takenBack * fittedAgeHours * changeC) / Math.max(earlier.ageHours, fittedAgeHours),
    spreadFactor: Math.exp(law.constant + law.perDegree * sizeC)
  }
}
