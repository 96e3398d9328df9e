import type { SendRequest } from '../outgoing/request.ts'
import type { Configuration } from './configuration.ts'

/** In the metrics: 1 once `X-Forwarded-For` came from a peer that TRUST_PROXY does not name. */
export const untrustedForwardingMetric = 'ayaz_untrusted_forwarding'

/** In the metrics: always 1, with the versions of the process as labels. */
export const buildMetric = 'ayaz_build_info'

/** What `/metrics` of a running service says; a member is null where it does not say so. */
interface RunningProcess {
  /** Whether it saw `X-Forwarded-For` from a peer that TRUST_PROXY does not name. */
  readonly sawUntrustedForwarding: boolean | null
  /** Of Ayaz, and of the schema of the database. */
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

export interface ServiceReadiness {
  readonly isReady: boolean
  readonly failing: readonly { readonly name: string; readonly since: string }[]
}

/** Whether the service is ready, and which of its checks fail; null where none answers on its port. */
export async function serviceReadiness(
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
export function originOf({ host, port }: Pick<Configuration, 'host' | 'port'>): string | null {
  if (port === 0) return null
  const name = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
