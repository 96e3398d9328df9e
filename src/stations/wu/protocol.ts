/** The upload of personal weather stations to Weather Underground, and what other makers send in its form. */
import { readFields, readForm } from '../form.ts'
import type { Protocol } from '../upload.ts'

/** What consoles add to the address of their server. */
export const wuScripts = /^\/weatherstation\/updateweatherstation(?:\.php|\.asp)?/

/** Where consoles with a fixed path send their secret. */
export const wuPassword = 'PASSWORD'

export const wu: Protocol = {
  paths: ['wu'],
  row: [
    'Weather Underground',
    '`/ingest/wu/<secret>/weatherstation/updateweatherstation.php`; or that script at the root with the secret ' +
      'as `PASSWORD`',
    '`dateutc`, in UTC, or `now`',
    '`success`'
  ],
  success: 'success',
  read: (request, settings) => {
    const fields = readFields(request)
    if ('kind' in fields) return fields
    const { values } = fields
    // A hub names each sensor that it heard.
    const device = [values.get('ID') ?? values.get('id'), values.get('sensor')].filter((one) => one)
    return readForm(fields, device.join(' ').slice(0, 64), settings)
  }
}
