import type { Static } from 'typebox'
import type { PlaceReport, SlotReport } from '../../forecasts/report/place-report.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { weatherLabel } from '../../language/labels.ts'
import { publish } from '../../weather/units.ts'
import { weatherIcon, weatherIcons } from '../../weather/weather-codes.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import { flag, instant, integer, list, named, numberOrNull, oneOfOrNull, textOrNull } from '../schema.ts'
import { codeOrNull, commonBlocks, type Wording } from './blocks.present.ts'
import { frostScore, locationBlock, metaBlock, unitsBlock } from './blocks.schema.ts'

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
