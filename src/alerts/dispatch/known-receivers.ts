import { BoundedMap } from '../../common/bounded-map.ts'

/**
 * Receivers that answered the last attempt, remembered between deliveries for as long as the process runs.
 */
export interface KnownReceivers {
  readonly has: (receiver: string) => boolean
  readonly note: (receiver: string, answers: boolean) => void
}

/** @param most How many are remembered; the one that answered longest ago is forgotten first. */
export function knownReceivers(most = 10_000): KnownReceivers {
  const names = new BoundedMap<string, true>(most)
  return {
    has: (receiver) => names.has(receiver),
    note(receiver, answers) {
      names.delete(receiver)
      if (answers) names.set(receiver, true)
    }
  }
}
