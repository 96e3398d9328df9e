/** What an earlier run said of the same night: forecasts overreact, and a night that runs disagree on is less sure. */
import { type RunLaw, servedLaws } from './laws.ts'

/** The law is fitted with runs half a day apart; of older ones less is taken. */
const fittedAgeHours = 12
/** Changes count up to this [°C]. */
const greatestChangeC = 4
/** Beyond this lead [days] no law was fitted, nor where the coldest hour is gone by. */
const greatestLeadDays = 2.5

/** The minimum of one night by an earlier run. */
export interface EarlierMinimum {
  /** Without anything learned [°C]. */
  readonly minimumC: number
  /** From its issue to that of the run itself [h]. */
  readonly ageHours: number
}

/** What is added to a night's minimum [°C], and what its σ is multiplied by. */
export interface RunChange {
  readonly shiftC: number
  readonly spreadFactor: number
}

const none: RunChange = { shiftC: 0, spreadFactor: 1 }

/** A part of the change is taken back; σ follows how large it was. Without an earlier run nothing changes. */
export function runChange(
  night: { readonly minimumC: number; readonly leadDays: number },
  earlier: EarlierMinimum | null,
  law: RunLaw = servedLaws.runs
): RunChange {
  if (earlier === null || night.leadDays <= 0 || night.leadDays > greatestLeadDays) return none
  const changeC = night.minimumC - earlier.minimumC
  const sizeC = Math.min(Math.abs(changeC), greatestChangeC)
  return {
    shiftC: (-law.takenBack * fittedAgeHours * changeC) / Math.max(earlier.ageHours, fittedAgeHours),
    spreadFactor: Math.exp(law.constant + law.perDegree * sizeC)
  }
}
