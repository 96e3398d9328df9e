/** The pieces of the map of time zones that are in memory. */
import { recentlyUsed } from '../common/recently-used.ts'

/** One position, `[° east, ° north]`, or lists of them at any depth. */
export type Coordinates = readonly number[] | readonly Coordinates[]

/** A piece of the map as geo-tz unpacks it (GeoJSON). */
export interface ZonePiece {
  readonly features: readonly { readonly geometry: { coordinates: Coordinates } }[]
}

/** What geo-tz asks for a piece before it reads it from the disk, and gives each piece that it has read. */
export interface ZonePieces {
  readonly get: (key: string) => ZonePiece | undefined
  readonly set: (key: string, piece: ZonePiece) => void
}

/** Memory of a position, with its share of the piece [bytes, measured]. */
const positionBytes = 120

/**
 * Holds the pieces that were read last, as far as they fit. By bytes, not by number: most have 40 positions, some
 * 30,000.
 * @param mostBytes a larger piece is not held
 */
export function createZonePieces(mostBytes: number): ZonePieces {
  const pieces = recentlyUsed<ZonePiece>(mostBytes, {
    sizeOf: ({ features }) =>
      positionBytes * features.reduce((sum, { geometry }) => sum + positionsIn(geometry.coordinates), 1)
  })
  return {
    get: (key) => pieces.get(key),
    set(key, piece) {
      for (const { geometry } of piece.features) geometry.coordinates = trimmed(geometry.coordinates)
      pieces.set(key, piece)
    }
  }
}

function positionsIn(coordinates: Coordinates): number {
  return isPosition(coordinates) ? 1 : coordinates.reduce((sum: number, part) => sum + positionsIn(part), 0)
}

/** A copy in arrays of just that length: those that grew while a piece was read have room for 17 numbers each. */
function trimmed(coordinates: Coordinates): Coordinates {
  return isPosition(coordinates) ? coordinates.slice() : coordinates.map(trimmed)
}

function isPosition(coordinates: Coordinates): coordinates is readonly number[] {
  return typeof coordinates[0] === 'number'
}
