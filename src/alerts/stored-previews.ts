/** What previews of a channel become with the first real data. */
export interface StoredPreviews {
  readonly channel: string
  /** They wait for a confirmation, which a message asks for, where the channel sends one; null: they are active. */
  readonly asked: {
    readonly trigger: 'verify' | 'confirm' | null
    readonly confirmUntil: number | null
  } | null
}
