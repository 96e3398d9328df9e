/** Ecowitt and Fine Offset consoles in the protocol "Ecowitt", and Ambient's to a server of one's own. */
import { createHash } from 'node:crypto'
import { readFields, readForm } from '../form.ts'
import type { Protocol } from '../upload.ts'

export const ecowitt: Protocol = {
  paths: ['ecowitt', 'ambient'],
  row: [
    'Ecowitt, Fine Offset, Ambient',
    '`/ingest/ecowitt/<secret>`; form by POST or GET',
    '`dateutc`, in UTC',
    '`OK`'
  ],
  success: 'OK',
  read: (request, settings) => {
    const fields = readFields(request)
    return 'kind' in fields ? fields : readForm(fields, consoleOf(fields.values.get('passkey')), settings)
  }
}

/** A console is known by its key, of which only a part of the hash is stored. */
function consoleOf(passkey: string | undefined): string {
  if (passkey === undefined || passkey === '') return ''
  return createHash('sha256').update(passkey).digest('hex').slice(0, 8)
}
