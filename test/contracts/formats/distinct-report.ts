/**
 * A report in which every variable has a value of its own: whichever member shows another's variable shows it by its
 * value.
 */

import { hourMs } from '../../../src/common/time.ts'
import type { DayRow } from '../../../src/forecasts/days.ts'
import type { PublishedScore } from '../../../src/forecasts/frost-view.ts'
import type { NightHour } from '../../../src/forecasts/report/night-hours.ts'
import type { PlaceReport, SlotReport } from '../../../src/forecasts/report/place-report.ts'
import type { FrostLevel, KnownNight } from '../../../src/frost/frost-night.ts'
import type { Protection } from '../../../src/frost/protection/protection.ts'
import { cropCurve } from '../../../src/frost/severity.ts'
import type { SpanSummary } from '../../../src/weather/summary.ts'

/** Midnight of 12 April 2026 in Türkiye. */
const midnightSecond = Date.UTC(2026, 3, 11, 21) / 1000

/** A fresh value at each call, so far from the last that no rounding makes them one. */
function counter(first: number, step: number): () => number {
  let next = first
  return () => {
    const value = next
    next += step
    return Number(value.toFixed(4))
  }
}

/** What a message shows besides the report. */
export interface DistinctSubscription {
  readonly id: string
  readonly label: string
  readonly threshold: number
  readonly region: string
  readonly messageId: string
  /** When the message was created [ms since epoch]: within the day before the first night is over. */
  readonly createdAt: number
}

export interface DistinctReport extends PlaceReport {
  readonly subscription: DistinctSubscription
}

