import { secondMs } from './time.ts'

// Date.parse takes far more than HTTP's own form; it finds a date in "-5" too.
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** An HTTP date (RFC 9110 §5.6.7, its preferred form) [ms since epoch]; null for anything else. */
export function readHttpDate(header: string | undefined): number | null {
  const text = header?.trim() ?? ''
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** The wait of a `Retry-After` [s], 0 or more, from a number or a date (RFC 9110 §10.2.3); null where unreadable. */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = readHttpDate(text)
  return at === null ? null : Math.max(0, Math.ceil((at - now) / secondMs))
}
