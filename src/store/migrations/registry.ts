import { firstTables } from './0001-first-tables.ts'
import {
  endOfDataGap,
  ensembleOfIssuedNights,
  leasesOfMessages,
  networksOfClients,
  recordTables,
  threadsAndSecrets,
  waysToRows
} from './0002-to-0008.ts'
import { agesOfRows, clientQuotas, exposuresOfIssuedNights, temperatureThresholds } from './0009-to-0012.ts'
import {
  archiveTables,
  chainedNights,
  evaluationByIndex,
  months,
  nightMarks,
  nightsOfTwoForecasts,
  ownCurves,
  readingTables,
  retriedMessages
} from './0013-to-0021.ts'
import {
  answeredAlarms,
  contacts,
  eveningLaws,
  firstSeenSensors,
  importedRows,
  intakes,
  lackingNights,
  liesOfSensors,
  listsOfKeys,
  ownLabels,
  quietHours,
  shownStates,
  signedChains,
  threadsOfContacts,
  vouchedMembers,
  whatWasSeen
} from './0022-to-0037.ts'
import type { Migration } from './migration.ts'

/** The migrations in order. A new one stands in the newest file, or begins the next one, and has one line here. */
export const migrations: readonly Migration[] = [
  firstTables,
  recordTables,
  ensembleOfIssuedNights,
  leasesOfMessages,
  waysToRows,
  networksOfClients,
  endOfDataGap,
  threadsAndSecrets,
  exposuresOfIssuedNights,
  temperatureThresholds,
  agesOfRows,
  clientQuotas,
  readingTables,
  nightMarks,
  chainedNights,
  archiveTables,
  months,
  ownCurves,
  retriedMessages,
  evaluationByIndex,
  nightsOfTwoForecasts,
  signedChains,
  lackingNights,
  whatWasSeen,
  intakes,
  ownLabels,
  listsOfKeys,
  answeredAlarms,
  eveningLaws,
  importedRows,
  contacts,
  quietHours,
  liesOfSensors,
  threadsOfContacts,
  vouchedMembers,
  shownStates,
  firstSeenSensors
]
