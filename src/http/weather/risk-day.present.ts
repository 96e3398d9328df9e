/** One risk day of GET /weather/frost-risk. */
import { hourMs } from '../../forecast/point.ts'
import { publish } from '../../forecast/units.ts'
import type { ZoneClock } from '../../forecast/zone-clock.ts'
import { publishedContributions } from '../../frost/explanation.ts'
import type { KnownNight } from '../../frost/frost-night.ts'
import { roundToHundredth, roundToTenth } from '../../frost/published.ts'
import { levelLabel, mgmLabel } from '../../language/frost-words.ts'
import { localInstant, localInstantOrNull } from './blocks.present.ts'
import type { RiskDay } from './frost-risk.schema.ts'
import type { WeatherQuestion } from './question.ts'

export function presentRiskDay(
  night: KnownNight,
  { units, lang }: Pick<WeatherQuestion, 'units' | 'lang'>,
  clock: ZoneClock
): RiskDay {
  const { window } = night
  const temperature = (valueC: number): number => publish(valueC, 'temperature', units) ?? 0
  const temperatureOrNull = (valueC: number | null) => publish(valueC ?? Number.NaN, 'temperature', units)
  const parts = publishedContributions(night.contributions, night.score)
  return {
    date: window.date,
    night: {
      from: localInstant(clock, window.firstHour * hourMs),
      to: localInstant(clock, window.lastHour * hourMs),
      sunset: localInstantOrNull(clock, window.sunsetAt),
      sunrise: localInstantOrNull(clock, window.sunriseAt)
    },
    hours: night.hours,
    hours_available: night.hoursAvailable,
    partial: night.partial,
    score: roundToTenth(night.score),
    level: night.level,
    level_label: levelLabel(night.level, lang),
    temperature_min: temperature(night.airTemperatureMinC),
    plant_temperature_min: temperature(night.plantTemperatureMinC),
    plant_temperature_min_range: {
      p10: temperature(night.plantTemperatureP10C),
      p50: temperature(night.plantTemperatureMinC),
      p90: temperature(night.plantTemperatureP90C)
    },
    coldest_at: localInstant(clock, night.coldestHour * hourMs),
    probability: {
      frost: roundToHundredth(night.probability.frost),
      air_frost: roundToHundredth(night.probability.airFrost),
      below_minus_2_2: roundToHundredth(night.probability.belowMinus2_2),
      below_minus_4_4: roundToHundredth(night.probability.belowMinus4_4),
      t10: roundToHundredth(night.probability.t10),
      t90: night.probability.t90 === null ? null : roundToHundredth(night.probability.t90)
    },
    expected_hours_below: {
      zero: roundToTenth(night.expectedHoursBelow.zero),
      t10: roundToTenth(night.expectedHoursBelow.t10)
    },
    expected_damage_percent:
      night.expectedDamagePercent === null ? null : roundToTenth(night.expectedDamagePercent),
    frost_type: night.frostType,
    appearance: night.appearance,
    mgm_class: night.mgmClass,
    mgm_label: mgmLabel(night.mgmClass, lang),
    wet_bulb_temperature_at_min: temperatureOrNull(night.wetBulbTemperatureAtMinC),
    dew_point_at_min: temperatureOrNull(night.dewPointAtMinC),
    wind_speed_mean: publish(night.windSpeedMeanMps ?? Number.NaN, 'wind_speed', units),
    cloud_cover_mean: publish(night.cloudCoverMeanFraction ?? Number.NaN, 'percent', units),
    lead_days: roundToHundredth(night.leadDays),
    contributions: {
      air_temperature: parts.airTemperature,
      radiation: parts.radiation,
      uncertainty: parts.uncertainty
    },
    confidence: night.confidence,
    inputs_missing: [...night.inputsMissing]
  }
}
