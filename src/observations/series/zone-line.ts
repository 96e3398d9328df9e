/** A line above the readings that says by which clock a logger writes: `Time zone: GMT+03:00`. */
import { plainLetters } from '../../common/near-name.ts'
import { minuteMs } from '../../common/time.ts'
import { readOffset } from './wall-clock.ts'

const label = /^(?:time ?zone|timezone|zaman dilimi|saat dilimi|(?:utc|gmt)[ _]?offset) ?([:=;,\t])(.*)$/

/** An IANA zone or an offset as `+03:00`; what is written where it is neither; null where no line says any. */
export function zoneAbove(lines: readonly string[]): string | null {
  for (const line of lines) {
    const [, sign = '', said = ''] = label.exec(plainLetters(line.replace(/["#]/g, '')).trim()) ?? []
    const written = said.split(/[;\t,]/)[0]?.trim() ?? ''
    const offsetMs = readOffset(written)
    if (offsetMs !== null) return offsetText(offsetMs)
    const zone = /[A-Za-z_]{2,20}\/[A-Za-z_/-]{2,40}/.exec(line)?.[0]
    if (sign !== '' && zone !== undefined) return zone
    // A column of that name has no colon behind it.
    if (/[:=]/.test(sign) && written !== '' && !/^(?:local|yerel)/.test(written)) return written
  }
  return null
}

/** `+03:00` */
export function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / minuteMs
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
