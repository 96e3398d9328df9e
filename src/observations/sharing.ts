/** Whose measurements move the answers that others get. */
import type { Sensor } from './ports.ts'

/** `no`: nobody's; `operator`: those of keys with the operator's flag, and his own imports; `all`: everybody's. */
export const sharings = ['no', 'operator', 'all'] as const

export type Sharing = (typeof sharings)[number]

/** The owner of what the operator imported himself on the machine. */
export const operatorOwner = 'operator'

/** Whether a sensor counts for everybody. */
export function isShared(sensor: Pick<Sensor, 'isOperators'>, sharing: Sharing): boolean {
  return sharing === 'all' || (sharing === 'operator' && sensor.isOperators)
}

/** Whether a sensor counts for who asks with a key, or without one. */
export function countsFor(sensor: Sensor, owner: string | null, sharing: Sharing): boolean {
  return isShared(sensor, sharing) || (owner !== null && sensor.owner === owner)
}
