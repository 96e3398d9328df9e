interface RecordWords {
  readonly nights: number
  readonly error: string
  readonly bias: string
  readonly isWarmer: boolean
  readonly inside: string
}

/** The page of a place. */
export const place = {
  description: 'Tonight’s frost risk, its reasons, and the week ahead.',
  now: 'Now',
  feels: 'Feels like',
  wind: 'Wind',
  humidity: 'Humidity',
  dewPoint: 'Dew point',
  tonight: 'Tonight',
  table: { name: 'All nights as a table (CSV)', format: 'csv' },
  facts: 'The night in numbers',
  stageQuestion: 'Which stage is the crop in?',
  chooseStage: 'Choose another stage',
  stageEstimated: 'estimated',
  score: 'Frost score',
  of100: 'of 100',
  plantMinimum: 'Plant minimum',
  airMinimum: 'Air minimum (2 m)',
  range: '10–90 % range',
  coldest: 'Coldest around',
  frostHours: 'Frost hours',
  harmHours: 'Hours of harmful cold',
  noFrostHours: 'none expected',
  kind: 'Kind',
  appearance: 'Appearance',
  mgmClass: 'Frost class by the air alone (MGM)',
  confidence: 'Forecast',
  probability: 'Chance of plant frost',
  damage: 'Expected damage',
  wetBulb: 'Wet bulb at the minimum',
  resting: 'Dormant: no score',
  restingMeaning: 'Resting buds bear far more cold than the table of stages covers.',
  restSeason:
    'Deciduous trees usually rest in this season: a score for a stage in flower does not hold for them now, and the general score is meant for green plants in the open. Citrus and other evergreens do not rest: their scores hold.',
  scoreMeans: (score: string) =>
    `A score of ${score} is the expected severity of this night for any plant in the open, in percent: 10 is light frost on the plants, 90 is strong frost (−4.4 °C on the plants). It follows the temperature of the plants, which are colder than the air in a clear night, and it counts how sure the forecast is.`,
  scoreMeansBuds: (score: string, part: string) =>
    `A score of ${score} means that ${score} of 100 ${part} of this stage are expected to be killed this night. It follows the temperature of the plants, which are colder than the air in a clear night, and it counts how sure the forecast is.`,
  scoreMore: 'What the score means and what to do',
  unknownNight: 'This night has no score: too many temperatures are missing.',
  chart: 'The night hour by hour',
  legendAir: 'Air at 2 m',
  legendPlant: 'Plant',
  legendBand: 'Plant, 10–90 % range',
  why: 'Why this score',
  partAir: 'Cold of the air',
  partRadiation: 'Plants cool below the air',
  partUncertainty: 'Uncertainty',
  cropAndStage: 'Crop and stage',
  crop: 'Crop and stage',
  height: 'Height of the plant',
  usualHeight: 'usual for the crop',
  stageFromSeason: 'stage estimated from the season’s temperatures',
  show: 'Show',
  /** Why crop, stage or height were not understood: what was written, and the crop’s name. */
  faults: {
    stage_without_crop: (written: string, _crop: string) =>
      `The stage “${written}” needs its crop. Choose both below.`,
    unknown_crop: (written: string, _crop: string) => `There is no crop “${written}”. Choose one below.`,
    stage_missing: (_written: string, crop: string) =>
      `${crop} needs a stage, because what a bud can bear changes by ten degrees over a spring. Choose it below.`,
    unknown_stage: (written: string, crop: string) => `${crop} has no stage “${written}”. Choose one below.`,
    not_estimable: (_written: string, crop: string) =>
      `The stage of this crop cannot be estimated from temperatures: ${crop}. Look at the plants and choose it below.`,
    unknown_exposure: (written: string, _crop: string) => `There is no height “${written}”. Choose one below.`
  },
  /** Of crops whose own score is not known, or holds for one variety only. */
  limit: {
    only: (stage: string, temperature: string, filledIn: string) =>
      `${stage}: only the temperature of first damage is known, ${temperature}. No score can be given; take the alert below in degrees, ${filledIn} is filled in.`,
    unscored: 'No score for this stage',
    stageUnknown: 'No score: the stage is not known',
    night: (temperature: string, share: string, hours: string | null, name: string | null) =>
      `${name === null ? 'Tonight' : name.charAt(0).toUpperCase() + name.slice(1)} the plants fall to ${temperature} with a probability of ${share}; ${hours === null ? 'no hours at it or below are expected' : `hours at it or below: ${hours}`}.`,
    odds: (temperature: string, share: string | null) =>
      share === null ? `harm begins at ${temperature}` : `${share} chance of ${temperature} or less`,
    nearest: 'The nearest crop with a score of its own:',
    concord:
      'These are values of the variety Concord. The vines of Türkiye (Vitis vinifera) are more sensitive, their new growth is harmed from −1.1 °C on:'
  },
  profileNote: 'The score is then the expected percentage of buds killed.',
  nights: 'The next nights',
  slots: 'The next 24 hours',
  week: 'The week',
  hours: 'Three days hour by hour',
  alertMe: 'Alert me',
  share: 'Share',
  shared: 'Address copied',
  districts: 'Districts',
  from: 'Time',
  weather: 'Weather',
  temperature: 'Temperature',
  rain: 'Precipitation',
  precipitationProbability: 'Chance',
  frost: 'Frost',
  day: 'Day',
  minimum: 'Min',
  maximum: 'Max',
  sun: 'Sunrise–sunset',
  polarDay: 'polar day',
  polarNight: 'polar night',
  morningFrost: 'Frost in the morning',
  record: 'How good these forecasts have been here',
  embed: 'Put this on your own site',
  embedMore: 'Choose size and colours',
  noData: 'There is no weather data for this place at the moment.',
  lastData: 'Last data',
  neverData: 'No data have arrived yet.',
  tryAgain: 'The sources are asked again every few minutes. Look again soon.',
  shareSpent: 'You have opened as many new places today as one visitor may.',
  shareSpentReason:
    'Every new place costs requests to a weather service that serves everybody for free. Places that were opened before still answer. New ones open again from',
  unknownPlace: 'There is no place of this name',
  didYouMean: 'Did you mean one of these?',
  light: 'light frost',
  moderate: 'moderate',
  strong: 'strong',
  killed10: { buds: '10 % of buds', fruits: '10 % of fruits', shoots: '10 % of shoots' },
  killed90: { buds: '90 % of buds', fruits: '90 % of fruits', shoots: '90 % of shoots' },
  /** What of the crop is killed. */
  parts: { buds: 'buds or flowers', fruits: 'fruits', shoots: 'shoots' },
  /** How the forecasts did here; the numbers as text. */
  recordSentence: ({ nights, error, bias, isWarmer, inside }: RecordWords) =>
    `Over ${nights} measured ${nights === 1 ? 'night' : 'nights'} the minimum was off by ${error} on average; it came out ${bias} ${isWarmer ? 'warmer' : 'colder'} than expected. ${inside} of the nights stayed within the range given (80% is the aim).`,
  /** Stands below a heading, for what lies in the database alone. */
  unreadable:
    'This cannot be read at the moment; the forecast does not depend on it. Please look again later.',
  title: (place: string) => `${place}: frost risk`,
  elevation: (metres: string) => `${metres} m above sea level`,
  /** Behind the place: its crop, and the level of tonight with a small first letter. */
  titleTonight: (place: string, risk: string, name: string | null) => `${place}: ${risk} ${name ?? 'tonight'}`
}
