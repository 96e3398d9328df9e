/** The whole record on one database. */
import type { RecordStore } from '../observations/ports.ts'
import type { Database } from './database.ts'
import { issuedNightStore } from './issued-nights.ts'
import { observationStore } from './observations.ts'

export function recordStore(database: Database): RecordStore {
  return { ...issuedNightStore(database), ...observationStore(database) }
}
