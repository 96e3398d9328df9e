import type { Catalogue } from '../language/en/registry.ts'
import type { SendRequest } from '../outgoing/request.ts'
import { watchLeaseName } from './alert-rounds.ts'
import type { Configuration } from './configuration.ts'
import type { Finding } from './findings.ts'
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
    // With PostgreSQL it may run on another machine: then the lease of watching shows whether any process works.
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

/** Another process takes over within this time, during which no lease may be held. */
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

/** Metric: 1 once `X-Forwarded-For` came from a peer that TRUST_PROXY does not name. */
export const untrustedForwardingMetric = 'ayaz_untrusted_forwarding'

/** Metric: always 1, with the versions of the process as labels. */
export const buildMetric = 'ayaz_build_info'

/** What `/metrics` of a running service says; a member is null where it does not say so. */
interface RunningProcess {
  /** Whether it saw `X-Forwarded-For` from a peer that TRUST_PROXY does not name. */
  readonly sawUntrustedForwarding: boolean | null
  /** Ayaz's; below, the database schema's. */
  readonly version: string | null
  readonly schema: number | null
}

/** Asks the running service; null where none answers on its port, or it does not show its metrics. */
export async function runningProcess(
  { host, port, metricsToken }: Pick<Configuration, 'host' | 'port' | 'metricsToken'>,
  send: SendRequest
): Promise<RunningProcess | null> {
  const origin = originOf({ host, port })
  if (origin === null) return null
  const headers: Readonly<Record<string, string>> =
    metricsToken === null ? {} : { authorization: `Bearer ${metricsToken}` }
  try {
    const { status, body } = await send({ url: `${origin}/metrics`, headers })
    if (status !== 200) return null
    const lines = Buffer.from(body).toString().split('\n')
    const after = (start: string) => lines.find((line) => line.startsWith(start))?.slice(start.length)
    const forwarding = after(`${untrustedForwardingMetric} `)
    const labels = after(`${buildMetric}{`) ?? ''
    const [, version = null] = /version="([^"]*)"/.exec(labels) ?? []
    const [, schema] = /schema="(\d+)"/.exec(labels) ?? []
    return {
      sawUntrustedForwarding: forwarding === undefined ? null : forwarding === '1',
      version,
      schema: schema === undefined ? null : Number(schema)
    }
  } catch {
    return null
  }
}

interface ServiceReadiness {
  readonly isReady: boolean
  readonly failing: readonly { readonly name: string; readonly since: string }[]
}

/** Whether the service is ready, and which of its checks fail; null where none answers on its port. */
async function serviceReadiness(
  configuration: Pick<Configuration, 'host' | 'port'>,
  send: SendRequest
): Promise<ServiceReadiness | null> {
  const origin = originOf(configuration)
  if (origin === null) return null
  try {
    const { body } = await send({ url: `${origin}/readyz` })
    const { status, checks = {} } = JSON.parse(Buffer.from(body).toString()) as {
      readonly status: string
      readonly checks?: Readonly<Record<string, { readonly status: string; readonly since: string }>>
    }
    if (status !== 'ready' && status !== 'not_ready') return null
    const failing = Object.entries(checks).flatMap(([name, check]) =>
      check.status === 'failing' ? [{ name, since: check.since }] : []
    )
    return { isReady: status === 'ready', failing }
  } catch {
    return null
  }
}

/** Where the service listens, seen from this machine; null where its port is any free one. */
function originOf({ host, port }: Pick<Configuration, 'host' | 'port'>): string | null {
  if (port === 0) return null
  const name = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
