import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../schema.ts'

/** Once released a step never changes; a later one repairs its errors. */
export interface Migration {
  /** 1, 2 …, without a gap. */
  readonly version: number
  readonly name: string
  /** The oldest version whose code works with this schema; default: this one. */
  readonly worksFrom?: number
  readonly up: (queries: Kysely<Tables>, dialect: Dialect, now: number) => Promise<void>
}
