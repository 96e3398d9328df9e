import type { Static } from 'typebox'
import { hourSeconds } from '../../common/time.ts'
import type { DayRow } from '../../forecasts/days.ts'
import type { PlaceReport, SlotReport } from '../../forecasts/report/place-report.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { weatherLabel } from '../../language/labels.ts'
import { publish, type Quantity } from '../../weather/units.ts'
import { weatherIcon, weatherIcons } from '../../weather/weather-codes.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import {
  date,
  deprecated,
  flag,
  instant,
  instantOrNull,
  integer,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  textOrNull
} from '../schema.ts'
import { codeOrNull, commonBlocks, localInstant, localInstantOrNull, type Wording } from './blocks.present.ts'
import { frostScore, locationBlock, metaBlock, unitsBlock } from './blocks.schema.ts'

export const currentBody = named('CurrentWeatherAnswer', {
  location: locationBlock,
  current: named(
    'CurrentWeather',
    {
      kind: oneOf(['modelled', 'observed'], 'Modelled weather is never sold as observed.'),
      valid_at: instant('The hour the values belong to.'),
      temperature: numberOrNull('Air at 2 m; in a night’s hours corrected by what was learned at the place.'),
      apparent_temperature: numberOrNull('What it feels like.'),
      relative_humidity: numberOrNull('Relative humidity at 2 m.'),
      dew_point: numberOrNull('Dew point at 2 m.'),
      wet_bulb_temperature: numberOrNull('By the psychrometer formula of WMO-No. 8.'),
      frost_point: numberOrNull('Saturation over ice; null where the dew point is above 0 °C.'),
      wind_speed: numberOrNull('Wind at 10 m.'),
      wind_gust_speed: numberOrNull('The strongest gust of the hour.'),
      wind_direction: numberOrNull('From where the wind blows.'),
      pressure_msl: numberOrNull('Pressure at mean sea level.'),
      cloud_cover: numberOrNull('Total cloud cover.'),
      visibility: numberOrNull('How far one sees; null where the source does not say.'),
      precipitation: numberOrNull('Of the hour that ended at `valid_at`.'),
      snowfall: numberOrNull('Of the hour that ended at `valid_at`.'),
      weather_code: numberOrNull('WMO code.'),
      weather_label: textOrNull('The same in words; null with it.'),
      icon: oneOfOrNull(weatherIcons, 'The icon’s name; null without a `weather_code`.'),
      is_day: flag('The sun is above the horizon.')
    },
    'The weather of the hour that is nearest to now.'
  ),
  units: unitsBlock,
  meta: metaBlock
})

export function presentCurrent(report: PlaceReport, wording: Wording): Static<typeof currentBody> | null {
  const { current, place } = report
  if (current.validAt === null) return null
  const shown = (value: number, quantity: Quantity) => publish(value, quantity, wording.units)
  const code = codeOrNull(current.weatherCode)
  return {
    ...commonBlocks(report, wording),
    current: {
      kind: current.kind,
      valid_at: localInstant(zoneClock(place.timezone), current.validAt),
      temperature: shown(current.temperatureC, 'temperature'),
      apparent_temperature: shown(current.apparentTemperatureC, 'temperature'),
      relative_humidity: shown(current.relativeHumidityFraction, 'percent'),
      dew_point: shown(current.dewPointC, 'temperature'),
      wet_bulb_temperature: shown(current.wetBulbTemperatureC, 'temperature'),
      frost_point: shown(current.frostPointC, 'temperature'),
      wind_speed: shown(current.windSpeedMps, 'wind_speed'),
      wind_gust_speed: shown(current.windGustSpeedMps, 'wind_speed'),
      wind_direction: shown(current.windDirectionDegrees, 'direction'),
      pressure_msl: shown(current.pressureMslHpa, 'pressure'),
      cloud_cover: shown(current.cloudCoverFraction, 'percent'),
      visibility: shown(current.visibilityM, 'visibility'),
      precipitation: shown(current.precipitationMm, 'precipitation'),
      snowfall: shown(current.snowfallCm, 'snowfall'),
      weather_code: code,
      weather_label: weatherLabel(code, wording.lang),
      icon: weatherIcon(code, current.isDay),
      is_day: current.isDay
    }
  }
}

