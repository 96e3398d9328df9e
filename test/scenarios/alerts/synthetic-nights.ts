/** Nights made for scenarios: only what alerts look at is chosen, the rest is plausible. */
import { hourMs } from '../../../src/common/time.ts'
import type { FrostNight, KnownNight, NightWindow, UnknownNight } from '../../../src/frost/frost-night.ts'
import { levelOf, roundToTenth } from '../../../src/frost/published.ts'

/** What a scenario says of a night. */
export interface SyntheticNight {
  readonly score: number | null
  /** Plant minimum [°C]; 2.5 above the score's rule of thumb where it does not matter. */
  readonly minimumC?: number
  /** Local hour of the morning (or −2 = 22:00 the evening before) at which damage begins; null = never. */
  readonly frostFromHour?: number | null
  /** A cold hour of its data was set aside. */
  readonly isColdHourSetAside?: true
}

/** The instant of a local wall-clock time: `at('2026-04-12 05:00', 'Europe/Istanbul')`. */
export function instant(local: string, timezone: string): number {
  return Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(timezone).epochMilliseconds
}

/**
 * The night that ends on the morning of `date`: sunset 19:00, coldest at 5:00, sunrise 6:00, over at 7:00, local time.
 */
export function syntheticNight(date: string, synthetic: SyntheticNight, timezone: string): FrostNight {
  const window = syntheticWindow(date, timezone)
  const base = { window, hours: 24, hoursAvailable: 24, partial: false }
  if (synthetic.score === null) {
    return {
      ...base,
      state: 'unknown',
      reason: 'temperature_missing',
      airTemperatureMinC: null
    } satisfies UnknownNight
  }
  const minimumC = synthetic.minimumC ?? 2 - synthetic.score / 15
  const from = synthetic.frostFromHour === undefined ? (minimumC <= 0 ? 3 : null) : synthetic.frostFromHour
  const midnight = hourOf(instant(`${date} 00:00`, timezone))
  return {
    ...base,
    ...unimportant,
    state: 'known',
    score: synthetic.score,
    biasC: 0,
    level: levelOf(roundToTenth(synthetic.score)),
    airTemperatureMinC: minimumC + 1.5,
    plantTemperatureMinC: minimumC,
    plantTemperatureP10C: minimumC - 2,
    plantTemperatureP90C: minimumC + 2,
    coldestHour: hourOf(instant(`${date} 05:00`, timezone)),
    frostHours: from === null ? null : { firstHour: midnight + from, lastHour: midnight + 6 },
    appearance: minimumC <= 0 ? 'white' : null,
    ...(synthetic.isColdHourSetAside && { isColdHourSetAside: true })
  } satisfies KnownNight
}

function syntheticWindow(date: string, timezone: string): NightWindow {
  const before = Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()
  const sunsetAt = instant(`${before} 19:00`, timezone)
  const sunriseAt = instant(`${date} 06:00`, timezone)
  const firstHour = hourOf(instant(`${before} 12:00`, timezone)) + 1
  const lastHour = hourOf(instant(`${date} 12:00`, timezone))
  const [firstDarkHour, lastDarkHour] = [hourOf(sunsetAt), hourOf(sunriseAt)]
  const dark = Array.from({ length: lastHour - firstHour + 1 }, (_, index) => {
    const hour = firstHour + index
    return hour >= firstDarkHour && hour <= lastDarkHour
  })
  const midnightHour = hourOf(instant(`${date} 00:00`, timezone))
  const overHour = lastDarkHour + 1
  return {
    date,
    firstHour,
    lastHour,
    dark,
    firstDarkHour,
    lastDarkHour,
    sunsetAt,
    sunriseAt,
    overHour,
    midnightHour
  }
}

function hourOf(at: number): number {
  return Math.floor(at / hourMs)
}

const unimportant = {
  sigmaC: 1.7,
  sigmaAirC: 1.6,
  spreadFactor: 1,
  leadDays: 1,
  radiativeOffsetC: 1.5,
  fullOffsetMeanC: 2,
  probability: { frost: 0.5, airFrost: 0.3, belowMinus2_2: 0.2, belowMinus4_4: 0.1, t10: 0.5, t90: null },
  expectedHoursBelow: { zero: 3, t10: 3 },
  expectedDamagePercent: null,
  frostType: 'radiation',
  mgmClass: 'hafif',
  wetBulbTemperatureAtMinC: -1,
  dewPointAtMinC: -3,
  windSpeedMeanMps: 1,
  cloudCoverMeanFraction: 0.1,
  contributions: { airTemperature: 30, radiation: 20, uncertainty: 10 },
  confidence: 'high',
  inputsMissing: [],
  stepHours: 1,
  snowCover: false,
  plantTemperatureC: new Float64Array(24),
  hourScore: new Float64Array(24)
} as const
