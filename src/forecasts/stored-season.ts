/** A season in stored form: whole hundredths of a degree, two bytes an hour. */
import type { SeasonHours } from '../frost/season.ts'
import type { StoredForecast } from './ports.ts'

export interface StoredSeason extends SeasonHours {
  readonly sourceId: string
  /** The last UTC day that was requested, in days since 1970-01-01. */
  readonly toDay: number
  /** Where forecasts for the point came from then, as `cellOf` tells it; null where that is not known. */
  readonly gridCell: string | null
}

const missing = -32_768

export function packSeason({
  startHour,
  toDay,
  gridCell,
  temperaturesC
}: StoredSeason): Pick<StoredForecast, 'meta' | 'body'> {
  const body = new Uint8Array(temperaturesC.length * 2)
  const view = new DataView(body.buffer)
  temperaturesC.forEach((value, index) => {
    view.setInt16(index * 2, Number.isNaN(value) ? missing : Math.round(value * 100), true)
  })
  return { meta: JSON.stringify({ startHour, toDay, gridCell }), body }
}

/** A season from disk; null where there is none or another version wrote it. */
export function readSeason(
  row: Pick<StoredForecast, 'meta' | 'body'> | null,
  sourceId: string
): StoredSeason | null {
  const meta = row === null ? null : readMeta(row.meta)
  if (row === null || meta === null || row.body.byteLength % 2 !== 0) return null
  const view = new DataView(row.body.buffer, row.body.byteOffset, row.body.byteLength)
  const temperaturesC = Float32Array.from({ length: row.body.byteLength / 2 }, (_, index) => {
    const value = view.getInt16(index * 2, true)
    return value === missing ? Number.NaN : value / 100
  })
  return { ...meta, sourceId, temperaturesC }
}

function readMeta(text: string): Pick<StoredSeason, 'startHour' | 'toDay' | 'gridCell'> | null {
  try {
    const meta = JSON.parse(text) as Partial<Record<'startHour' | 'toDay' | 'gridCell', unknown>> | null
    const { startHour, toDay, gridCell } = meta ?? {}
    if (!Number.isInteger(startHour) || !Number.isInteger(toDay)) return null
    return {
      startHour: startHour as number,
      toDay: toDay as number,
      // Earlier versions did not store it.
      gridCell: typeof gridCell === 'string' ? gridCell : null
    }
  } catch {
    return null
  }
}

/** The earlier hours, overwritten by the new ones; a new hour that is missing overwrites nothing. */
export function mergeSeasons(earlier: SeasonHours | null, fresh: SeasonHours): SeasonHours {
  if (earlier === null || fresh.startHour > earlier.startHour + earlier.temperaturesC.length) return fresh
  const startHour = Math.min(earlier.startHour, fresh.startHour)
  const endHour = fresh.startHour + fresh.temperaturesC.length
  const temperaturesC = new Float32Array(endHour - startHour).fill(Number.NaN)
  for (const part of [earlier, fresh]) {
    part.temperaturesC.forEach((value, index) => {
      if (!Number.isNaN(value)) temperaturesC[part.startHour + index - startHour] = value
    })
  }
  return { startHour, temperaturesC }
}
