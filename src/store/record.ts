/** The whole record on one database. */
import type { RecordStore } from '../observations/record-ports.ts'
import { airportStore } from './airports.ts'
import type { Database } from './database.ts'
import { eveningLawStore } from './evening-laws.ts'
import { eveningStore } from './evenings.ts'
import { intakeStore } from './intakes.ts'
import { issuedNightStore } from './issued-nights.ts'
import { observationStore } from './observations.ts'
import { readingStore } from './readings.ts'
import { createSensorNumbers } from './sensor-numbers.ts'

export function recordStore(database: Database): RecordStore {
  const numbers = createSensorNumbers()
  return {
    ...issuedNightStore(database),
    ...observationStore(database, numbers),
    ...readingStore({ database, numbers }),
    ...intakeStore(database),
    ...airportStore(database),
    ...eveningStore(database),
    ...eveningLawStore(database)
  }
}
