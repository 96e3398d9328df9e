/** The one plain sentence that a widget, a page and a message begin with. */

import { hourMs } from '../common/time.ts'
import type { FrostLevel, FrostNight, KnownNight } from '../frost/frost-night.ts'
import { isLastNight } from '../frost/period.ts'
import { roundToTenth } from '../frost/published.ts'
import { publish, type UnitSystem } from '../weather/units.ts'
import {
  clockAt,
  clockOf,
  dayOf,
  isByDay,
  lowerFirst,
  nightName,
  relativeDay,
  relativeNight
} from './dates.ts'
import { riskLabel } from './frost-words.ts'
import { type Language, wordsIn } from './language.ts'
import { formatTemperature } from './numbers.ts'

interface HeadlineFacts {
  readonly level: FrostLevel
  /** 0…100; null: unknown. */
  readonly score: number | null
  /** In the answer's own unit; null: not known. */
  readonly airTemperatureMin: number | null
  /** In the answer's own unit; null: not known. */
  readonly plantTemperatureMin: number | null
  readonly units: 'metric' | 'imperial'
  /** Local time (`HH:MM`). */
  readonly coldestAt: string | null
  /** Where "tonight" is wrong or may be taken for another night; absent or null: tonight. */
  readonly name?: string | null
  /** The last night: nothing of it is still expected. */
  readonly isPast?: boolean
  readonly isOfDamage?: boolean
  readonly lang: Language
}

interface HeadlineWording {
  /** When it is read [ms since epoch]. */
  readonly at: number
  readonly timezone: string
  readonly units: UnitSystem
  readonly lang: Language
  /** The date of the night called tonight (`comingNight`); null: only one that has begun is. */
  readonly tonight: string | null
  /** Risk to a crop in its stage; absent: frost on any plant. */
  readonly isOfDamage?: boolean
}

type NamedNight = Pick<FrostNight, 'window'> & Partial<Pick<KnownNight, 'coldestHour' | 'frostHours'>>

/** [ms since epoch] */
function timesOf({ window, coldestHour, frostHours }: NamedNight) {
  const { lastDarkHour, lastHour, sunsetAt, sunriseAt } = window
  if (coldestHour === undefined) return null
  return {
    coldestAt: coldestHour * hourMs,
    sunsetAt,
    sunriseAt,
    frostFromAt: frostHours ? frostHours.firstHour * hourMs : null,
    /** The end of its dark hours. */
    overAt: ((lastDarkHour ?? lastHour) + 1) * hourMs
  }
}

/** Whether only the thaw is still to come; never for a night without a score. */
export function isNightPast(night: NamedNight | null, at: number): boolean {
  const times = night === null ? null : timesOf(night)
  return times !== null && isLastNight(times, at)
}

/** The first night that is not the last night: people call it tonight. */
export function comingNight<Night extends NamedNight>(nights: readonly Night[], at: number): Night | null {
  return nights.find((night) => !isNightPast(night, at)) ?? null
}

/** Null: by its date. @param wording.tonight see `HeadlineWording` */
export function calledNight(
  { window: { date, overHour } }: NamedNight,
  { at, timezone, tonight }: Pick<HeadlineWording, 'at' | 'timezone' | 'tonight'>
): 'last_night' | 'tonight' | 'tomorrow_night' | null {
  if (date === tonight) return 'tonight'
  if (tonight !== null && date < tonight) return 'last_night'
  const relative = relativeNight({ date, overAt: overHour * hourMs }, at, timezone)
  return relative === 'tonight' ? null : relative
}

/** Whether the minima of the night have passed, though the cold may continue. */
export function isMinimumPast({ coldestHour }: Pick<KnownNight, 'coldestHour'>, at: number): boolean {
  return coldestHour < Math.floor(at / hourMs)
}

/** Null: "tonight". `last night` after its coldest hour; later nights by date; where cold comes by day, its day. */
export function nightAdverb(
  night: NamedNight | null,
  { at, timezone, tonight, lang }: Pick<HeadlineWording, 'at' | 'timezone' | 'tonight' | 'lang'>
): string | null {
  if (night === null) return null
  const { alerts, dates } = wordsIn(lang)
  const times = timesOf(night)
  if (times !== null && isLastNight(times, at)) return alerts.last_night
  if (times !== null && isByDay(times)) {
    const day = relativeDay(times.coldestAt, at, timezone)
    return day === null ? dates.onDay(dayOf(times.coldestAt, timezone, lang)) : alerts[day]
  }
  if (night.window.date === tonight || at >= night.window.firstHour * hourMs) return null
  return dates.inNight(nightName(night.window.date, lang))
}

export function nightHeadline(night: FrostNight | null, wording: HeadlineWording): string {
  const { at, timezone, tonight, units, lang, isOfDamage = false } = wording
  const known = night?.state === 'known' ? night : null
  const time = (hour: number | undefined) =>
    hour === undefined ? null : clockAt(hour * hourMs, timezone, 'en')
  const degrees = (valueC: number | null | undefined) => publish(valueC ?? Number.NaN, 'temperature', units)
  if (known !== null && Number.isNaN(known.score)) return unscoredHeadline(known, wording)
  return tonightHeadline({
    level: known?.level ?? 'unknown',
    score: known === null ? null : roundToTenth(known.score),
    airTemperatureMin: degrees(night?.airTemperatureMinC),
    plantTemperatureMin: degrees(known?.plantTemperatureMinC),
    units,
    coldestAt: time(known?.coldestHour),
    name: nightAdverb(night, { at, timezone, tonight, lang }),
    isPast: isNightPast(night, at) || (known !== null && isMinimumPast(known, at)),
    isOfDamage,
    lang
  })
}

/** The headline of a night without a score, with temperatures. */
function unscoredHeadline(night: KnownNight, wording: HeadlineWording): string {
  const { units, lang } = wording
  const words = wordsIn(lang).headline
  const [air = '', plants = ''] = [night.airTemperatureMinC, night.plantTemperatureMinC].map((valueC) =>
    formatTemperature(publish(valueC, 'temperature', units), units === 'imperial' ? '°F' : '°C', lang)
  )
  const minima = air === plants ? air : words.minima(air, plants)
  return words.unscored(minima, nightAdverb(night, wording), isMinimumPast(night, wording.at))
}

/** `Moderate frost risk tonight: −0.9 °C expected around 05:00`; with the plants' minimum where it differs. */
export function tonightHeadline(facts: HeadlineFacts): string {
  const { level, airTemperatureMin, name = null, isOfDamage = false, lang } = facts
  const words = wordsIn(lang).headline
  const risk = riskLabel(level, lang, isOfDamage)
  if (level === 'unknown') return words.unknown(risk, lowerFirst(risk), name)
  const tonight = words.tonight(risk, lowerFirst(risk), name)
  if (airTemperatureMin === null) return tonight
  return `${tonight}: ${expectation({ ...facts, airTemperatureMin })}`
}

function expectation(facts: HeadlineFacts & { readonly airTemperatureMin: number }): string {
  const { airTemperatureMin, plantTemperatureMin, coldestAt, lang } = facts
  const words = wordsIn(lang).headline
  const unit = facts.units === 'imperial' ? '°F' : '°C'
  const air = formatTemperature(airTemperatureMin, unit, lang)
  const when = coldestAt === null ? '' : words.around(clockOf(coldestAt, lang))
  const isPast = facts.isPast === true
  if (plantTemperatureMin === null || plantTemperatureMin === airTemperatureMin)
    return words.air(air, when, isPast)
  return words.airAndPlants(air, formatTemperature(plantTemperatureMin, unit, lang), { when, isPast })
}
