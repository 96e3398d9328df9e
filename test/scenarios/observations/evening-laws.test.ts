/** An airport whose evenings follow a known law of their own, through store and API for a year and a half. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dayMs, hourMs } from '../../../src/common/time.ts'
import { servedEveningLaw } from '../../../src/frost/evening/evening-law.ts'
import { type EveningReading, measuredState } from '../../../src/frost/evening/evening-reading.ts'
import {
  completeState,
  fallTerms,
  minimumFromReadings,
  sumOfProducts
} from '../../../src/frost/evening/from-readings.ts'
import {
  afterNight,
  firstDayOf,
  givenEveningLaw,
  learnedEvenings,
  type NightOfEvenings,
  weekOf
} from '../../../src/frost/evening/own-law.ts'
import type { NightWindow } from '../../../src/frost/frost-night.ts'
import { gaussianCrps } from '../../../src/frost/gaussian.ts'
import { nightWindows } from '../../../src/frost/night-window.ts'
import { nightOfEvenings } from '../../../src/observations/evening-laws/night-of-evenings.ts'
import { ownTonight } from '../../../src/observations/learned-place.ts'
import type { AirportReport } from '../../../src/weather/airport.ts'
import { seededRandom } from '../../../verification/data/seeded-random.ts'
import { malatya, type SyntheticRecord, startRecord, syntheticRun } from './synthetic-record.ts'

const airport = { icao: 'LTAT', name: 'Malatya', lat: 38.353, lon: 38.312, elevation: 964 }
/** A Monday. */
const firstDay = 20_094
const nights = 520
/** Two airports' worth of departure from the law of all: a hollow that falls further in calm, and is warmer in wind. */
const trueFall = servedEveningLaw.fall.coefficients.map((value, at) => value + ([2.2, 0, 0, -0.6][at] ?? 0))
const scatterC = 0.8
/** Of what the law does not say, so much comes again a night later; before the last one it is much. */
const persistence = 0.5

const random = seededRandom(7)
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
let missed = 0

/** What the airport measured from noon to noon, so that the minimum after sunset + 2 h is what the true law gives. */
function readingsOf({ sunsetAt, sunriseAt }: NightWindow, night: number): readonly EveningReading[] {
  if (sunsetAt === null || sunriseAt === null) throw new Error('the sun sets at Malatya')
  const base = {
    windSpeedMps: Math.abs(2 + 2 * normal()),
    cloudCoverFraction: Math.min(1, Math.abs(normal()) / 2)
  }
  const [startC, perHourC, dewC] = [8 + 7 * normal(), 0.9 + 0.4 * normal(), 2 + Math.abs(4 * normal())]
  const evening = Math.floor((sunsetAt + 2 * hourMs) / hourMs) * hourMs
  const times = Array.from({ length: 24 }, (_, hour) => evening + (hour - 7) * hourMs)
  const reading = (at: number, temperatureC: number): EveningReading => {
    return { at, temperatureC: tenths(temperatureC), dewPointC: tenths(startC - dewC), ...base }
  }
  const until = times.filter((at) => at <= evening)
  const before = until.map((at) => reading(at, startC + (perHourC * (evening - at)) / hourMs))
  const state = measuredState(before.slice(-7), { sunset: sunsetAt, sunrise: sunriseAt }, null)
  if (state === null) throw new Error('there are readings')
  const fallC = sumOfProducts(trueFall, fallTerms(completeState(state, servedEveningLaw.elements)))
  const chance = Math.sqrt(1 - persistence ** 2) * normal()
  missed = night === nights - 1 ? 3 : persistence * missed + chance
  const lowestC = Math.min(startC - 0.1, startC - fallC + scatterC * missed)
  const coldest = Math.floor(sunriseAt / hourMs) * hourMs
  const after = times.filter((at) => at > evening)
  return [
    ...before,
    ...after.map((at) =>
      reading(
        at,
        at <= coldest
          ? startC + ((lowestC - startC) * (at - evening)) / (coldest - evening)
          : lowestC + (at - coldest) / hourMs
      )
    )
  ]
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10
}

function reportOf({ at, ...values }: EveningReading): AirportReport {
  // As the store keeps it.
  const windSpeedMps = Math.round(100 * (values.windSpeedMps ?? 0)) / 100
  const cloudCoverFraction = Math.round(100 * (values.cloudCoverFraction ?? 0)) / 100
  return { icao: airport.icao, measuredAt: at, isWhole: false, ...values, windSpeedMps, cloudCoverFraction }
}

const windows = nightWindows({ ...airport, timezone: 'UTC' }, firstDay * 24, (firstDay + nights + 1) * 24)
const measured = windows.map((window, night) => readingsOf(window, night).map(reportOf))
const lowestC = Math.min(...(measured[nights] ?? []).map(({ temperatureC }) => temperatureC))

let app: SyntheticRecord
/** 4 °C too warm: an airport without a record may only make a night colder. */
const snapshot = syntheticRun((firstDay + nights - 1) * dayMs + 12 * hourMs, () => lowestC + 4)
beforeEach(async () => {
  app = await startRecord({ startAt: firstDay * dayMs, stored: async () => snapshot })
})
afterEach(() => app.close())

