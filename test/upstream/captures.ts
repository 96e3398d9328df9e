/**
 * Whole answers in the shape of each provider: the synthetic ones of test/truth, and real ones where they are at hand.
 */
import { existsSync, readFileSync } from 'node:fs'

/** An answer of test/truth/upstream, and the real one that has the same place, times and members. */
const realNames: Readonly<Record<string, string>> = {
  'open-meteo-gmt.json': 'openmeteo_nj_2025-12-28_14d.json',
  'open-meteo-dew-point-and-soil.json': 'openmeteo_berlin_2021-11-24_7d_dewpoint_soil_SUBSET.json',
  'open-meteo-unixtime.json': 'openmeteo_munich_2026-02-06_7d_unixtime.json',
  'open-meteo-local-time.json': 'openmeteo_newyork_2026-02-06_7d.json',
  'met-norway-evening.json': 'metno_compact_oslo_2026-02-06_10d.json',
  'met-norway-afternoon.json': 'metno_compact_oslo_2023-11-17.json',
  'openweathermap-metric.json': 'owm5day_40slots_metric_Salt_Lake_City_2023-01-23.json',
  'openweathermap-imperial.json': 'owm5day_40slots_imperial_Berlin_2025-01-20.json'
}

/** One set of answers, by the same names in every set. */
export interface Captures {
  readonly kind: 'synthetic' | 'real'
  /** One answer, parsed anew each time. */
  readonly read: (name: string) => Record<string, unknown>
}

const synthetic = new URL('../truth/upstream/', import.meta.url)
// Real answers are not part of the project: their licences differ.
const real = new URL('../../../shared/data/upstream/', import.meta.url)

function parse(file: URL): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
}

const sets: readonly Captures[] = [
  { kind: 'synthetic', read: (name) => parse(new URL(name, synthetic)) },
  { kind: 'real', read: (name) => parse(new URL(realNames[name] ?? name, real)) }
]

/** Every set that is at hand; the synthetic one always is. */
export const captureSets = sets.filter(({ kind }) => kind === 'synthetic' || existsSync(real))
