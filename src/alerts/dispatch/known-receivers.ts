/** Receivers that answered when they were last asked: remembered from one delivery to the next, for as long as the process runs. */
export interface KnownReceivers {
  readonly has: (receiver: string) => boolean
  readonly note: (receiver: string, answers: boolean) => void
}

/** @param most How many are remembered; whoever answered longest ago is forgotten first. */
export function knownReceivers(most = 10_000): KnownReceivers {
  const names = new Set<string>()
  /** Asked after every message of a crowd, most often of the same one. */
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