const hourlySlot = named('Slot', {
  from: instant('Start, included.'),
  to: instant('End, not included: three elapsed hours later.'),
  hours_available: integer('Hours of it that have a temperature, 0…3.'),
  partial: flag('True where hours are missing.'),
  is_day: flag('The sun is up in the middle of the slot.'),
  temperature: numberOrNull(
    'Mean air temperature at 2 m; in a night’s hours as in `/weather/night`, corrected by what was learned at ' +
      'the place.'
  ),
  temperature_min: numberOrNull('Air at 2 m, corrected as `temperature`.'),
  temperature_max: numberOrNull('Air at 2 m, corrected as `temperature`.'),
  apparent_temperature: numberOrNull('Mean of what it feels like.'),
  dew_point: numberOrNull('Mean dew point.'),
  wet_bulb_temperature: numberOrNull('Of the mean temperature, dew point and pressure.'),
  relative_humidity: numberOrNull('Mean relative humidity.'),
  wind_speed: numberOrNull('Mean wind at 10 m.'),
  wind_gust_speed: numberOrNull('The strongest gust.'),
  wind_direction: numberOrNull('Speed-weighted vector mean.'),
  cloud_cover: numberOrNull('Mean cloud cover.'),
  precipitation: numberOrNull('Sum.'),
  precipitation_probability: numberOrNull('The highest hourly probability.'),
  snowfall: numberOrNull('Sum of fresh snow.'),
  pressure_msl: numberOrNull('Mean pressure at mean sea level.'),
  weather_code: numberOrNull('The most severe WMO code.'),
  weather_label: textOrNull('The same in words; null with it.'),
  icon: oneOfOrNull(weatherIcons, 'The icon’s name; null without a `weather_code`.'),
  frost: named(
    'SlotFrost',
    {
      ...frostScore.properties,
      plant_temperature_min: numberOrNull(
        'Of the exposed plants, corrected by what was learned at the place.'
      )
    },
    'FROST-P, generic curve, at the ground; the highest hour of the slot.'
  )
})

export const hourlyBody = named('HourlyAnswer', {
  location: locationBlock,
  slots: list(hourlySlot, 'One row for each 3 hours; the first one holds now.'),
  units: unitsBlock,
  meta: metaBlock
})

export function presentHourly(report: PlaceReport, wording: Wording): Static<typeof hourlyBody> {
  const clock = zoneClock(report.place.timezone)
  return {
    ...commonBlocks(report, wording, report.slotNotices),
    slots: report.slots.map((slot) => presentSlot(slot, wording, clock))
  }
}

function presentSlot(
  { span, summary, partial, isDay, wetBulbTemperatureC, frost }: SlotReport,
  { units, lang }: Wording,
  clock: ZoneClock
): Static<typeof hourlySlot> {
  const code = codeOrNull(summary.weatherCode)
  return {
    from: clock.format(span.fromSecond),
    to: clock.format(span.toSecond),
    hours_available: summary.stampsAvailable,
    partial,
    is_day: isDay,
    temperature: publish(summary.temperatureMean, 'temperature', units),
    temperature_min: publish(summary.temperatureMin, 'temperature', units),
    temperature_max: publish(summary.temperatureMax, 'temperature', units),
    apparent_temperature: publish(summary.apparentTemperatureMean, 'temperature', units),
    dew_point: publish(summary.dewPointMean, 'temperature', units),
    wet_bulb_temperature: publish(wetBulbTemperatureC, 'temperature', units),
    relative_humidity: publish(summary.relativeHumidityMean, 'percent', units),
    wind_speed: publish(summary.windSpeedMean, 'wind_speed', units),
    wind_gust_speed: publish(summary.windGustSpeedMax, 'wind_speed', units),
    wind_direction: publish(summary.windDirection, 'direction', units),
    cloud_cover: publish(summary.cloudCoverMean, 'percent', units),
    precipitation: publish(summary.precipitation, 'precipitation', units),
    precipitation_probability: publish(summary.precipitationProbabilityMax, 'percent', units),
    snowfall: publish(summary.snowfall, 'snowfall', units),
    pressure_msl: publish(summary.pressureMslMean, 'pressure', units),
    weather_code: code,
    weather_label: weatherLabel(code, lang),
    icon: weatherIcon(code, isDay),
    frost: {
      score: frost.score,
      level: frost.level,
      level_label: levelLabel(frost.level, lang),
      plant_temperature_min: publish(frost.plantTemperatureMinC ?? Number.NaN, 'temperature', units)
    }
  }
}

const nightFrost = named(
  'NightFrost',
  {
    ...frostScore.properties,
    temperature_min: numberOrNull('Air at 2 m in this night, corrected by what was learned at the place.'),
    plant_temperature_min: numberOrNull('What an exposed plant feels in this night.')
  },
  'FROST-P of the night that ends on this day, generic curve, at the ground.'
)

const dayLength = number('The day’s length [h]: 23 or 25 where clocks change.')

