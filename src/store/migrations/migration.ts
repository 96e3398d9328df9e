import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../schema.ts'

/** One step of the schema. Once released it never changes; a later one repairs its errors. */
export interface Migration {
  /** 1, 2 …, without a gap. */
  readonly version: number
  readonly name: string
  readonly up: (queries: Kysely<Tables>, dialect: Dialect) => Promise<void>
}
