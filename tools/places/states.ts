/** First-level divisions and their towns, from the development package `@countrystatecity/countries`. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A town with the division it belongs to; its coordinates are an area's centroid where it is a district. */
export interface StateTown {
  readonly country: string
  readonly stateCode: string
  readonly stateName: string
  readonly name: string
  readonly lat: number
  readonly lon: number
}

interface StateRecord {
  readonly iso2: string
  readonly name: string
}

interface TownRecord {
  readonly name: string
  readonly latitude: string | null
  readonly longitude: string | null
}

/** Reads every town of every country in the order of the folders' names; throws if the package is absent. */
export function readStateTowns(): readonly StateTown[] {
  const data = join(dirname(createRequire(import.meta.url).resolve('@countrystatecity/countries')), 'data')
  const folders = readdirSync(data).filter((name) => /-[A-Z]{2}$/.test(name))
  return folders.sort().flatMap((folder) => readCountry(join(data, folder), folder.slice(-2)))
}

function readCountry(folder: string, country: string): StateTown[] {
  const statesFile = join(folder, 'states.json')
  if (!existsSync(statesFile)) return []
  const towns: StateTown[] = []
  for (const state of readJson<readonly StateRecord[]>(statesFile).toSorted(byCode)) {
    const stateFolder = readdirSync(folder).find((name) => name.endsWith(`-${state.iso2}`))
    const file = join(folder, stateFolder ?? '', 'cities.json')
    if (stateFolder === undefined || !existsSync(file)) continue
    for (const town of readJson<readonly TownRecord[]>(file)) {
      if (town.latitude === null || town.longitude === null) continue
      const lat = Number(town.latitude)
      const lon = Number(town.longitude)
      towns.push({ country, stateCode: state.iso2, stateName: state.name, name: town.name, lat, lon })
    }
  }
  return towns
}

function byCode(one: StateRecord, other: StateRecord): number {
  return one.iso2 < other.iso2 ? -1 : 1
}

function readJson<Shape>(file: string): Shape {
  return JSON.parse(readFileSync(file, 'utf8')) as Shape
}
