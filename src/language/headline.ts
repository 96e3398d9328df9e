/** The one plain sentence that a widget, a page and a message begin with. */

import { hourMs } from '../common/time.ts'
import type { FrostLevel, FrostNight, KnownNight } from '../frost/frost-night.ts'
import { roundToTenth } from '../frost/published.ts'
import { publish, type UnitSystem } from '../weather/units.ts'
import { clockAt, clockOf, nightName } from './dates.ts'
import { riskLabel } from './frost-words.ts'
import { type Language, wordsIn } from './language.ts'
import { formatTemperature } from './numbers.ts'

export interface HeadlineFacts {
  readonly level: FrostLevel
  /** 0…100, or null where it is unknown. */
  readonly score: number | null
  /** The night's air minimum in the answer's own unit; null where it is not known. */
  readonly airTemperatureMin: number | null
  /** The night's plant minimum in the answer's own unit; null where it is not known. */
  readonly plantTemperatureMin: number | null
  readonly units: 'metric' | 'imperial'
  /** First and last local clock time (`HH:MM`) of the hours with frost; null where there are none. */
  readonly from: string | null
  readonly to: string | null
  /** Local clock time of the coldest hour, where it is known. */
  readonly coldestAt?: string | null
  /** The night's name where "tonight" may be taken for another one; absent or null: tonight. */
  readonly name?: string | null
  readonly lang: Language
}

/** How a night's sentence wants its times, temperatures and words. */
export interface HeadlineWording {
  /** When it is read [ms since epoch]. */
  readonly at: number
  readonly timezone: string
  readonly units: UnitSystem
  readonly lang: Language
}

/**
 * A night's name by its date (`night of 12–13 April`) until the noon before it; then null: it is "tonight". In the
 * morning "tonight" may be taken for the night that has just ended.
 */
export function nameBeforeNoon(
  night: Pick<FrostNight, 'window'> | null,
  { at, lang }: Pick<HeadlineWording, 'at' | 'lang'>
): string | null {
  if (night === null || at >= night.window.firstHour * hourMs) return null
  return nightName(night.window.date, lang)
}

/** The sentence of a night; null = the night is not known. */
export function nightHeadline(
  night: FrostNight | null,
  { at, timezone, units, lang }: HeadlineWording
): string {
  const known = night?.state === 'known' ? night : null
  const time = (hour: number | undefined) =>
    hour === undefined ? null : clockAt(hour * hourMs, timezone, 'en')
  const degrees = (valueC: number | null | undefined) => publish(valueC ?? Number.NaN, 'temperature', units)
  if (known !== null && Number.isNaN(known.score)) return unscoredHeadline(known, { at, units, lang })
  return tonightHeadline({
    level: known?.level ?? 'unknown',
    score: known === null ? null : roundToTenth(known.score),
    airTemperatureMin: degrees(night?.airTemperatureMinC),
    plantTemperatureMin: degrees(known?.plantTemperatureMinC),
    units,
    from: time(known?.frostHours?.firstHour),
    to: time(known?.frostHours?.lastHour),
    coldestAt: time(known?.coldestHour),
    name: nameBeforeNoon(night, { at, lang }),
    lang
  })
}

/** A night with temperatures and without a score. */
function unscoredHeadline(
  night: KnownNight,
  { at, units, lang }: Pick<HeadlineWording, 'at' | 'units' | 'lang'>
): string {
  const words = wordsIn(lang).headline
  const [air = '', plants = ''] = [night.airTemperatureMinC, night.plantTemperatureMinC].map((valueC) =>
    formatTemperature(publish(valueC, 'temperature', units), units === 'imperial' ? '°F' : '°C', lang)
  )
  return words.unscored(air === plants ? air : words.minima(air, plants), nameBeforeNoon(night, { at, lang }))
}

/**
 * Tonight in one sentence, with no full stop at its end: `Moderate frost risk tonight: −0.9 °C expected around 05:00`.
 * Where the plants' minimum is not the air's, both are named: a grower would otherwise take one for the other.
 */
export function tonightHeadline(facts: HeadlineFacts): string {
  const { level, airTemperatureMin, name = null, lang } = facts
  const words = wordsIn(lang).headline
  if (level === 'unknown') return words.unknown(name)
  const risk = riskLabel(level, lang)
  const tonight = words.tonight(risk, lowerFirst(risk), name)
  if (airTemperatureMin === null) return tonight
  return `${tonight}: ${expectation({ ...facts, airTemperatureMin })}`
}

function expectation(facts: HeadlineFacts & { readonly airTemperatureMin: number }): string {
  const { airTemperatureMin, plantTemperatureMin, lang } = facts
  const words = wordsIn(lang).headline
  const unit = facts.units === 'imperial' ? '°F' : '°C'
  const air = formatTemperature(airTemperatureMin, unit, lang)
  const when = moment(facts)
  if (plantTemperatureMin === null || plantTemperatureMin === airTemperatureMin) return words.air(air, when)
  return words.airAndPlants(air, formatTemperature(plantTemperatureMin, unit, lang), when)
}

function moment({ coldestAt, from, to, lang }: HeadlineFacts): string {
  const words = wordsIn(lang).headline
  if (coldestAt !== undefined && coldestAt !== null) return words.around(clockOf(coldestAt, lang))
  if (from === null || to === null) return ''
  if (from === to) return words.around(clockOf(from, lang))
  return words.between(clockOf(from, lang), clockOf(to, lang))
}

// Safe for the Turkish phrases here: none of them begins with I or İ.
function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
