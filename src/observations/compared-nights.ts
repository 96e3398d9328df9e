/** Forecasts of a place's nights as they began, next to the measured minima: for its page and for alerts there. */
import { dayMs, secondMs } from '../common/time.ts'
import type { Exposure, MinimumDistribution } from '../frost/frost-night.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import type { NightRecord } from './night-record.ts'
import { issuedFor } from './place-verification.ts'
import type { RecordedPoint } from './ports.ts'

export interface ComparedNight {
  /** The morning that ends it: `YYYY-MM-DD`. */
  readonly date: string
  /** NaN for plants whose minimum was not forecast. */
  readonly minimum: MinimumDistribution
  /** The measured minimum of the air [°C]; null where none counts. */
  readonly cameC: number | null
}

export interface ComparedQuestion {
  readonly exposure: Exposure
  /** How many nights back from now, tonight included. */
  readonly nights: number
  /** [ms since epoch] */
  readonly now: number
}

export async function comparedNights(
  record: Pick<NightRecord, 'issuedRows'>,
  site: RecordedPoint,
  { exposure, nights, now }: ComparedQuestion
): Promise<readonly ComparedNight[]> {
  const dateIn = (days: number): string => zoneClock(site.timezone).dateAt((now + days * dayMs) / secondMs)
  const span = { from: dateIn(-nights), until: dateIn(2) }
  const asked = { site, owner: null, kind: 'air_2m', exposure, leadDay: 0, after: null, ...span } as const
  const { point, rows } = await record.issuedRows({ ...asked, limit: nights + 2 })
  // A named place within reach has its own nights, which are not this point's.
  if (point?.pointKey !== site.pointKey) return []
  return rows.map(({ recorded: { night }, measured }) => {
    const plant = issuedFor(night, { kind: 'plant', exposure })
    return {
      date: night.date,
      minimum: {
        airTemperatureMinC: night.airMinimumC,
        sigmaAirC: night.airSigmaC,
        plantTemperatureMinC: plant?.expectedC ?? Number.NaN,
        sigmaC: plant?.sigmaC ?? Number.NaN
      },
      cameC: measured?.minimumC ?? null
    }
  })
}
