import type { Static } from 'typebox'
import { hourMs } from '../../common/time.ts'
import type { KnownNight } from '../../frost/frost-night.ts'
import { roundToHundredth, roundToTenth } from '../../frost/published.ts'
import { levelLabel, mgmLabel } from '../../language/frost-words.ts'
import { publish, type UnitSystem } from '../../weather/units.ts'
import type { ZoneClock } from '../../weather/zone-clock.ts'
import { localInstant, localInstantOrNull, type Wording } from './blocks.present.ts'
import type { riskDay } from './frost-risk.schema.ts'

type RiskDay = Static<typeof riskDay>

/** Members are in the order of the schema: the same night always has the same bytes. */
export function presentRiskDay(night: KnownNight, { units, lang }: Wording, clock: ZoneClock): RiskDay {
  return {
    date: night.window.date,
    night: {
      from: localInstant(clock, night.window.firstHour * hourMs),
      to: localInstant(clock, night.window.lastHour * hourMs),
      sunset: localInstantOrNull(clock, night.window.sunsetAt),
      sunrise: localInstantOrNull(clock, night.window.sunriseAt)
    },
    length_hours: night.hours,
    hours: night.hours,
    hours_available: night.hoursAvailable,
    partial: night.partial,
    score: roundToTenth(night.score),
    level: night.level,
    level_label: levelLabel(night.level, lang),
    ...temperatures(night, units),
    coldest_at: localInstant(clock, night.coldestHour * hourMs),
    probability: {
      plant_frost: roundToHundredth(night.probability.frost),
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
    ...air(night, units),
    lead_days: roundToHundredth(night.leadDays),
    contributions: {
      air_temperature: night.contributions.airTemperature,
      radiation: night.contributions.radiation,
      uncertainty: night.contributions.uncertainty
    },
    confidence: night.confidence,
    inputs_missing: [...night.inputsMissing],
    updated_by: presentUpdatedBy(night, clock)
  }
}

/** What moved a night; null where nothing did. */
export function presentUpdatedBy({ updatedBy: by }: KnownNight, clock: ZoneClock): RiskDay['updated_by'] {
  if (by === undefined) return null
  const { station, measuredAt, distanceKm } = by
  return { station, measured_at: localInstant(clock, measuredAt), distance_km: roundToTenth(distanceKm) }
}

function temperatures(
  night: KnownNight,
  units: UnitSystem
): Pick<RiskDay, 'temperature_min' | 'plant_temperature_min' | 'plant_temperature_min_range'> {
  const temperature = (valueC: number): number => publish(valueC, 'temperature', units) ?? 0
  return {
    temperature_min: temperature(night.airTemperatureMinC),
    plant_temperature_min: temperature(night.plantTemperatureMinC),
    plant_temperature_min_range: {
      p10: temperature(night.plantTemperatureP10C),
      p50: temperature(night.plantTemperatureMinC),
      p90: temperature(night.plantTemperatureP90C)
    }
  }
}

function air(
  night: KnownNight,
  units: UnitSystem
): Pick<
  RiskDay,
  'wet_bulb_temperature_at_min' | 'dew_point_at_min' | 'wind_speed_mean' | 'cloud_cover_mean'
> {
  const { wetBulbTemperatureAtMinC, dewPointAtMinC, windSpeedMeanMps, cloudCoverMeanFraction } = night
  return {
    wet_bulb_temperature_at_min: publish(wetBulbTemperatureAtMinC ?? Number.NaN, 'temperature', units),
    dew_point_at_min: publish(dewPointAtMinC ?? Number.NaN, 'temperature', units),
    wind_speed_mean: publish(windSpeedMeanMps ?? Number.NaN, 'wind_speed', units),
    cloud_cover_mean: publish(cloudCoverMeanFraction ?? Number.NaN, 'percent', units)
  }
}
