/**
 * For every member of every format that shows a number, an instant or a word of the report: the variable it shows, and
 * how.
 */

/** How a variable is written: a published quantity, or one of these. */
export type Manner =
  | 'temperature'
  | 'wind_speed'
  | 'precipitation'
  | 'snowfall'
  | 'pressure'
  | 'visibility'
  | 'percent'
  | 'direction'
  | 'uv_index'
  /** As it is. */
  | 'same'
  | 'tenth'
  | 'hundredth'
  | 'whole'
  | 'whole percent'
  | 'height'
  /** RFC 3339 of ms, seconds and hours since the epoch. */
  | 'instant'
  | 'instant of second'
  | 'instant of hour'
  | 'weather label'
  | 'level label'
  /** `ON` of a level from moderate on. */
  | 'cold'
  /** Of a standard deviation [°C]: the ends of the range that it makes around the temperature beside it. */
  | 'low end'
  | 'high end'

export interface Member {
  /** A JSON pointer, or what a page's reader calls it. */
  readonly member: string
  /** A path into the report. */
  readonly variable: string
  readonly manner: Manner
  /** A path to what it is shown with. */
  readonly beside?: string
}

const member = (name: string, variable: string, manner: Manner): Member => ({
  member: name,
  variable,
  manner
})
/** `name variable manner` a line. */
function table(at: string, of: string, lines: string): readonly Member[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', variable = '', ...manner] = line.trim().split(/ +/)
      return member(`${at}${name}`, `${of}${variable}`, manner.join(' ') as Manner)
    })
}
const twice = (rows: (index: number) => readonly Member[]): readonly Member[] => [...rows(0), ...rows(1)]

const blocks: readonly Member[] = table(
  '/',
  '',
  `
  location/lat place.lat same
  location/lon place.lon same
  location/name place.name same
  location/slug place.slug same
  location/region place.region same
  location/country place.country same
  location/timezone place.timezone same
  location/elevation place.elevationM height
  location/nearest/name place.nearest.name same
  location/nearest/slug place.nearest.slug same
  location/nearest/distance_km place.nearest.distanceKm tenth
  meta/synthetic data.synthetic same
  meta/freshness/status data.freshness same
  meta/freshness/issued_at data.issuedAt instant
  meta/freshness/confirmed_at data.confirmedAt instant
  meta/check data.check same
  meta/sources/0/id data.source.id same
  meta/sources/0/name data.source.name same
  meta/sources/0/model data.model same
  meta/sources/0/models/0 data.models.0 same
  meta/sources/0/license data.source.license same
  meta/sources/0/url data.source.url same
  meta/sources/0/grid/lat data.grid.lat same
  meta/sources/0/grid/lon data.grid.lon same
  meta/sources/0/grid/elevation data.grid.elevation height
  meta/attribution data.source.attribution same
  meta/notices/0/code dataNotices.0.code same`
)

const current: readonly Member[] = table(
  '/current/',
  'current.',
  `
  kind kind same
  valid_at validAt instant
  temperature temperatureC temperature
  apparent_temperature apparentTemperatureC temperature
  relative_humidity relativeHumidityFraction percent
  dew_point dewPointC temperature
  wet_bulb_temperature wetBulbTemperatureC temperature
  frost_point frostPointC temperature
  wind_speed windSpeedMps wind_speed
  wind_gust_speed windGustSpeedMps wind_speed
  wind_direction windDirectionDegrees direction
  pressure_msl pressureMslHpa pressure
  cloud_cover cloudCoverFraction percent
  visibility visibilityM visibility
  precipitation precipitationMm precipitation
  snowfall snowfallCm snowfall
  weather_code weatherCode same
  weather_label weatherCode weather label
  is_day isDay same`
)

