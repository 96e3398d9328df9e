/** Active subscriptions of a place from one network. */
export interface PlaceWatcher {
  readonly location: string
  /** Hash, or of the client where it has none: an API key, or an address that is not public. */
  readonly network: string
  /** One is sent its messages, or has fetched them. */
  readonly isConfirmed: boolean
  /** The number of the first: a lower one is older. */
  readonly since: number
}
