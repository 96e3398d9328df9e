/** How long the named checks take to find a fault, and which honest thermometers they accuse. */
import { hourMs } from '../../src/common/time.ts'
import { stateAfter } from '../../src/observations/faults/fault-round.ts'
import { findFault, lookBackHours } from '../../src/observations/faults/find-fault.ts'
import type { TimedReading } from '../../src/observations/faults/hours.ts'
import {
  type FaultReason,
  reportedReason,
  type SensorFault
} from '../../src/observations/faults/sensor-fault.ts'
import { readReading } from '../../src/observations/reading-row.ts'
import { generator } from '../plausible/honest-weather.ts'
import { foundAs, frostLies, type LiarName, liars } from './liars.ts'
import type { HourlyRecord } from './records.ts'
import { everyMs, roundedC, type Site, siteOf } from './site.ts'

const resolutions = [0.1, 0.1, 0.5, 1]
const withinHours = 48
const zoneHours = 3

export interface Run {
  readonly site: Site
  readonly resolutionC: number
  readonly beganAt: number
  readonly send: (at: number) => number | null
}

/** A fault from noon of some day on; `nightsBefore`: so long the thermometer was honest. */
export function runOf(record: HourlyRecord, name: LiarName, seed: number, nightsBefore: number): Run {
  const random = generator(seed * 31 + name.length)
  const days = Math.floor(record.hourlyC.length / 24)
  const coldHours = (day: number): number =>
    record.hourlyC.slice(day * 24, day * 24 + 44).filter((airC) => airC < -3).length
  let day = 20 + Math.floor(random() * (days - 30))
  const wanted = frostLies.includes(name) ? 12 : 1
  while (coldHours(day) < wanted) day = 20 + ((day + 1 - 20) % (days - 30))
  const atNoon = name === 'gaps in the cold hours' ? 12 : 0
  const beganHour = record.startHour + day * 24 + (atNoon || Math.floor(random() * 12))
  const site = siteOf(record, seed, beganHour - 24 * 13, 24 * 18)
  const beganAt = beganHour * hourMs
  const fault = liars[name]({ site, beganAt, random })
  return {
    site,
    beganAt,
    resolutionC: name.startsWith('copies') ? 0.1 : (resolutions[seed % resolutions.length] ?? 0.1),
    send: (at) => (at >= beganAt ? fault(at) : nightsBefore > 0 ? site.honestC(at) : null)
  }
}

/** What the service takes of what was sent between two instants. */
export function takenReadings(
  { site, send, resolutionC }: Run,
  from: number,
  until: number
): { readonly readings: readonly TimedReading[]; readonly refused: number } {
  const readings: TimedReading[] = []
  let refused = 0
  for (let at = Math.ceil(from / everyMs) * everyMs; at <= until; at += everyMs) {
    const value = send(at)
    if (value === null) continue
    const raw = {
      ...{ lat: site.record.lat, lon: site.record.lon, elevation: site.record.elevation, kind: 'air_2m' },
      ...{ measured_at: new Date(at).toISOString(), temperature: roundedC(value, resolutionC), unit: 'C' }
    }
    const result = readReading(raw, at)
    if (result.kind === 'reading')
      readings.push({ at, temperatureC: Math.round(100 * result.reading.temperatureC) / 100 })
    else refused += 1
  }
  return { readings, refused }
}

export interface Found {
  readonly reason: FaultReason | 'refused' | null
  readonly afterHours: number
}

interface Watching {
  readonly nightsBefore: number
  readonly everyHours: number
}

/** Looks now and then for two days; what is found for another reason is not found. */
export function found(run: Run, name: LiarName, { nightsBefore, everyHours }: Watching): Found {
  const { beganAt } = run
  const end = beganAt + withinHours * hourMs
  const { readings, refused } = takenReadings(run, beganAt - lookBackHours * hourMs, end)
  if (refused > 10) return { reason: 'refused', afterHours: 0 }
  let fault: SensorFault | null = null
  for (let hours = everyHours; hours <= withinHours; hours += everyHours) {
    fault = lieAfter(fault, { run, readings, now: beganAt + hours * hourMs, hasRecord: nightsBefore > 0 })
    const reason = reportedReason(fault)
    if (reason !== null && foundAs[name].includes(reason)) return { reason, afterHours: hours }
  }
  return { reason: null, afterHours: withinHours }
}

interface Looked {
  readonly run: Run
  readonly readings: readonly TimedReading[]
  readonly now: number
  readonly hasRecord: boolean
}

/** What is stored after a look; of readings without a gap. */
function lieAfter(
  fault: SensorFault | null,
  { run: { site }, readings, now, hasRecord }: Looked
): SensorFault | null {
  const { lat, lon } = site.record
  const from = readings.findLastIndex(({ at }) => at <= now - lookBackHours * hourMs) + 1
  const recent = readings.slice(from, readings.findLastIndex(({ at }) => at <= now) + 1)
  const found = findFault({
    readings: recent,
    forecastC: (at) => site.forecastC(at),
    at: { lat, lon },
    zoneHours,
    neighbours: site.airport === null ? [] : [site.airport],
    usualC: hasRecord ? site.usualC : null
  })
  return stateAfter(fault, found, { now, from: recent[0]?.at ?? now, hours: 72 })
}

/** The reason of which an honest thermometer is accused in so many days; null: none. */
export function accused(
  record: HourlyRecord,
  seed: number,
  { days, everyHours }: { readonly days: number; readonly everyHours: number }
): FaultReason | null {
  const from =
    record.startHour + 24 * (10 + (seed % Math.max(1, Math.floor(record.hourlyC.length / 24) - days - 20)))
  const site = siteOf(record, seed, from - 48, (days + 4) * 24)
  const run: Run = {
    site,
    beganAt: from * hourMs,
    resolutionC: [0.1, 0.5, 1][Math.floor(seed / 3) % 3] ?? 0.1,
    send: site.honestC
  }
  const { readings } = takenReadings(run, from * hourMs, (from + days * 24) * hourMs)
  let fault: SensorFault | null = null
  for (let hour = from + 12; hour < from + days * 24; hour += everyHours) {
    fault = lieAfter(fault, { run, readings, now: hour * hourMs, hasRecord: hour > from + 240 })
    const reason = reportedReason(fault)
    if (reason !== null) return reason
  }
  return null
}
