/**
 * Kind and exposure of a sensor as one text, a part of what makes a sensor one. `plant` alone, as in rows of
 * older versions, is a sensor of unknown exposure.
 */
import type { Sensor } from '../observations/ports.ts'

type KindOfSensor = Pick<Sensor, 'kind' | 'exposure'>

const kinds: ReadonlyMap<string, KindOfSensor> = new Map([
  ['air_2m', { kind: 'air_2m', exposure: null }],
  ['plant', { kind: 'plant', exposure: null }],
  ['plant-ground', { kind: 'plant', exposure: 'ground' }],
  ['plant-vine', { kind: 'plant', exposure: 'vine' }],
  ['plant-canopy', { kind: 'plant', exposure: 'canopy' }]
])

export function sensorKindText({ kind, exposure }: KindOfSensor): string {
  return exposure === null ? kind : `${kind}-${exposure}`
}

export function sensorKindOf(text: string): KindOfSensor {
  return kinds.get(text) ?? { kind: 'plant', exposure: null }
}
