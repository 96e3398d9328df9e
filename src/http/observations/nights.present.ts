/** From issued nights to the body of GET /verification/nights, as JSON or CSV. */
import type { Exposure } from '../../frost/frost-night.ts'
import { z90 } from '../../frost/gaussian.ts'
import { roundToHundredth, roundToTenth } from '../../frost/published.ts'
import type { IssuedRow, IssuedRows } from '../../observations/issued-rows.ts'
import type { Site } from '../../observations/night-record.ts'
import type { MinimumKind } from '../../observations/ports.ts'
import { publish, type UnitSystem, unitOf } from '../../weather/units.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import { type CsvForm, csvOf } from '../csv.ts'
import { columnsAt, columnsOf } from '../csv-table.ts'
import { localInstant, localInstantOrNull } from '../weather/blocks.present.ts'
import type { Located } from '../weather/locator.ts'
import { type IssuedNightBody, issuedNight, type NightsBody, nightsBody } from './nights.schema.ts'
import { presentRecord } from './record.present.ts'

export interface NightsFacts {
  readonly located: Located
  readonly site: Site
  readonly kind: MinimumKind
  /** Null for the air. */
  readonly exposure: Exposure | null
  readonly found: IssuedRows
  readonly units: UnitSystem
  readonly synthetic: boolean
}

export function presentNights({ found, ...facts }: NightsFacts): NightsBody {
  const { located, site, kind, exposure, units, synthetic } = facts
  const { point, place } = located
  const clock = zoneClock(found.point?.timezone ?? point.timezone)
  const last = found.rows.at(-1)?.recorded.night
  const { lat, lon, timezone } = point
  return {
    location: { lat, lon, name: place?.name ?? null, slug: place?.slug ?? null, timezone },
    ...presentRecord(found, { located, site, lang: 'en' }),
    kind,
    exposure,
    nights: found.rows.map((row) => presentRow(row, { clock, units })),
    chain: presentChain(found.chain, clock),
    next_cursor: found.hasMore && last !== undefined ? `${last.date}.${last.leadDay}` : null,
    units: {
      temperature: unitOf('temperature', units),
      temperature_difference: unitOf('temperature_difference', units)
    },
    synthetic
  }
}

function presentRow(
  { recorded, forecast, measured, reason, analysedC }: IssuedRow,
  { clock, units }: { readonly clock: ZoneClock; readonly units: UnitSystem }
): IssuedNightBody {
  const { night, issuance, link } = recorded
  const temperature = (valueC: number | null) =>
    valueC === null ? null : publish(valueC, 'temperature', units)
  const range = forecast === null ? null : z90 * forecast.sigmaC
  const at = (sign: number) =>
    forecast === null || range === null ? null : temperature(forecast.expectedC + sign * range)
  return {
    date: night.date,
    lead_days: night.leadDay,
    issued_at: localInstant(clock, night.issuedAt),
    recorded_at: localInstantOrNull(clock, issuance?.at ?? null),
    source: night.source,
    method: issuance?.method ?? null,
    origin: originOf(recorded),
    expected_minimum: temperature(forecast?.expectedC ?? null),
    range_low: at(-1),
    range_high: at(1),
    frost_probability: forecast === null ? null : roundToHundredth(forecast.frostProbability),
    score: roundToTenth(night.score),
    learned_bias: publish(night.biasC, 'temperature_difference', units) ?? 0,
    observed_minimum: temperature(measured?.minimumC ?? null),
    observed_by: measured?.by ?? null,
    observed_sensors: measured?.count ?? 0,
    missing_reason: reason,
    analysed_minimum: temperature(analysedC),
    seq: link?.seq ?? null,
    hash: link?.hash ?? null,
    entry: link?.entry ?? null
  }
}

function originOf({ isBackFilled, link }: IssuedRow['recorded']): IssuedNightBody['origin'] {
  if (isBackFilled) return 'back_filled'
  return link === null ? 'issued_before_chain' : 'issued'
}

function presentChain(chain: IssuedRows['chain'], clock: ZoneClock): NightsBody['chain'] {
  if (chain === null) return null
  const { head, checkpoint, publicKey } = chain
  return {
    ...head,
    public_key: publicKey,
    removed_until: checkpoint?.seq ?? 0,
    removed_hash: checkpoint?.hash ?? null,
    removed_at: localInstantOrNull(clock, checkpoint?.at ?? null),
    removed_signature: checkpoint?.signature ?? null
  }
}

const nightColumns = columnsOf(issuedNight).filter(({ name }) => name !== 'entry')
const subjectColumns = [
  ...columnsAt(nightsBody, 'units.temperature', 'unit'),
  ...['slug', 'lat', 'lon'].flatMap((name) => columnsAt(nightsBody, `location.${name}`)),
  ...['kind', 'exposure', 'synthetic', 'record', 'record_missing', 'record_note'].flatMap((name) =>
    columnsAt(nightsBody, name)
  )
]

/** The same rows as CSV. Each says what it is of, so that files can be joined. */
export function nightsAsCsv(body: NightsBody, form: CsvForm = 'csv'): string {
  // A record that is not used is said in the only row.
  const rows = body.record_missing === 'other_height' ? [...body.nights, null] : body.nights
  return csvOf(form, rows, { columns: nightColumns, beside: { columns: subjectColumns, of: body } })
}

/** `ayaz-nights-malatya-air_2m.csv`; a point goes by its coordinates. */
export function csvFileName({ location, kind, exposure }: NightsBody): string {
  const { slug, lat, lon } = location
  return (
    ['ayaz-nights', slug ?? `${lat}_${lon}`, kind, ...(exposure === null ? [] : [exposure])].join('-') +
    '.csv'
  )
}
