import { type LatLon, type Point, pointKey } from '../../weather/point.ts'

/** A number in [0, 1) made from a text (FNV-1a, one round of mixing): the demo's weather survives a restart. */
export function seededRandom(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** The kinds of night: what a grower may meet, and what a service must survive. */
type Play = 'radiation_frost' | 'light_frost' | 'advection_frost' | 'late_cloud' | 'mild' | 'rain'

/** One night, noon to noon in solar time; `number` is the solar day of its morning, counted from 1970-01-01. */
export interface NightPlan {
  readonly play: Play
  /** Lowest temperature at dawn and highest of the afternoon before [°C]. */
  readonly minC: number
  readonly maxC: number
  /** Cloud [0…1] and wind [m/s] in the evening and from three in the morning on. */
  readonly eveningCloud: number
  readonly morningCloud: number
  readonly windMps: number
  /** How far the dew point lies below the lowest temperature [K]. */
  readonly drynessK: number
}

/** Seen on any day of the year; Malatya's apricots freeze every other night. */
const staged: readonly (LatLon & { readonly name: string; readonly plays: readonly Play[] })[] = [
  { name: 'Malatya', lat: 38.353, lon: 38.309, plays: ['radiation_frost', 'late_cloud'] },
  { name: 'Ardahan', lat: 41.11, lon: 42.702, plays: ['advection_frost'] },
  { name: 'Niğde', lat: 37.967, lon: 34.679, plays: ['late_cloud', 'light_frost'] },
  { name: 'Mersin', lat: 36.8, lon: 34.633, plays: ['mild'] },
  { name: 'Rize', lat: 41.021, lon: 40.523, plays: ['rain', 'mild'] }
]

/** A place where two nights in three lack temperatures, and one whose forecast was always issued nine hours ago. */
export const missingAt = { name: 'Yalova', lat: 40.655, lon: 29.277 } as const
export const staleAt = { name: 'Kilis', lat: 36.718, lon: 37.121 } as const

/** Within 0.15° (13 to 17 km): the province's town however its coordinates are given. */
export function isNear(point: LatLon, place: LatLon): boolean {
  return Math.abs(point.lat - place.lat) < 0.15 && Math.abs(point.lon - place.lon) < 0.15
}

const pattern: Readonly<Record<Play, Omit<NightPlan, 'play'>>> = {
  radiation_frost: { minC: -4, maxC: 8, eveningCloud: 0.04, morningCloud: 0.03, windMps: 1.1, drynessK: 2.5 },
  light_frost: { minC: -1.5, maxC: 10, eveningCloud: 0.15, morningCloud: 0.1, windMps: 1.8, drynessK: 1.5 },
  advection_frost: { minC: -5, maxC: 1, eveningCloud: 0.85, morningCloud: 0.75, windMps: 7.5, drynessK: 4 },
  late_cloud: { minC: -0.5, maxC: 10, eveningCloud: 0.05, morningCloud: 0.97, windMps: 1.6, drynessK: 2 },
  mild: { minC: 4, maxC: 13, eveningCloud: 0.5, morningCloud: 0.6, windMps: 3, drynessK: 2 },
  rain: { minC: 5, maxC: 10, eveningCloud: 0.95, morningCloud: 0.97, windMps: 4, drynessK: 0.5 }
}

/** How often each kind comes where none is staged; sums to 1. */
const frequencies: readonly (readonly [Play, number])[] = [
  ['mild', 0.33],
  ['light_frost', 0.2],
  ['radiation_frost', 0.15],
  ['late_cloud', 0.14],
  ['rain', 0.12],
  ['advection_frost', 0.06]
]

/** Neighbours share the kind of night (cells of 2°), each has its own temperatures. */
export function planNight(point: Point, number: number): NightPlan {
  const play = playOf(point, number)
  const base = pattern[play]
  const own = seededRandom(`${pointKey(point)}/${number}`)
  const level = dawnLevelC(point) + (own - 0.5) * 2
  const minC = base.minC + level
  return {
    ...base,
    play,
    minC,
    maxC: minC + (base.maxC - base.minC) + own * 2,
    windMps: base.windMps * (0.8 + 0.4 * own)
  }
}

function playOf(point: Point, number: number): Play {
  const place = staged.find((one) => isNear(point, one))
  if (place !== undefined)
    return place.plays[((number % place.plays.length) + place.plays.length) % place.plays.length] ?? 'mild'
  let left = seededRandom(`${Math.round(point.lat / 2)}/${Math.round(point.lon / 2)}/${number}`)
  for (const [play, share] of frequencies) {
    left -= share
    if (left < 0) return play
  }
  return 'mild'
}

/**
 * Warmer or colder than the pattern at dawn [K]. It is always early April in the demo, so that every day has something
 * to see: cold plateaus and north, no frost on the southern coast.
 */
export function dawnLevelC(point: Point): number {
  const elevationM = point.elevation ?? 400
  const level = 27.5 - 0.6 * Math.abs(point.lat) - 0.004 * Math.max(elevationM, 0)
  return isNear(point, staged[0] ?? missingAt) ? Math.min(level, 0) : level
}
