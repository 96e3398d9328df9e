/** The public service's prices and limits within the process, and places of Türkiye, for days under a clock. */
import { hourMs } from '../../../src/common/time.ts'
import { readPlaceTable } from '../../../src/places/place-table.ts'
import type { FetchedForecast, ForecastRequest, Source } from '../../../src/sources/source.ts'
import type { Place } from '../../../src/weather/point.ts'
import { column, emptySeries } from '../../../src/weather/series.ts'
import type { BareStage } from './bare-forecasts.ts'

export const firstAt = Date.UTC(2026, 3, 10)
export const cost = 1.943
export const dailyBudget = 10_000
/** What the map of tonight costs a day: 81 provinces, four times. */
export const mapUnits = 81 * 4 * cost

/** The public service within the process: two days of made hours, at its prices and limits. */
export function publicService(read: () => number, bare: BareStage): Source {
  const forecast = ({ point }: ForecastRequest): FetchedForecast => {
    const series = emptySeries(Math.floor(read() / hourMs) - 24, 72)
    column(series, 'temperature').fill(Math.round(read() / hourMs) % 10)
    return {
      ...{ kind: 'forecast', series, issuedAt: null, expiresAt: null, model: null },
      validators: { etag: null, lastModified: null },
      grid: { lat: point.lat, lon: point.lon, elevation: null }
    }
  }
  const synthetic = bare.source('open-meteo')
  return {
    credit: synthetic.credit,
    synthetic: false,
    limits: {
      updatePeriodSeconds: 3600,
      isPublic: true,
      dailyBudget,
      perMinute: 600,
      perHour: 5000,
      costOf: () => cost
    },
    fetchForecast: async (request) => forecast(request),
    fetchForecasts: async (requests) => requests.map(forecast)
  }
}

/** Nothing is learned here. */
export const learning = { version: () => 0, ownState: () => '' }

export async function turkishPlaces(count: number): Promise<readonly Place[]> {
  const table = await readPlaceTable()
  const all = Array.from({ length: table.count }, (_, row) => table.place(row))
  return all.filter(({ country }) => country === 'TR').slice(0, count)
}

/**
 * When each stored forecast was last confirmed; one query, because a day asks it of hundreds of places eighty times.
 */
export async function confirmedByPoint({ store }: BareStage): Promise<ReadonlyMap<string, number>> {
  const rows = await store.database.queries
    .selectFrom('kept_forecasts')
    .select(['point_key', 'confirmed_at'])
    .where('source', '=', 'open-meteo')
    .execute()
  return new Map(rows.map((row) => [row.point_key, row.confirmed_at]))
}

export function keyOf({ lat, lon }: Place): string {
  return `${lat.toFixed(3)},${lon.toFixed(3)}`
}
