import { dayMs } from '../common/time.ts'
import { type FoundRecord, findRecord, type RecordedPoints } from './around.ts'
import { issuedFor, type MeasuredNight, measuredNights, type VerifiedKind } from './place-verification.ts'
import type { AnalysedNight, ChainState, RecordedNight, RecordedPoint } from './ports.ts'
import { endedNights } from './reading-nights.ts'
import type { SensorRecord } from './sensor-record.ts'

/** `not_measured`: by no thermometer that counts; `not_counted`: implausible, or its sensor set aside. */
export const missingReasons = ['night_not_over', 'not_measured', 'not_counted'] as const

export interface IssuedRow {
  readonly recorded: RecordedNight
  /** Forecast of the requested kind of minimum; null where that exposure was not stored. */
  readonly forecast: ReturnType<typeof issuedFor>
  readonly measured: MeasuredNight | null
  readonly reason: (typeof missingReasons)[number] | null
  /** The source's own later analysis of the night [°C]; null where there is none, or none for that exposure. */
  readonly analysedC: number | null
}

export interface IssuedRows extends FoundRecord {
  readonly rows: readonly IssuedRow[]
  readonly hasMore: boolean
  readonly chain: ChainState | null
}

/**
 * Row by row: the subscriber's field, a point of the owner's own sensor, or a named place in reach. The nearest
 * measured point serves figures alone: rows would say where a thermometer is.
 */
export function shownRecordAt(
  points: RecordedPoints,
  site: Parameters<typeof findRecord>[1],
  owner: string | null
): Promise<FoundRecord> {
  return findRecord(
    points,
    site,
    (sensor) => sensor.owner === owner && sensor.point.pointKey === site.pointKey
  )
}

interface OutcomeFacts extends VerifiedKind {
  readonly point: RecordedPoint
  readonly sensors: readonly SensorRecord[]
  readonly airport: ReadonlyMap<string, MeasuredNight>
  readonly analysed: readonly AnalysedNight[]
  /** [ms since epoch] */
  readonly now: number
}

export function issuedRows(recorded: readonly RecordedNight[], facts: OutcomeFacts): readonly IssuedRow[] {
  const { kind, exposure, sensors, point, now } = facts
  const measured = measuredNights(sensors, facts, facts.airport)
  const sent = new Set(
    sensors
      .filter(({ sensor }) => sensor.kind === kind && (kind === 'air_2m' || sensor.exposure === exposure))
      .flatMap(({ observations }) => observations.map(({ date }) => date))
  )
  const analysed = new Map(facts.analysed.map((night) => [night.date, night]))
  const span = { from: now - 2 * dayMs, until: now }
  const lastEnded = endedNights(point, span, now).at(-1)?.date ?? ''
  return recorded.map((one) => {
    const { date } = one.night
    const came = measured.get(date) ?? null
    const known = analysed.get(date)
    const missing = date > lastEnded ? 'night_not_over' : sent.has(date) ? 'not_counted' : 'not_measured'
    return {
      recorded: one,
      forecast: issuedFor(one.night, facts),
      measured: came,
      reason: came === null ? missing : null,
      // Past forecasts have only the air temperature.
      analysedC:
        known === undefined || (kind === 'plant' && one.isBackFilled) ? null : analysedFor(known, facts)
    }
  })
}

function analysedFor(night: AnalysedNight, { kind, exposure }: VerifiedKind): number | null {
  if (kind === 'air_2m') return night.airMinimumC
  return exposure === 'ground' ? night.plantMinimumC : null
}
