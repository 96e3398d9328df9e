/** What the service that runs here with the same configuration tells of itself, for `ayaz doctor`. */
import type { Configuration } from '../config.ts'
import type { SendRequest } from '../outgoing/request.ts'

/** In the metrics: 1 once `X-Forwarded-For` came from a peer that TRUST_PROXY does not name. */
export const untrustedForwardingMetric = 'ayaz_untrusted_forwarding'

/** Whether it saw such a peer; null where no service answers on its port, or does not tell. */
export async function sawUntrustedForwarding(
  { host, port, metricsToken }: Pick<Configuration, 'host' | 'port' | 'metricsToken'>,
  send: SendRequest
): Promise<boolean | null> {
  if (port === 0) return null
  const name = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const headers: Readonly<Record<string, string>> =
    metricsToken === null ? {} : { authorization: `Bearer ${metricsToken}` }
  try {
    const { status, body } = await send({ url: `http://${name}:${port}/metrics`, headers })
    const [, value] =
      new RegExp(`^${untrustedForwardingMetric} (\\d)$`, 'm').exec(Buffer.from(body).toString()) ?? []
    return status === 200 && value !== undefined ? value === '1' : null
  } catch {
    return null
  }
}
