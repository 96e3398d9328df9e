import type { Sensor } from './ports.ts'

/** `operator`: keys with the operator's flag, and the operator's own imports; `all`: all keys. */
export const sharings = ['no', 'operator', 'all'] as const

export type Sharing = (typeof sharings)[number]

export const operatorOwner = 'operator'

export function isShared(sensor: Pick<Sensor, 'isOperators'>, sharing: Sharing): boolean {
  return sharing === 'all' || (sharing === 'operator' && sensor.isOperators)
}

/** Whether a sensor counts for a client with this key, or without one. */
export function countsFor(sensor: Sensor, owner: string | null, sharing: Sharing): boolean {
  return isShared(sensor, sharing) || (owner !== null && sensor.owner === owner)
}
