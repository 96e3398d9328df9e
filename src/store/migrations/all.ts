/** The migrations in order. A new one is one file and one line here. */
import { firstTables } from './0001-first-tables.ts'
import { recordTables } from './0002-record.ts'
import { ensembleOfIssuedNights } from './0003-ensemble-of-issued-nights.ts'
import { leasesOfMessages } from './0004-leases-of-messages.ts'
import { waysToRows } from './0005-ways-to-rows.ts'
import { networksOfClients } from './0006-networks-of-clients.ts'
import { endOfDataGap } from './0007-end-of-data-gap.ts'
import { threadsAndSecrets } from './0008-threads-and-secrets.ts'
import { exposuresOfIssuedNights } from './0009-exposures.ts'
import { temperatureThresholds } from './0010-temperature-thresholds.ts'
import { agesOfRows } from './0011-ages-of-rows.ts'
import { clientQuotas } from './0012-client-quotas.ts'
import { readingTables } from './0013-readings.ts'
import { nightMarks } from './0014-marks-of-nights.ts'
import { chainedNights } from './0015-chained-nights.ts'
import { archiveTables } from './0016-archive.ts'
import { months } from './0017-months.ts'
import { ownCurves } from './0018-own-curves.ts'
import { retriedMessages } from './0019-retried-messages.ts'
import { evaluationByIndex } from './0020-evaluation-by-index.ts'
import { nightsOfTwoForecasts } from './0021-nights-of-two-forecasts.ts'
import { signedChains } from './0022-signed-chains.ts'
import { lackingNights } from './0023-lacking-nights.ts'
import { whatWasSeen } from './0024-what-was-seen.ts'
import { intakes } from './0025-intakes.ts'
import { ownLabels } from './0026-own-labels.ts'
import { listsOfKeys } from './0027-lists-of-keys.ts'
import { answeredAlarms } from './0028-answered-alarms.ts'
import { eveningLaws } from './0029-evening-laws.ts'
import { importedRows } from './0030-imported-rows.ts'
import { contacts } from './0031-contacts.ts'
import { quietHours } from './0032-quiet-hours.ts'
import { liesOfSensors } from './0033-lies-of-sensors.ts'
import { threadsOfContacts } from './0034-threads-of-contacts.ts'
import { vouchedMembers } from './0035-vouched-members.ts'
import { shownStates } from './0036-shown-states.ts'
import { firstSeenSensors } from './0037-first-seen-sensors.ts'
import type { Migration } from './migration.ts'

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