it('learns the law of an airport, shows it, and follows tonight with it, to the last digit', async () => {
  // Every three weeks: a process that was away has its weeks all the same.
  for (let night = 0; night < nights; night += 21) {
    const some = measured.slice(night, Math.min(night + 21, nights))
    await app.store.record.saveAirportReports([airport], some.flat())
    app.turnClockTo((firstDay + Math.min(night + 21, nights)) * dayMs + 12 * hourMs)
    await app.record.refresh()
  }
  const monday = firstDayOf(weekOf(firstDay + nights))
  const learnedFrom = windows
    .flatMap((window, index) => nightAt(measured, index, window))
    .filter(({ day }) => day < monday)
  expect(learnedFrom.length).toBeGreaterThan(500)
  const learned = learnedEvenings(null, learnedFrom, servedEveningLaw)
  const [stored] = await app.store.record.eveningLaws([airport.icao])
  expect(app.reports).toEqual([])
  expect(JSON.parse(stored?.learned ?? 'null')).toEqual(learned)

  const { law, share } = givenEveningLaw(learned, servedEveningLaw, monday)
  const crpsOf = (by: typeof law) =>
    learnedFrom.slice(-200).reduce((sum, { evenings: [first] }) => {
      if (first === undefined) return sum
      const { meanC, varianceC2 } = minimumFromReadings(first.state, 0.05, by)
      return sum + gaussianCrps(meanC, Math.sqrt(varianceC2), first.minimumC) / 200
    }, 0)
  const [constant = 0, ...rest] = servedEveningLaw.fall.spread
  const truth = { ...servedEveningLaw, fall: { coefficients: trueFall, spread: [constant - 0.35, ...rest] } }
  expect(crpsOf(law)).toBeLessThan(crpsOf(servedEveningLaw) - 0.3)
  expect(crpsOf(law)).toBeLessThan(1.15 * crpsOf(truth))

  const at = (windows[nights]?.sunsetAt ?? 0) + 3 * hourMs
  await app.store.record.saveAirportReports(
    [airport],
    measured[nights]?.filter(({ measuredAt }) => measuredAt <= at) ?? []
  )
  app.turnClockTo(at)
  await app.record.refresh()
  const { body } = await app.get(`/verification?lat=${malatya.lat}&lon=${malatya.lon}`)
  const { nights: judged = 0, usualCrpsC = 0, crpsC = 0 } = learned?.gained ?? {}
  const hundredth = (value: number) => Math.round(100 * value) / 100
  expect(body['verification']?.['evening']?.['laws']).toEqual([
    {
      station: 'Malatya',
      night_count: learnedFrom.length,
      nights: learnedFrom.length,
      last_date: new Date((learned?.day ?? 0) * dayMs).toISOString().slice(0, 10),
      weight: hundredth(share),
      judged_nights: judged,
      crps_law_of_all: hundredth(usualCrpsC / judged),
      crps_given: hundredth(crpsC / judged)
    }
  ])
  const tonightBy = (its: typeof law | null) =>
    ownTonight(snapshot, at, {
      learned: null,
      evening: [
        {
          ...{ name: 'Malatya (LTAT)', distanceKm: 0, heightDifferenceM: 0, record: null, law: its },
          ...{
            halfResolutionC: 0.05,
            readings: measured
              .slice(nights - 1)
              .flat()
              .map(readingOf)
              .filter((one) => one.at <= at)
          }
        }
      ]
    })?.airTemperatureMinC ?? Number.NaN
  const [lastNight] = windows
    .slice(nights - 1, nights)
    .flatMap((window) => nightAt(measured, nights - 1, window))
  if (learned === null || lastNight === undefined) throw new Error('it was measured')
  const served = tonightBy(afterNight(law, learned, lastNight))
  expect(body['tonight']?.['temperature_min']).toBe(tenths(served))
  expect(Math.abs(served - tonightBy(law))).toBeGreaterThan(0.1)
  expect(tonightBy(law)).toBeLessThan(tonightBy(null) - 0.1)

  // A year without reports: it fades, and the answer says since when.
  app.turnClockTo(at + 365 * dayMs)
  await app.record.refresh()
  const { body: later } = await app.get(`/verification?lat=${malatya.lat}&lon=${malatya.lon}`)
  const [faded] = later['verification']?.['evening']?.['laws'] ?? []
  expect(Date.parse(String(faded?.['last_date']))).toBeLessThan(at)
  expect(faded?.['weight']).toBeLessThan(0.6 * share)
})

function readingOf({
  measuredAt: at,
  temperatureC,
  dewPointC,
  windSpeedMps,
  cloudCoverFraction
}: AirportReport) {
  return { at, temperatureC, dewPointC, windSpeedMps, cloudCoverFraction }
}

/** As the bench makes it: from the night's own readings alone. */
function nightAt(
  measured: readonly (readonly AirportReport[])[],
  index: number,
  window: NightWindow
): readonly NightOfEvenings[] {
  const readings = measured
    .slice(Math.max(0, index - 1), index + 2)
    .flat()
    .map(readingOf)
  const night = nightOfEvenings(
    readings.filter((one, at) => at === 0 || one.at > (readings[at - 1]?.at ?? 0)),
    window,
    {
      halfResolutionC: 0.05,
      likelyC: (readC) => readC
    }
  )
  return night === null ? [] : [night]
}
