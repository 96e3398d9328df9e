import type { IntakeStore } from './intake-ports.ts'
import type { EveningStore, IssuedNightStore, ObservationStore } from './ports.ts'
import type { AirportStore, EveningLawStore, ReadingStore } from './reading-ports.ts'

export interface RecordStore
  extends IssuedNightStore,
    ObservationStore,
    ReadingStore,
    AirportStore,
    IntakeStore,
    EveningStore,
    EveningLawStore {}
