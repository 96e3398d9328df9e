/** Nights as a calendar (RFC 5545): every time in UTC, no alarm, nothing that blocks time. */
import { secondMs } from '../common/time.ts'

export const calendarType = 'text/calendar; charset=utf-8'

export interface CalendarNight {
  /** The same for each version of the night. */
  readonly uid: string
  /** Rises with each change. */
  readonly sequence: number
  readonly changedAt: number
  readonly from: number
  readonly to: number
  /** `TENTATIVE`: the night has no data; `CANCELLED`: it was taken back. */
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  readonly title: string
  readonly lines: readonly string[]
  readonly url: string
}

interface Calendar {
  readonly name: string
  /** What the calendar contains, and what it must not be used for. */
  readonly note: string
  readonly nights: readonly CalendarNight[]
}

export function calendarText({ name, note, nights }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ayaz//Frost nights//EN',
    'CALSCALE:GREGORIAN',
    textLine('NAME', name),
    textLine('X-WR-CALNAME', name),
    textLine('DESCRIPTION', note),
    textLine('X-WR-CALDESC', note),
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...(nights.length === 0 ? utcZone : nights.flatMap((night) => eventLines(night, note))),
    'END:VCALENDAR'
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** A calendar must have a component, also without a night (§ 3.6). */
const utcZone = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE'
]

function eventLines(night: CalendarNight, note: string): readonly string[] {
  const { uid, sequence, changedAt, from, to, status, title, lines, url } = night
  return [
    'BEGIN:VEVENT',
    textLine('UID', uid),
    `DTSTAMP:${utc(changedAt)}`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${utc(from)}`,
    `DTEND:${utc(to)}`,
    `STATUS:${status}`,
    'TRANSP:TRANSPARENT',
    textLine('SUMMARY', title),
    textLine('DESCRIPTION', [...lines, note].join('\n')),
    `URL:${url}`,
    'END:VEVENT'
  ]
}

/** `20260412T023000Z`. */
function utc(at: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'second' })
  return instant.replaceAll(/[-:]/g, '')
}

/** 2020-01-01T00:00Z. */
const sequencesFrom = 1_577_836_800_000

/** A number that rises with an instant, and fits into 31 bits until 2088. */
export function sequenceAt(changedAt: number): number {
  return Math.max(0, Math.floor((changedAt - sequencesFrom) / secondMs))
}

/** A property whose value is TEXT (§ 3.3.11); controls that it may not hold become U+FFFD. */
function textLine(name: string, text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll('\n', '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '\uFFFD')
  return `${name}:${escaped}`
}

/** Octets in a line, without its end (§ 3.1). */
const maxOctets = 75

/** Folds lines so that none is too long and no character is cut. */
function folded(line: string): string {
  let octets = 0
  let text = ''
  for (const character of line) {
    const own = Buffer.byteLength(character)
    if (octets + own > maxOctets) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += own
  }
  return text
}
