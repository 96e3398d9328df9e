/** What `ayaz doctor` says of the service that runs with the same configuration. */

import type { Catalogue } from '../language/en.ts'
import { watchLeaseName } from './alert-rounds.ts'
import type { Configuration } from './configuration.ts'
import type { Finding } from './finding.ts'
import { originOf, runningProcess, type ServiceReadiness, serviceReadiness } from './running-process.ts'
import { version } from './version.ts'
import type { Weather } from './weather.ts'

interface FindingsDeps {
  readonly clock: () => number
  readonly words: Catalogue['doctor']
}

type Asked = Pick<Weather, 'operatorWay' | 'store'>

export async function serviceFindings(
  configuration: Configuration,
  weather: Asked,
  deps: FindingsDeps
): Promise<readonly Finding[]> {
  const { words } = deps
  const subject = words.subjects.service
  const origin = originOf(configuration)
  if (origin === null) return []
  const active = await activeSubscriptions(weather)
  const readiness = await serviceReadiness(configuration, weather.operatorWay.send)
  const findings = readiness === null ? [] : [checksFinding(readiness, words)]
  if (readiness === null) {
    // Beside PostgreSQL it may run on another machine: then the lease of watching shows whether any process works.
    const isFault = active > 0 && configuration.databaseUrl === null
    const text = words.serviceAbsent(new URL(origin).host, active)
    findings.push({ severity: isFault ? 'fault' : 'note', subject, text, remedy: words.serviceAbsentRemedy })
  }
  if (configuration.databaseUrl !== null) findings.push(await watchFinding(weather, active, deps))
  return [...findings, ...(await versionFindings(configuration, weather, words))]
}

function checksFinding({ isReady, failing }: ServiceReadiness, words: FindingsDeps['words']): Finding {
  const subject = words.subjects.service
  const checks = failing.map(({ name, since }) => words.checkSince(name, since)).join(', ')
  if (isReady && checks === '') return { severity: 'good', subject, text: words.serviceGood, remedy: null }
  const text = checks === '' ? words.serviceNotReady : words.serviceFailing(checks)
  return { severity: 'fault', subject, text, remedy: words.serviceRemedy }
}

async function activeSubscriptions({ store }: Pick<Asked, 'store'>): Promise<number> {
  const counts = await store.subscriptions.countByState()
  return counts.reduce((sum, { state, count }) => (state === 'active' ? sum + count : sum), 0)
}

/** Another process takes over within this time, so that a lease may have run out for a moment. */
const takeoverMs = 40_000

async function watchFinding(
  { store }: Asked,
  active: number,
  { clock, words }: FindingsDeps
): Promise<Finding> {
  const subject = words.subjects.service
  const now = clock()
  const [lease] = await store.leases.named([watchLeaseName], now)
  if (lease !== undefined && lease.until > now - takeoverMs) {
    return { severity: 'good', subject, text: words.watchedBySome, remedy: null }
  }
  const text =
    lease === undefined ? words.watchedByNone : words.watchedByNoneSince(new Date(lease.until).toISOString())
  return { severity: active > 0 ? 'fault' : 'note', subject, text, remedy: words.watchedByNoneRemedy }
}

async function versionFindings(
  configuration: Configuration,
  { operatorWay, store }: Asked,
  words: FindingsDeps['words']
): Promise<readonly Finding[]> {
  const process = await runningProcess(configuration, operatorWay.send)
  if (process === null || process.version === null) return []
  const schema = store.migrated.to
  const isOtherSchema = process.schema !== null && process.schema !== schema
  if (process.version === version && !isOtherSchema) return []
  const text = words.otherVersion(
    words.versionAndSchema(process.version, process.schema),
    words.versionAndSchema(version, schema)
  )
  const severity = isOtherSchema ? 'fault' : 'note'
  return [{ severity, subject: words.subjects.service, text, remedy: words.otherVersionRemedy }]
}