const days = twice((index) =>
  table(
    `/daily/${index}/`,
    `days.${index}.`,
    `
  date day.date same
  hours_available summary.stampsAvailable same
  partial partial same
  weather_code summary.weatherCode same
  weather_label summary.weatherCode weather label
  temperature_min summary.temperatureMin temperature
  temperature_min_at summary.temperatureMinHour instant of hour
  temperature_max summary.temperatureMax temperature
  temperature_max_at summary.temperatureMaxHour instant of hour
  temperature_mean summary.temperatureMean temperature
  apparent_temperature_min summary.apparentTemperatureMin temperature
  apparent_temperature_max summary.apparentTemperatureMax temperature
  dew_point_mean summary.dewPointMean temperature
  relative_humidity_mean summary.relativeHumidityMean percent
  precipitation summary.precipitation precipitation
  precipitation_probability summary.precipitationProbabilityMax percent
  snowfall summary.snowfall snowfall
  wind_speed_max summary.windSpeedMax wind_speed
  wind_gust_speed_max summary.windGustSpeedMax wind_speed
  wind_direction_dominant summary.windDirection direction
  cloud_cover_mean summary.cloudCoverMean percent
  sunrise sunriseAt instant
  sunset sunsetAt instant
  uv_index_max summary.uvIndexMax uv_index
  frost/score frost.score same
  frost/level frost.level same
  frost/level_label frost.level level label
  frost/temperature_min frost.airTemperatureMinC temperature
  frost/plant_temperature_min frost.plantTemperatureMinC temperature`
  )
)

const slots = twice((index) =>
  table(
    `/slots/${index}/`,
    `slots.${index}.`,
    `
  from span.fromSecond instant of second
  to span.toSecond instant of second
  hours_available summary.stampsAvailable same
  partial partial same
  is_day isDay same
  temperature summary.temperatureMean temperature
  temperature_min summary.temperatureMin temperature
  temperature_max summary.temperatureMax temperature
  apparent_temperature summary.apparentTemperatureMean temperature
  dew_point summary.dewPointMean temperature
  wet_bulb_temperature wetBulbTemperatureC temperature
  relative_humidity summary.relativeHumidityMean percent
  wind_speed summary.windSpeedMean wind_speed
  wind_gust_speed summary.windGustSpeedMax wind_speed
  wind_direction summary.windDirection direction
  cloud_cover summary.cloudCoverMean percent
  precipitation summary.precipitation precipitation
  precipitation_probability summary.precipitationProbabilityMax percent
  snowfall summary.snowfall snowfall
  pressure_msl summary.pressureMslMean pressure
  weather_code summary.weatherCode same
  weather_label summary.weatherCode weather label
  frost/score frost.score same
  frost/level frost.level same
  frost/level_label frost.level level label
  frost/plant_temperature_min frost.plantTemperatureMinC temperature`
  )
)

/** A night with every member. */
const wholeNight = (at: string, of: string): readonly Member[] =>
  table(
    at,
    of,
    `
  date window.date same
  night/from window.firstHour instant of hour
  night/to window.lastHour instant of hour
  night/sunset window.sunsetAt instant
  night/sunrise window.sunriseAt instant
  length_hours hours same
  hours hours same
  hours_available hoursAvailable same
  partial partial same
  score score tenth
  level level same
  level_label level level label
  temperature_min airTemperatureMinC temperature
  plant_temperature_min plantTemperatureMinC temperature
  plant_temperature_min_range/p10 plantTemperatureP10C temperature
  plant_temperature_min_range/p50 plantTemperatureMinC temperature
  plant_temperature_min_range/p90 plantTemperatureP90C temperature
  coldest_at coldestHour instant of hour
  probability/plant_frost probability.frost hundredth
  probability/frost probability.frost hundredth
  probability/air_frost probability.airFrost hundredth
  probability/below_minus_2_2 probability.belowMinus2_2 hundredth
  probability/below_minus_4_4 probability.belowMinus4_4 hundredth
  probability/t10 probability.t10 hundredth
  probability/t90 probability.t90 hundredth
  expected_hours_below/zero expectedHoursBelow.zero tenth
  expected_hours_below/t10 expectedHoursBelow.t10 tenth
  expected_damage_percent expectedDamagePercent tenth
  frost_type frostType same
  appearance appearance same
  mgm_class mgmClass same
  wet_bulb_temperature_at_min wetBulbTemperatureAtMinC temperature
  dew_point_at_min dewPointAtMinC temperature
  wind_speed_mean windSpeedMeanMps wind_speed
  cloud_cover_mean cloudCoverMeanFraction percent
  lead_days leadDays hundredth
  updated_by/station updatedBy.station same
  updated_by/measured_at updatedBy.measuredAt instant
  updated_by/distance_km updatedBy.distanceKm tenth
  contributions/air_temperature contributions.airTemperature tenth
  contributions/radiation contributions.radiation tenth
  contributions/uncertainty contributions.uncertainty tenth
  confidence confidence same
  inputs_missing/0 inputsMissing.0 same`
  )

