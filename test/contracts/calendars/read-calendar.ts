/** A calendar as two other programs read it, by the rules of RFC 5545 that are written here. */
import ical from 'ical.js'
import nodeIcal from 'node-ical'
import { expect } from 'vitest'

export interface ReadNight {
  readonly uid: string
  readonly sequence: number
  /** Instants as RFC 3339 in UTC. */
  readonly stamp: string
  readonly start: string
  readonly end: string
  readonly status: string
  readonly title: string
  readonly lines: readonly string[]
}

/** Of an event exactly these, each once: no alarm, no attendee, no recurrence. */
const eventProperties =
  'UID DTSTAMP LAST-MODIFIED SEQUENCE DTSTART DTEND STATUS TRANSP SUMMARY DESCRIPTION URL'.split(' ')

/** Its nights in their order. @throws where a rule is broken, or the programs read it differently */
export function readCalendar(text: string): readonly ReadNight[] {
  const lines = text.split('\r\n')
  expect(lines.pop()).toBe('')
  expect(text).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
  for (const line of lines) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n')
  expect(unfolded.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Ayaz//Frost nights//EN'])
  const names = unfolded.map((line) => line.split(/[:;]/)[0] ?? '')
  const count = names.filter((name) => name === 'UID').length
  // A calendar without a night has a zone instead.
  for (const name of count === 0 ? [] : eventProperties.slice(0, -2))
    expect([name, names.filter((one) => one === name).length]).toEqual([name, count])
  const times = unfolded.filter((line) => /^DT(?:STAMP|START|END)/.test(line))
  if (count > 0) for (const line of times) expect(line).toMatch(/^[A-Z]+:\d{8}T\d{6}Z$/)
  const own = nightsOf(text)
  expect(otherNights(text)).toEqual(own.map(({ stamp: _stamp, ...night }) => night))
  expect(new Set(own.map(({ uid }) => uid)).size).toBe(own.length)
  for (const { start, end, sequence } of own) {
    expect(start < end).toBe(true)
    expect(Number.isInteger(sequence) && sequence >= 0 && sequence < 2 ** 31).toBe(true)
  }
  return own
}

function nightsOf(text: string): readonly ReadNight[] {
  const calendar = new ical.Component(ical.parse(text))
  expect(calendar.getAllSubcomponents().every(({ name }) => name === 'vevent' || name === 'vtimezone')).toBe(
    true
  )
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const of = (name: string) => String(event.getFirstPropertyValue(name))
    expect(event.getAllSubcomponents()).toEqual([])
    return {
      uid: of('uid'),
      sequence: Number(of('sequence')),
      stamp: of('dtstamp'),
      start: of('dtstart'),
      end: of('dtend'),
      status: of('status'),
      title: of('summary'),
      lines: of('description').split('\n')
    }
  })
}

function otherNights(text: string): readonly Omit<ReadNight, 'stamp'>[] {
  const utc = (date: Date) => date.toISOString().replace('.000', '')
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((event) =>
    event?.type === 'VEVENT'
      ? [
          {
            uid: event.uid,
            sequence: Number(event.sequence),
            start: utc(event.start),
            end: utc(event.end ?? event.start),
            status: String(event.status),
            title: String(event.summary),
            lines: String(event.description).split('\n')
          }
        ]
      : []
  )
}
