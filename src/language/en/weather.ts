import type { SeriesVariable } from '../../weather/series.ts'

const labels: Readonly<Record<string, string>> = {
  '0': 'Clear',
  '1': 'Mostly clear',
  '2': 'Partly cloudy',
  '3': 'Overcast',
  '45': 'Fog',
  '48': 'Freezing fog',
  '51': 'Light drizzle',
  '53': 'Drizzle',
  '55': 'Heavy drizzle',
  '56': 'Light freezing drizzle',
  '57': 'Freezing drizzle',
  '61': 'Light rain',
  '63': 'Rain',
  '65': 'Heavy rain',
  '66': 'Light freezing rain',
  '67': 'Freezing rain',
  '71': 'Light snow',
  '73': 'Snow',
  '75': 'Heavy snow',
  '77': 'Snow grains',
  '80': 'Light showers',
  '81': 'Showers',
  '82': 'Violent showers',
  '85': 'Light snow showers',
  '86': 'Snow showers',
  '95': 'Thunderstorm',
  '96': 'Thunderstorm with hail',
  '99': 'Thunderstorm with heavy hail'
}

const variables: Readonly<Record<SeriesVariable, string>> = {
  temperature: 'temperature',
  dewPoint: 'dew point',
  relativeHumidity: 'humidity',
  apparentTemperature: 'apparent temperature',
  precipitation: 'precipitation',
  precipitationProbability: 'chance of precipitation',
  snowfall: 'snowfall',
  weatherCode: 'weather code',
  pressureMsl: 'pressure',
  cloudCover: 'cloud cover',
  visibility: 'visibility',
  windSpeed: 'wind speed',
  windGustSpeed: 'gusts',
  windDirection: 'wind direction',
  uvIndex: 'UV index',
  snowDepth: 'snow depth'
}

/** Weather codes (WMO 4677, as forecasts use them); eight points of the compass from north; columns. */
export const weather = {
  labels,
  compass: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
  variables
}

/** What the score says about a night. */
export const frost = {
  updatedBy: 'Tonight’s measurement',
  updated: (station: string, distance: string, time: string) => `${station}, ${distance} away, ${time}`,
  beside: {
    name: 'Two forecasts',
    runs_disagree: (plants: string) => `they disagree: the other one says ${plants}; the colder is shown`,
    thermometer: (plants: string) =>
      `the thermometer has no record yet: the other one says ${plants}; the colder is shown`
  },
  levels: {
    none: 'None',
    low: 'Low',
    moderate: 'Moderate',
    high: 'High',
    severe: 'Severe',
    unknown: 'Unknown'
  },
  risks: {
    none: 'No frost risk',
    low: 'Low frost risk',
    moderate: 'Moderate frost risk',
    high: 'High frost risk',
    severe: 'Severe frost risk',
    unknown: 'Frost risk not known'
  },
  /** With a crop in its stage the score is its share of damage. */
  damageRisks: {
    none: 'No damage risk',
    low: 'Low damage risk',
    moderate: 'Moderate damage risk',
    high: 'High damage risk',
    severe: 'Severe damage risk',
    unknown: 'Damage risk not known'
  },
  mgmClasses: {
    none: 'No frost',
    hafif: 'Light frost',
    orta: 'Moderate frost',
    kuvvetli: 'Strong frost'
  },
  types: {
    radiation: 'Probably radiation frost',
    advection: 'Probably advection frost',
    mixed: 'Probably mixed frost'
  },
  typeMeanings: {
    radiation: 'clear and calm: the ground loses its heat to the sky',
    advection: 'cold air flows in with the wind',
    mixed: 'cold air flows in and the ground cools as well'
  },
  appearances: {
    white: 'Hoar is likely (white frost)',
    black: 'Hoar is unlikely (black frost)'
  },
  confidences: {
    high: 'High confidence',
    medium: 'Medium confidence',
    low: 'Low confidence'
  },
  exposures: {
    ground: 'At the ground',
    vine: 'At vine height',
    canopy: 'In the tree crown'
  },
  inputs: {
    cloud_cover: 'cloud cover',
    dew_point: 'dew point',
    wind_speed: 'wind'
  },
  stageReasons: {
    out_of_season: 'it is not the season',
    season_unavailable: 'the season’s temperatures are not available',
    season_share_spent: 'today’s share of requests for a season’s temperatures is spent',
    season_incomplete: 'hours are missing in the season’s temperatures',
    before_first_stage: 'there has not been enough chill or warmth for the first stage the model knows',
    after_last_stage: 'the season is past the last stage the model knows'
  },

  /** Points as text; `lowers`: the uncertainty takes points away. */
  explanation: ({
    air,
    radiation,
    uncertainty,
    lowers
  }: {
    air: string
    radiation: string
    uncertainty: string
    lowers: boolean
  }) =>
    `The cold of the air gives ${air} points, plants cooling below the air adds ${radiation}, and the uncertainty of the forecast ${lowers ? 'takes away' : 'adds'} ${uncertainty}.`
}