/** Builds the report; each call gives equal values in objects of their own, so that a test may change them. */
export function distinctReport(): DistinctReport {
  const draw = {
    temperatureC: counter(-39.7, 1.7),
    fraction: counter(0.012, 0.0213),
    windMps: counter(1.1, 0.6),
    mm: counter(0.6, 0.8),
    cm: counter(0.7, 1.1),
    hour: counter(midnightSecond / 3600 + 1, 1),
    minute: counter(2, 3),
    odds: counter(0.03, 0.041),
    tenth: counter(1.1, 1.3),
    score: counter(12.4, 7.3),
    // Sixteen points of the compass.
    degrees: counter(11.3, 45),
    other: counter(3, 2)
  }
  const summary = (weatherCode: number): SpanSummary => ({
    stamps: 24,
    stampsAvailable: draw.other(),
    temperatureMin: draw.temperatureC(),
    temperatureMinHour: draw.hour(),
    temperatureMax: draw.temperatureC(),
    temperatureMaxHour: draw.hour(),
    temperatureMean: draw.temperatureC(),
    apparentTemperatureMin: draw.temperatureC(),
    apparentTemperatureMax: draw.temperatureC(),
    apparentTemperatureMean: draw.temperatureC(),
    dewPointMean: draw.temperatureC(),
    relativeHumidityMean: draw.fraction(),
    pressureMslMean: 980 + 3 * draw.other(),
    cloudCoverMean: draw.fraction(),
    windSpeedMean: draw.windMps(),
    windSpeedMax: draw.windMps(),
    windGustSpeedMax: draw.windMps(),
    windDirection: draw.degrees(),
    precipitation: draw.mm(),
    snowfall: draw.cm(),
    precipitationProbabilityMax: draw.fraction(),
    uvIndexMax: draw.other() / 10,
    weatherCode
  })
  const day = (index: number, weatherCode: number): DayRow => ({
    day: {
      date: `2026-04-${12 + index}`,
      fromSecond: midnightSecond + index * 86_400,
      // A length of its own.
      toSecond: midnightSecond + (index + 1) * 86_400 + index * 3600
    },
    // In the morning, as the night's own minimum.
    summary: { ...summary(weatherCode), temperatureMinHour: midnightSecond / 3600 + 24 * index + 5 },
    // The extremes of a day with missing hours are not shown where that is not said.
    partial: false,
    sunriseAt: draw.hour() * hourMs + 60_000 * (11 + index),
    sunsetAt: draw.hour() * hourMs + 60_000 * (31 + index),
    frost: {
      score: draw.score(),
      level: index === 0 ? 'severe' : 'low',
      airTemperatureMinC: draw.temperatureC(),
      plantTemperatureMinC: draw.temperatureC()
    }
  })
  const slot = (index: number, weatherCode: number): SlotReport => ({
    span: {
      fromSecond: midnightSecond + (2 + 5 * index) * 3600 + 60 * (1 + index),
      toSecond: midnightSecond + (4 + 5 * index) * 3600 + 60 * (3 + index)
    },
    summary: summary(weatherCode),
    partial: index === 0,
    isDay: index === 1,
    wetBulbTemperatureC: draw.temperatureC(),
    frost: {
      score: draw.score(),
      level: index === 0 ? 'moderate' : 'none',
      plantTemperatureMinC: draw.temperatureC()
    }
  })
  const night = (index: number): KnownNight => {
    const [airTemperature, radiation, uncertainty] = [draw.tenth() + 8, draw.tenth() + 4, draw.tenth()]
    const firstHour = draw.hour()
    return {
      state: 'known',
      biasC: 0,
      window: {
        date: `2026-04-0${2 + index}`,
        firstHour,
        lastHour: draw.hour(),
        dark: [],
        firstDarkHour: firstHour,
        lastDarkHour: firstHour + 199 + 17 * index,
        // After a message is made, which is then about a night to come.
        sunsetAt: (firstHour + 193 + 17 * index) * hourMs + 60_000 * (5 + index),
        sunriseAt: (firstHour + 198 + 17 * index) * hourMs + 60_000 * (7 + index),
        // Hours of its own, after all others.
        overHour: firstHour + 200 + 17 * index,
        midnightHour: firstHour
      },
      hours: draw.other(),
      hoursAvailable: draw.other(),
      partial: index === 1,
      score: airTemperature + radiation + uncertainty,
      level: index === 0 ? 'high' : 'moderate',
      airTemperatureMinC: draw.temperatureC(),
      plantTemperatureMinC: draw.temperatureC(),
      plantTemperatureP10C: draw.temperatureC(),
      plantTemperatureP90C: draw.temperatureC(),
      sigmaC: 2 + 0.3 * index,
      sigmaAirC: 1.6 + 0.5 * index,
      coldestHour: firstHour + 195 + 17 * index,
      spreadFactor: 1,
      // In whole days, too.
      leadDays: draw.odds() + 2 * index,
      radiativeOffsetC: 1,
      fullOffsetMeanC: 1,
      probability: {
        frost: draw.odds(),
        airFrost: draw.odds(),
        belowMinus2_2: draw.odds(),
        belowMinus4_4: draw.odds(),
        t10: draw.odds(),
        t90: draw.odds()
      },
      expectedHoursBelow: { zero: draw.tenth(), t10: draw.tenth() },
      expectedDamagePercent: draw.tenth() + 60,
      updatedBy: {
        station: `Thermometer ${index === 0 ? 'A' : 'B'}`,
        measuredAt: draw.hour() * hourMs + 60_000 * (41 + index),
        distanceKm: draw.tenth() + 20
      },
      // It lasts until after a message is made, whose title then has the hour of its end.
      frostHours: { firstHour: draw.hour(), lastHour: firstHour + 197 + 19 * index },
      frostType: index === 0 ? 'radiation' : 'advection',
      appearance: index === 0 ? 'white' : 'black',
      mgmClass: index === 0 ? 'orta' : 'hafif',
      wetBulbTemperatureAtMinC: draw.temperatureC(),
      dewPointAtMinC: draw.temperatureC(),
      windSpeedMeanMps: draw.windMps(),
      cloudCoverMeanFraction: draw.fraction(),
      contributions: { airTemperature, radiation, uncertainty },
      confidence: index === 0 ? 'medium' : 'low',
      inputsMissing: index === 0 ? ['dew_point'] : ['wind_speed'],
      stepHours: 1,
      snowCover: false,
      plantTemperatureC: new Float64Array(),
      hourScore: new Float64Array()
    }
  }
  const nights = [night(0), night(1)]
  const chosenHour = (): NightHour => ({
    at: draw.hour() * hourMs,
    airC: draw.temperatureC(),
    plantC: draw.temperatureC(),
    lowC: draw.temperatureC(),
    highC: draw.temperatureC(),
    wetBulbC: draw.temperatureC(),
    windSpeedMps: draw.windMps(),
    cloudCoverFraction: draw.fraction(),
    score: draw.score() / 10
  })
  // Of the crop, which a page with one shows beside days and slots.
  const shownScore = (level: FrostLevel): PublishedScore => ({ score: draw.score(), level })
  const instant = () => draw.hour() * hourMs + 60_000 * draw.minute()
  const protection = (): Protection => ({
    lastPreparationAt: instant(),
    coldFrom: instant(),
    coldTo: instant(),
    criticalC: draw.temperatureC(),
    sprinkler: {
      startAt: instant(),
      expectedStartAt: instant(),
      stopAt: instant(),
      ampleStartAt: instant(),
      isStartPast: false,
      startWetBulbC: draw.temperatureC(),
      startAirC: draw.temperatureC(),
      probability: draw.odds(),
      strongestWindMps: draw.windMps(),
      usable: true,
      reason: null
    },
    windMachine: {
      startAt: instant(),
      isStartPast: true,
      gainC: draw.tenth(),
      inversionC: draw.tenth(),
      isEnough: false,
      usable: true,
      reason: null
    },
    heaters: { startAt: instant(), isStartPast: false, neededC: draw.tenth(), usable: false, reason: 'wind' }
  })
  return {
    at: (midnightSecond + 3600) * 1000,
    place: {
      lat: 38.355,
      lon: 38.31,
      name: 'Malatya',
      slug: 'malatya',
      region: 'A province',
      country: 'TR',
      timezone: 'Europe/Istanbul',
      elevationM: 954,
      nearest: { name: 'A village', slug: 'a-village', distanceKm: 12.3 }
    },
    data: {
      source: {
        id: 'a-source',
        name: 'A source',
        license: 'A licence',
        url: 'https://source.example/',
        attribution: 'An attribution'
      },
      model: 'a-model',
      models: ['a-model-of-a-blend'],
      modelsLeft: [],
      grid: { lat: 38.25, lon: 38.5, elevation: 1011 },
      synthetic: false,
      isFallback: false,
      freshness: 'aging',
      issuedAt: Date.UTC(2026, 3, 10, 6, 17),
      confirmedAt: Date.UTC(2026, 3, 10, 14, 43),
      ageHours: 7,
      hoursSetAside: 0,
      variablesLeftOut: [],
      check: 'agrees',
      contradicted: null,
      hoursCarried: 0,
      isComingNightUnknown: false
    },
    current: {
      kind: 'observed',
      validAt: draw.hour() * hourMs,
      isDay: true,
      temperatureC: draw.temperatureC(),
      apparentTemperatureC: draw.temperatureC(),
      relativeHumidityFraction: draw.fraction(),
      dewPointC: draw.temperatureC(),
      wetBulbTemperatureC: draw.temperatureC(),
      frostPointC: draw.temperatureC(),
      windSpeedMps: draw.windMps(),
      windGustSpeedMps: draw.windMps(),
      windDirectionDegrees: draw.degrees(),
      pressureMslHpa: 940,
      cloudCoverFraction: draw.fraction(),
      visibilityM: 7300,
      precipitationMm: draw.mm(),
      snowfallCm: draw.cm(),
      weatherCode: 45
    },
    hours: { startHour: 0, hours: 0, values: new Float32Array(), stepHours: new Uint8Array() },
    days: [day(0, 95), day(1, 61)],
    slots: [slot(0, 71), slot(1, 3)],
    nights,
    tonight: nights[0] ?? null,
    tonightHours: [chosenHour(), chosenHour()],
    chosenNight: nights[1] ?? null,
    chosenHours: [chosenHour(), chosenHour()],
    // Still to come when the message is created.
    tonightProtection: {
      ...protection(),
      lastPreparationAt: ((nights[0]?.window.overHour ?? 0) - 6) * hourMs + 22 * 60_000
    },
    chosenProtection: protection(),
    focusedOn() {
      return this
    },
    protectionOf(night) {
      return night === this.tonight ? this.tonightProtection : null
    },
    dayScores: [shownScore('moderate'), shownScore('none')],
    slotScores: [shownScore('severe'), shownScore('low')],
    tonightLimit: null,
    isResting: false,
    unscoredBecause: null,
    worst: {
      score: 93.7,
      level: 'severe',
      worstDate: '2026-04-25',
      nextRiskDate: '2026-04-26',
      nightsUnknown: 3
    },
    nightsReached: 2,
    brief: {
      nights,
      worst: { score: null, level: 'unknown', worstDate: null, nextRiskDate: null, nightsUnknown: 0 }
    },
    profile: {
      crop: 'apricot',
      stage: 'full-bloom',
      exposure: 'vine',
      curve: cropCurve(-2.9, -5.6),
      evidence: 'corroborated'
    },
    estimate: {
      state: 'estimated',
      stage: 'full-bloom',
      plusMinusDays: 6,
      summedFrom: '2026-01-03',
      summedTo: '2026-04-09',
      source: 'A season'
    },
    learned: { nights: 47, method: 'seasonal_emos' },
    dataNotices: [{ code: 'aging_data', parameters: { ageHours: 7 } }],
    dayNotices: [{ code: 'horizon_truncated', parameters: { requested: 9, available: 2 } }],
    slotNotices: [{ code: 'horizon_truncated', parameters: { requested: 8, available: 2, span: 'slot' } }],
    nightNotices: [{ code: 'snow_cover', parameters: {} }],
    subscription: {
      id: 'sub_0123456789012345678901',
      label: 'A label',
      threshold: 37.5,
      region: 'A region',
      messageId: 'msg_1',
      createdAt: ((nights[0]?.window.overHour ?? 0) - 10) * hourMs + 13 * 60_000
    }
  }
}

/** The value at a path such as `days.0.summary.snowfall`. */
export function valueAtPath(report: DistinctReport, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], report)
}

/** The same report with the values of two variables exchanged. */
export function exchanged(one: string, other: string): DistinctReport {
  const report = distinctReport()
  const [first, second] = [valueAtPath(report, one), valueAtPath(report, other)]
  put(report, one, second)
  put(report, other, first)
  return report
}

function put(report: DistinctReport, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const owner = names.length === 0 ? report : valueAtPath(report, names.join('.'))
  ;(owner as Record<string, unknown>)[last] = value
}
