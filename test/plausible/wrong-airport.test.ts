/** An airport that is wrong: frozen, 6 °C too warm, in °F, an hour late. */
import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../src/common/time.ts'
import { learnedNights } from '../../src/forecasts/frost-view.ts'
import type { EveningStation } from '../../src/frost/evening-station.ts'
import type { KnownNight } from '../../src/frost/frost-night.ts'
import { genericSettings } from '../../src/frost/frost-nights.ts'
import { nightWindows } from '../../src/frost/night-window.ts'
import { column, emptySeries } from '../../src/weather/series.ts'
import { generator } from './honest-weather.ts'

const site = { lat: 38.353, lon: 38.312, timezone: 'Europe/Istanbul' }
const start = Date.parse('2026-04-10T00:00Z') / hourMs
const days = 4
const [window] = nightWindows(site, start + 36, start + 37)
const sunset = window?.sunsetAt ?? 0
const sunrise = window?.sunriseAt ?? 0

type Fault = (trueAt: (at: number) => number, at: number, beganAt: number) => number
const faults: Readonly<Record<string, Fault>> = {
  frozen: (trueAt, at, beganAt) => trueAt(Math.min(at, beganAt)),
  'too warm': (trueAt, at, beganAt) => trueAt(at) + (at >= beganAt ? 6 : 0),
  'in °F': (trueAt, at, beganAt) => (at >= beganAt ? 1.8 * trueAt(at) + 32 : trueAt(at)),
  late: (trueAt, at, beganAt) => trueAt(at >= beganAt ? at - hourMs : at),
  none: (trueAt, at) => trueAt(at)
}

interface Night {
  readonly trueAt: (at: number) => number
  readonly nights: (station: EveningStation | null) => KnownNight | undefined
  readonly station: (fault: Fault, now: number, beganAt: number) => EveningStation
}

function nightOf(seed: number): Night {
  const random = generator(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const [meanC, swingC] = [4 + 4 * normal(), 3 + 4 * random()]
  const [offC, wrongC, apartC] = [0.5 * normal(), 1.2 * normal(), 0.7 * normal()]
  const airAt = (at: number) => meanC + swingC * Math.cos(((at / hourMs - 11.5) / 12) * Math.PI)
  const trueAt = (at: number) => airAt(at) + wrongC * Math.sin(((at / hourMs - 18) / 24) * Math.PI) + apartC
  const series = emptySeries(start, 24 * days)
  column(series, 'temperature').forEach((_, hour, values) => {
    values[hour] = airAt((start + hour) * hourMs) + offC + 0.3 * normal()
  })
  column(series, 'dewPoint').fill(-3)
  column(series, 'windSpeed').fill(1)
  column(series, 'cloudCover').fill(0)
  const sigmaC = 1.2 + random()
  const distanceKm = [0, 0.05, 1, 3, 4.9][seed % 10] ?? 5.1 + 30 * random()
  return {
    trueAt,
    nights: (station) => {
      const [night] = learnedNights({
        series,
        windows: window === undefined ? [] : [window],
        ...{ issuedAt: (start + 12) * hourMs, nowHour: Math.floor(sunset / hourMs) + 1 },
        settings: { ...genericSettings, latitude: site.lat, evening: station === null ? [] : [station] }
      })
      return night?.state === 'known' ? night : undefined
    },
    station: (fault, now, beganAt) => {
      const readings = Array.from({ length: 36 }, (_, index) => now - (35 - index) * 30 * minuteMs).map(
        (at) => ({
          ...{ at, temperatureC: Math.round(fault(trueAt, at, beganAt)) },
          ...{ dewPointC: null, windSpeedMps: 1, cloudCoverFraction: 0 }
        })
      )
      const own = { biasC: -offC, varianceC2: sigmaC * sigmaC }
      const record = { usualC: apartC - offC, sigmaC }
      return {
        name: 'airport',
        isAirport: true,
        record,
        own,
        readings,
        distanceKm,
        heightDifferenceM: 0,
        halfResolutionC: 0.5
      }
    }
  }
}

/** By how much a night is warmer with the airport, hour by hour from an hour after sunset on [°C]. */
function warmerC(fault: Fault, seed: number, hoursBefore: number): readonly number[] {
  const { nights, station } = nightOf(seed)
  const plain = nights(null)?.airTemperatureMinC ?? Number.NaN
  const hours = Math.floor((sunrise - sunset) / hourMs)
  const beganAt = sunset - hoursBefore * hourMs
  return Array.from({ length: hours - 1 }, (_, hour) => sunset + (hour + 1) * hourMs)
    .filter((now) => now > beganAt)
    .map((now) => (nights(station(fault, now, beganAt))?.airTemperatureMinC ?? Number.NaN) - plain)
}

describe.each([-3, 1, 4, 30])('an airport that is wrong since %i h before sunset', (hoursBefore) => {
  it.each(Object.entries(faults))('%s: makes no night warmer by more than 0.3 °C', (_, fault) => {
    const all = Array.from({ length: 60 }, (_, seed) => warmerC(fault, seed, hoursBefore)).flat()
    expect(all.length).toBeGreaterThan(300)
    expect(Math.max(...all)).toBeLessThanOrEqual(0.3 + 1e-9)
    // And may make one colder.
    expect(Math.min(...all)).toBeLessThanOrEqual(0)
  })
})
