/**
 * Receivers that answered the last attempt, remembered between deliveries for as long as the process runs.
 */
export interface KnownReceivers {
  readonly has: (receiver: string) => boolean
  readonly note: (receiver: string, answers: boolean) => void
}

/** @param most How many are remembered; the one that answered longest ago is forgotten first. */
export function knownReceivers(most = 10_000): KnownReceivers {
  const names = new Set<string>()
  /** Noted after every message of a batch, most often for the same receiver. */
  let newest: string | null = null
  return {
    has: (receiver) => names.has(receiver),
    note(receiver, answers) {
      if (answers && receiver === newest) return
      names.delete(receiver)
      newest = answers ? receiver : null
      if (!answers) return
      names.add(receiver)
      const [oldest] = names
      if (names.size > most && oldest !== undefined) names.delete(oldest)
    }
  }
}