export const climate = {
  heading: 'First and last frost',
  last: 'Spring: frost after',
  first: 'Autumn: frost before',
  oneInTen: 'in 1 year of 10',
  median: 'in half of the years',
  nineInTen: 'in 9 years of 10',
  rarely: 'rarely any frost',
  basis: (from: number, to: number) =>
    `Air at 2\u00a0m, 0\u00a0°C or less: daily minima of a reanalysis from ${from} to ${to}, corrected towards stations.`,
  uncertainty: (stations: number, difference: string) =>
    `The correction is from ${stations} stations and does not improve every date; a place may be ${difference} colder or warmer than it says.`,
  lastBetween: (range: string) => `The median of the last frost is then ${range}.`,
  firstBetween: (range: string) => `The median of the first frost is then ${range}.`,
  between: (one: string, other: string) => `between ${one} and ${other}`,
  orNone: (date: string) => `${date} or none`,
  freeDays: (days: string) => `${days} days between the two.`,
  uncorrected: (last: string, first: string) =>
    `Without the correction the medians are ${last} and ${first}.`,
  riskByDate: 'The risk through the year',
  date: 'Date',
  night: 'A frost in one night',
  later: 'A later frost',
  earlier: 'A frost by then',
  lacking: {
    being_fetched: (years: number, of: number) =>
      `The minima of the last ${of} years are being fetched, a few a day; ${years} are stored.`,
    queue_full: () => 'Too many places wait for their minima. Please ask again in a few days.',
    not_fetched: () =>
      'Thirty years of minima are fetched, a few a day, for named places and for fields with an alert. Those of this field are not there yet.',
    no_archive: (): string | null => null
  }
}

export const charts = { sunset: 'Sunset', sunrise: 'Sunrise' }

/** Begins a widget, a page and a message. `when`: a phrase below, or empty; `name`: when a night is, if not tonight. */
export const headline = {
  /** @param lowered the risk with its first letter in lower case */
  unknown: (risk: string, _lowered: string, name: string | null) =>
    `${risk} ${name ?? 'tonight'}: data are missing`,
  tonight: (risk: string, _lowered: string, name: string | null) => `${risk} ${name ?? 'tonight'}`,
  around: (time: string) => ` around ${time}`,
  air: (air: string, when: string, isPast: boolean) => `${air}${isPast ? '' : ' expected'}${when}`,
  resting: (minima: string, name: string | null, isPast: boolean) =>
    `The crop rests; ${minima}${isPast ? '' : ' expected'} ${name ?? 'tonight'}`,
  unscored: (minima: string, name: string | null, isPast: boolean) =>
    `No score; ${minima}${isPast ? '' : ' expected'} ${name ?? 'tonight'}`,
  minima: (air: string, plants: string) => `air ${air}, plants ${plants}`,
  airAndPlants: (air: string, plants: string, { when, isPast }: { when: string; isPast: boolean }) =>
    `air ${air}, plants ${plants}${isPast ? '' : ' expected'}${when}`
}

/** The first screen of a place: a degree, and short words with it. */
export const hero = {
  onPlants: 'on the plants',
  inAir: 'in the air',
  air: 'air',
  wetBulb: 'wet bulb',
  at: (time: string) => `at ${time}`,
  notMeasured: 'forecast, not measured',
  evening: (plants: string | null, air: string) =>
    `evening forecast: ${plants === null ? '' : `plants down to ${plants}, `}air down to ${air}`,
  measured: (air: string) => `air measured ${air}`,
  lastNight: (plants: string, time: string, evening: string | null) =>
    `Last night ${plants} on the plants, ${time} (forecast${evening === null ? '' : `; ${evening}`})`,
  allCrops: 'Any plant',
  unknown: 'no forecast of this night',
  retry: 'Next try',
  notNone: 'That does not mean that there is no frost. Watch your own thermometer until a forecast comes.',
  damage: {
    buds: (share: string) => `about ${share} of the buds or flowers are harmed`,
    fruits: (share: string) => `about ${share} of the fruits are harmed`,
    shoots: (share: string) => `about ${share} of the shoots are harmed`
  },
  noDamage: 'no damage to speak of',
  noShare: 'the share of damage is not known for this stage',
  anyPlant: 'for any plant; choose your crop',
  coldest: (lowest: string) => `Coldest, ${lowest}`,
  end: 'The cold ends',
  spellEnd: 'The frost ends',
  unending: 'not in this forecast',
  nextRisk: 'Next night with a risk',
  inDegrees: 'For greenhouses, seedlings and citrus set an alert in degrees.',
  whatToDo: 'What to do'
}
