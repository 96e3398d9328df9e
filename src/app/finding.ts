export interface Finding {
  readonly severity: 'good' | 'note' | 'fault'
  readonly subject: string
  readonly text: string
  /** What to do; null for nothing. */
  readonly remedy: string | null
}
