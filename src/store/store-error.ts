/**
 * Why the store cannot be used.
 * - `newer_version`: a newer Ayaz has migrated this database; this one would misread it
 * - `unreachable`: no database at that address, or no permission
 */
export type StoreErrorKind = 'newer_version' | 'unreachable'

/** Why the store cannot be used; `message` says what to do and holds no password. */
export class StoreError extends Error {
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, message: string) {
    super(message)
    this.name = 'StoreError'
    this.kind = kind
  }
}