const forecastDay = named('Day', {
  date: date('The civil day in the place’s zone.'),
  length_hours: dayLength,
  hours: deprecated(dayLength, 'length_hours'),
  hours_available: integer('Hours of it that have a temperature.'),
  partial: flag('True where hours are missing: the extremes are those of the hours that are there.'),
  weather_code: numberOrNull('The most severe WMO code of the day.'),
  weather_label: textOrNull('The same in words, in the language asked for; null with it.'),
  icon: oneOfOrNull(weatherIcons, 'The icon’s name; null without a `weather_code`.'),
  temperature_min: numberOrNull('Air at 2 m, corrected by what was learned at the place.'),
  temperature_min_at: instantOrNull('The hour of the minimum; null with it.'),
  temperature_max: numberOrNull('Air at 2 m, of the same hours as the minimum.'),
  temperature_max_at: instantOrNull('The hour of the maximum; null with it.'),
  temperature_mean: numberOrNull('Air at 2 m, of the same hours.'),
  apparent_temperature_min: numberOrNull('What it feels like at its coldest.'),
  apparent_temperature_max: numberOrNull('What it feels like at its warmest.'),
  dew_point_mean: numberOrNull('Of all hours.'),
  relative_humidity_mean: numberOrNull('Of all hours, at 2 m.'),
  precipitation: numberOrNull('Sum, rain and melted snow.'),
  precipitation_probability: numberOrNull('The highest hourly probability.'),
  snowfall: numberOrNull('Sum of fresh snow.'),
  wind_speed_max: numberOrNull('The highest hourly wind at 10 m.'),
  wind_gust_speed_max: numberOrNull('The strongest gust.'),
  wind_direction_dominant: numberOrNull('Speed-weighted vector mean.'),
  cloud_cover_mean: numberOrNull('Of all hours, of the whole sky.'),
  sunrise: instantOrNull('Null in polar day or night.'),
  sunset: instantOrNull('Null in polar day or night.'),
  uv_index_max: numberOrNull('The highest UV index.'),
  frost: nightFrost
})

export const forecastBody = named('ForecastAnswer', {
  location: locationBlock,
  daily: list(forecastDay, 'One row a day, from today.'),
  units: unitsBlock,
  meta: metaBlock
})

export function presentForecast(report: PlaceReport, wording: Wording) {
  const clock = zoneClock(report.place.timezone)
  return {
    ...commonBlocks(report, wording, report.dayNotices),
    daily: report.days.map((row) => presentDay(row, wording, clock))
  }
}

function presentDay(
  { day, summary, partial, sunriseAt, sunsetAt, frost }: DayRow,
  { units, lang }: Wording,
  clock: ZoneClock
): Static<typeof forecastDay> {
  const code = codeOrNull(summary.weatherCode)
  const lengthHours = (day.toSecond - day.fromSecond) / hourSeconds
  return {
    date: day.date,
    length_hours: lengthHours,
    hours: lengthHours,
    hours_available: summary.stampsAvailable,
    partial,
    weather_code: code,
    weather_label: weatherLabel(code, lang),
    icon: weatherIcon(code, true),
    temperature_min: publish(summary.temperatureMin, 'temperature', units),
    temperature_min_at: hourInstant(clock, summary.temperatureMinHour),
    temperature_max: publish(summary.temperatureMax, 'temperature', units),
    temperature_max_at: hourInstant(clock, summary.temperatureMaxHour),
    temperature_mean: publish(summary.temperatureMean, 'temperature', units),
    apparent_temperature_min: publish(summary.apparentTemperatureMin, 'temperature', units),
    apparent_temperature_max: publish(summary.apparentTemperatureMax, 'temperature', units),
    dew_point_mean: publish(summary.dewPointMean, 'temperature', units),
    relative_humidity_mean: publish(summary.relativeHumidityMean, 'percent', units),
    precipitation: publish(summary.precipitation, 'precipitation', units),
    precipitation_probability: publish(summary.precipitationProbabilityMax, 'percent', units),
    snowfall: publish(summary.snowfall, 'snowfall', units),
    wind_speed_max: publish(summary.windSpeedMax, 'wind_speed', units),
    wind_gust_speed_max: publish(summary.windGustSpeedMax, 'wind_speed', units),
    wind_direction_dominant: publish(summary.windDirection, 'direction', units),
    cloud_cover_mean: publish(summary.cloudCoverMean, 'percent', units),
    sunrise: localInstantOrNull(clock, sunriseAt),
    sunset: localInstantOrNull(clock, sunsetAt),
    uv_index_max: publish(summary.uvIndexMax, 'uv_index', units),
    frost: {
      score: frost.score,
      level: frost.level,
      level_label: levelLabel(frost.level, lang),
      temperature_min: publish(frost.airTemperatureMinC ?? Number.NaN, 'temperature', units),
      plant_temperature_min: publish(frost.plantTemperatureMinC ?? Number.NaN, 'temperature', units)
    }
  }
}

/** RFC 3339 of a stamp [hours since epoch]; null for NaN. */
function hourInstant(clock: ZoneClock, hour: number): string | null {
  return Number.isNaN(hour) ? null : clock.format(hour * hourSeconds)
}
