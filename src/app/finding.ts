/** One thing that `ayaz doctor` has looked at. */
export interface Finding {
  readonly standing: 'good' | 'note' | 'fault'
  readonly subject: string
  readonly text: string
  /** What to do; null where nothing is. */
  readonly remedy: string | null
}