const nights = twice((index) => [
  ...wholeNight(`/risk_days/${index}/`, `nights.${index}.`),
  ...table(
    `/nights/${index}/`,
    `nights.${index}.`,
    `
  date window.date same
  length_hours hours same
  hours hours same
  hours_available hoursAvailable same
  partial partial same
  score score tenth
  level level same
  temperature_min airTemperatureMinC temperature
  plant_temperature_min plantTemperatureMinC temperature
  first_damage_probability probability.t10 hundredth`
  )
])

const profiled = `
  crop profile.crop same
  stage profile.stage same
  exposure profile.exposure same
  first_damage/temperature profile.curve.t10C temperature
  first_damage/first_damage_probability tonight.probability.t10 hundredth
  first_damage/probability tonight.probability.t10 hundredth
  stage_estimate/plus_minus_days estimate.plusMinusDays same
  stage_estimate/summed_from estimate.summedFrom same
  stage_estimate/summed_to estimate.summedTo same
  stage_estimate/source estimate.source same`.trim()

const period: readonly Member[] = table(
  '/frost_risk/',
  '',
  `
  score worst.score same
  level worst.level same
  level_label worst.level level label
  worst_date worst.worstDate same
  worst/date worst.worstDate same
  worst/score worst.score same
  worst/level worst.level same
  next_risk_date worst.nextRiskDate same
  horizon_days nightsReached same
  ${profiled}
  learned_nights learned.nights same
  learned_method learned.method same`
)

/** A night hour by hour. */
const chosen: readonly Member[] = [
  ...table('/', '', 'date chosenNight.window.date same'),
  ...wholeNight('/night/', 'chosenNight.'),
  ...table('/profile/', '', profiled),
  ...table(
    '/protection/',
    'chosenProtection.',
    `
  last_preparation_at lastPreparationAt instant
  cold_from coldFrom instant
  cold_to coldTo instant
  critical_temperature criticalC temperature
  sprinkler/start_at sprinkler.startAt instant
  sprinkler/expected_start_at sprinkler.expectedStartAt instant
  sprinkler/start_is_past sprinkler.isStartPast same
  sprinkler/stop_at sprinkler.stopAt instant
  sprinkler/ample_water_start_at sprinkler.ampleStartAt instant
  sprinkler/start_wet_bulb sprinkler.startWetBulbC temperature
  sprinkler/start_air_temperature sprinkler.startAirC temperature
  sprinkler/critical_probability sprinkler.probability hundredth
  sprinkler/probability sprinkler.probability hundredth
  sprinkler/wind_speed_max sprinkler.strongestWindMps wind_speed
  sprinkler/usable sprinkler.usable same
  sprinkler/reason sprinkler.reason same
  wind_machine/start_at windMachine.startAt instant
  wind_machine/start_is_past windMachine.isStartPast same
  wind_machine/gain_celsius windMachine.gainC tenth
  wind_machine/inversion_celsius windMachine.inversionC tenth
  wind_machine/enough windMachine.isEnough same
  wind_machine/usable windMachine.usable same
  wind_machine/reason windMachine.reason same
  heaters/start_at heaters.startAt instant
  heaters/start_is_past heaters.isStartPast same
  heaters/needed_celsius heaters.neededC tenth
  heaters/usable heaters.usable same
  heaters/reason heaters.reason same`
  ),
  ...twice((index) =>
    table(
      `/hours/${index}/`,
      `chosenHours.${index}.`,
      `
  from at instant
  temperature airC temperature
  air_temperature airC temperature
  plant_temperature/p10 lowC temperature
  plant_temperature/p50 plantC temperature
  plant_temperature/p90 highC temperature
  wet_bulb_temperature wetBulbC temperature
  wind_speed windSpeedMps wind_speed
  cloud_cover cloudCoverFraction percent
  score score tenth`
    )
  )
]

