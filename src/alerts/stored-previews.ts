export interface StoredPreviews {
  readonly channel: string
  /** A message asks for the confirmation, where the channel sends one; null: they are active. */
  readonly asked: {
    readonly trigger: 'verify' | 'confirm' | null
    readonly confirmUntil: number | null
  } | null
}
