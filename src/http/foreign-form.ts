/** Forms of pages are sent by pages of this site: another site's page would act in the name of who looks at it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Problem } from './problem.ts'

/**
 * Null for the site's own and where no browser sends it: mail providers unsubscribe so (RFC 8058). Without referrer,
 * browsers write `null` as origin.
 */
export function foreignForm(
  { origin, host, ...headers }: IncomingHttpHeaders,
  siteUrl: string
): Problem | null {
  const fetchedFrom = headers['sec-fetch-site']
  const isOwnOrigin = origin === siteUrl || (host !== undefined && URL.parse(origin ?? '')?.host === host)
  const isForeign =
    fetchedFrom === undefined
      ? origin !== undefined && origin !== 'null' && !isOwnOrigin
      : fetchedFrom !== 'same-origin' && fetchedFrom !== 'none' && !isOwnOrigin
  if (!isForeign) return null
  return {
    code: 'foreign_form',
    detail: 'This form was sent by a page of another site. Open the page here and send its form.'
  }
}