const widget: readonly Member[] = [
  ...current.filter(({ member: name }) =>
    /\/(kind|valid_at|temperature|weather_code|weather_label|is_day)$/.test(name)
  ),
  ...table(
    '/',
    '',
    `
  today/temperature_min days.0.summary.temperatureMin temperature
  today/temperature_max days.0.summary.temperatureMax temperature
  tonight/date tonight.window.date same
  tonight/score tonight.score tenth
  tonight/level tonight.level same
  tonight/level_label tonight.level level label
  tonight/temperature_min tonight.airTemperatureMinC temperature
  tonight/plant_temperature_min tonight.plantTemperatureMinC temperature
  tonight/window/from tonight.frostHours.firstHour instant of hour
  tonight/window/to tonight.frostHours.lastHour instant of hour
  worst/date worst.worstDate same
  worst/score worst.score same
  worst/level worst.level same
  days/0/date days.1.day.date same
  days/0/temperature_min days.1.summary.temperatureMin temperature
  days/0/temperature_max days.1.summary.temperatureMax temperature
  days/0/frost_level dayScores.1.level same`
  ),
  ...table('/profile/', '', profiled)
]

/** What every message has around its data. */
const envelope = table(
  '/',
  'subscription.',
  `
  message_id messageId same
  timestamp createdAt instant`
)

/** A message as data, at the pointer `at`. */
const messageMembers = (at: string): readonly Member[] => [
  ...table(
    `${at}/`,
    '',
    `
  subscription_id subscription.id same
  label subscription.label same
  threshold subscription.threshold same
  ${messagePlace}`
  ),
  ...messageNights(at)
]

/** What every message says of place, crop and data. */
const messagePlace = `
  location/slug place.slug same
  location/name place.name same
  location/region subscription.region same
  location/country place.country same
  location/timezone place.timezone same
  profile/crop profile.crop same
  profile/stage profile.stage same
  profile/exposure profile.exposure same
  crop/crop profile.crop same
  crop/stage profile.stage same
  crop/exposure profile.exposure same
  issued_at data.issuedAt instant
  confirmed_at data.confirmedAt instant
  attribution data.source.attribution same
  synthetic data.synthetic same`.trim()

const messageNights = (at: string): readonly Member[] =>
  twice((index) => nightNumbers(`${at}/nights/${index}/`, `nights.${index}.`))

const nightNumbers = (at: string, of: string): readonly Member[] =>
  table(
    at,
    of,
    `
  date window.date same
  score score tenth
  level level same
  temperature_min airTemperatureMinC tenth
  plant_temperature_min plantTemperatureMinC tenth
  plant_temperature_min_range/p10 plantTemperatureP10C tenth
  plant_temperature_min_range/p90 plantTemperatureP90C tenth
  probability/plant_frost probability.frost hundredth
  probability/frost probability.frost hundredth
  coldest_at coldestHour instant of hour
  frost_hours/from frostHours.firstHour instant of hour
  frost_hours/to frostHours.lastHour instant of hour
  night/sunset window.sunsetAt instant
  night/sunrise window.sunriseAt instant
  night/over window.overHour instant of hour
  frost_type frostType same
  appearance appearance same
  expected_damage_percent expectedDamagePercent tenth
  updated_by/station updatedBy.station same
  updated_by/measured_at updatedBy.measuredAt instant
  updated_by/distance_km updatedBy.distanceKm tenth`
  )

