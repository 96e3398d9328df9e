import type { StoreFault } from '../language/store-faults.ts'

/**
 * Why the store cannot be used.
 * - `newer_version`: a newer Ayaz has migrated this database; this one would misread it
 * - `older_version`: it must be migrated first, which only the service and `ayaz migrate` do
 * - `absent`: nothing was ever stored there
 * - `unreachable`: no database at that address, or no permission
 * - `in_use`: another process serves from the same SQLite folder
 * - `damaged`: a backup is not whole
 * - `refused`: something is there already, or missing
 */
export type StoreErrorKind =
  | 'newer_version'
  | 'older_version'
  | 'absent'
  | 'unreachable'
  | 'in_use'
  | 'damaged'
  | 'refused'

/**
 * Why the store cannot be used; `message` says what to do and contains no password, and so does `fault` in every
 * language.
 */
export class StoreError extends Error {
  readonly kind: StoreErrorKind
  readonly fault: StoreFault

  constructor(kind: StoreErrorKind, fault: StoreFault, message: string) {
    super(message)
    this.name = 'StoreError'
    this.kind = kind
    this.fault = fault
  }
}