/** The columns of the CSV of nights; numbers come back as numbers. */
const nightsCsv = (minimum: string, sigma: string, probability: string): readonly Member[] =>
  twice((index) => [
    ...(['low', 'high'] as const).map((end) => ({
      ...member(`/${index}/range_${end}`, `nights.${index}.${sigma}`, `${end} end`),
      beside: `nights.${index}.${minimum}`
    })),
    ...table(
      `/${index}/`,
      `nights.${index}.`,
      `
  date window.date same
  lead_days leadDays whole
  score score tenth
  expected_minimum ${minimum} temperature
  frost_probability ${probability} hundredth`
    ),
    ...table(
      `/${index}/`,
      '',
      `
  issued_at data.issuedAt instant
  source data.source.id same
  slug place.slug same
  lat place.lat same
  lon place.lon same
  location_slug place.slug same
  location_lat place.lat same
  location_lon place.lon same
  synthetic data.synthetic same`
    )
  ])

const notice = (section: string): Member => member('/meta/notices/1/code', `${section}Notices.0.code`, 'same')

/** The members of bodies that programs read. */
export const bodyMembers = {
  forecast: [...blocks, notice('day'), ...days],
  current: [...blocks, ...current],
  hourly: [...blocks, notice('slot'), ...slots],
  'frost-risk': [
    ...blocks,
    notice('night'),
    ...period,
    ...wholeNight('/frost_risk/tonight/', 'tonight.'),
    ...nights
  ],
  night: [...blocks, notice('night'), ...chosen],
  'widget-data': [...blocks, notice('night'), ...widget],
  webhook: [...envelope, ...messageMembers('/data')],
  'event stream': [...envelope, ...messageMembers('/data'), ...messageMembers('')],
  'mqtt topic': [...envelope, ...messageMembers('/data'), ...messageMembers('')],
  'mqtt topic of the place': [
    ...table('/', '', messagePlace),
    ...nightNumbers('/tonight/', 'nights.0.'),
    ...messageNights('')
  ],
  'Home Assistant': table(
    '/',
    'nights.0.',
    `
  score score tenth
  probability probability.frost whole percent
  plant_temperature_min plantTemperatureMinC tenth
  temperature_min airTemperatureMinC tenth
  coldest_at coldestHour instant of hour
  frost level cold`
  ),
  'CSV of the air': nightsCsv('airTemperatureMinC', 'sigmaAirC', 'probability.airFrost'),
  'CSV of plants': nightsCsv('plantTemperatureMinC', 'sigmaC', 'probability.frost')
} as const satisfies Readonly<Record<string, readonly Member[]>>

/** Members that say in words, pictures or addresses what others say in numbers, or that no report changes. */
export const otherMembers =
  /^\/type$|^(\/data)?\/(links\/|urgency$|title$|short$|text$|language$|test$|(crop|profile)\/stage_is_old$|nights\/\d\/(standing$|before$|probability\/threshold$)|threshold_(temperature|of|probability)$)|^\/units\/|^\/links\/|^\/frost_risk\/(score_)?method\/|\/icon$|_label$|\/message$|\/headline$|\/stage_estimate\/(estimated|unknown_because)$|^\/frost_risk\/nights_unknown$|^\/unknown_because$|\/unscored_because$|^\/hours\/\d\/to$|^\/protection\/(note$|\w+\/(advice|source)$)|^\/daily\/\d\/(length_)?hours$|\/grid\/raised$|^\/\d\/(learned_bias|observed_\w+|missing_reason|analysed_minimum|recorded_at|method|origin|seq|hash|units?(_\w+)?|kind|exposure|record_\w+)$/
