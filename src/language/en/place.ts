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
  estimateStage: 'Estimate it for me, each day',
  score: 'Score',
  of100: 'of 100',
  plantMinimum: 'Plant minimum',
  airMinimum: 'Air minimum (2\u00a0m)',
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
    `A score of ${score} is the expected severity of this night for any plant in the open, in percent: 10 is light frost on the plants, 90 is strong frost (−4.4\u00a0°C on the plants). It follows the temperature of the plants, which are colder than the air in a clear night, and it counts how sure the forecast is.`,
  scoreMeansBuds: (score: string, part: string) =>
    `A score of ${score} means that ${score} of 100 ${part} of this stage are expected to be killed this night. It follows the temperature of the plants, which are colder than the air in a clear night, and it counts how sure the forecast is.`,
  scoreMore: 'What the score means and what to do',
  unknownNight: 'This night has no score: too many temperatures are missing.',
  chart: 'The night hour by hour',
  legendAir: 'Air at 2\u00a0m',
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
  /** Why they were not understood: what was written, and the crop’s name. */
  faults: {
    stage_without_crop: (written: string, _crop: string) =>
      `The stage “${written}” needs its crop. Choose both below.`,
    unknown_crop: (written: string, _crop: string) => `There is no crop “${written}”. Choose one below.`,
    under_cover: (_written: string, _crop: string) =>
      'Nothing is forecast inside a greenhouse or tunnel. Choose any plant, and an alert in degrees of the air outside at which your own thermometer shows that it is too cold inside.',
    stage_missing: (_written: string, crop: string) =>
      `${crop} needs a stage, because what a bud can bear changes by ten degrees over a spring. Choose it below.`,
    nothing_published: (_written: string, crop: string) =>
      `${crop}: no temperature that harms its flowers, shoots or fruit is published, only what the tree bears in winter. Choose any plant, and an alert in degrees that you choose yourself.`,
    unknown_stage: (written: string, crop: string) => `${crop} has no stage “${written}”. Choose one below.`,
    not_estimable: (_written: string, crop: string) =>
      `The stage of this crop cannot be estimated from temperatures: ${crop}. Look at the plants and choose it below.`,
    unknown_exposure: (written: string, _crop: string) => `There is no height “${written}”. Choose one below.`
  },
  /** For crops whose own score is not known, or holds for one variety only. */
  limit: {
    only: (stage: string, temperature: string, filledIn: string) =>
      `${stage}: only the temperature of first damage is known, ${temperature}. No score can be given; use the alert in degrees below, ${filledIn} is filled in.`,
    winter: (stage: string, temperature: string) =>
      `${stage}: ${temperature} is what the plant bears in winter. Flowers, shoots and fruit die far above it: choose the degrees of the alert yourself.`,
    unscored: 'No score for this stage',
    stageUnknown: 'No score: the stage is not known',
    night: (temperature: string, share: string, hours: string | null, name: string | null) =>
      `${name === null ? 'Tonight' : name.charAt(0).toUpperCase() + name.slice(1)} the plants fall to ${temperature} with a probability of ${share}; ${hours === null ? 'no hours that cold are expected' : `hours that cold: ${hours}`}.`,
    odds: (temperature: string, share: string | null) =>
      share === null ? `harm begins at ${temperature}` : `${share} chance of ${temperature} or less`,
    nearest: 'The nearest crop with a score of its own:',
    concord:
      'These are values of the variety Concord. The vines of Türkiye (Vitis vinifera) are more sensitive, their new growth is harmed from −1.1\u00a0°C on:'
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
  district: 'District',
  districtsTonight:
    'Tonight on the plants; a district whose forecast is not loaded yet has “–” until its page is opened.',
  districtTable: 'All districts as a table (CSV)',
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
  noRecord: 'No record yet: too few nights have been measured here.',
  embed: 'Put this on your own site',
  embedMore: 'Choose size and colours',
  noData: 'There is no weather data for this place at the moment.',
  lastData: 'Last data',
  neverData: 'No data have arrived yet.',
  tryAgain: (when: string) => `Next try: ${when}. Look again after that.`,
  shareSpent: 'You have opened as many new places today as one visitor may.',
  shareSpentReason:
    'Every new place costs requests to a weather service that is free for everyone. Places that were opened before still answer. New ones open again from',
  unknownPlace: 'There is no place with this name',
  didYouMean: 'Did you mean one of these?',
  light: 'light frost',
  moderate: 'moderate',
  strong: 'strong',
  killed10: '10% harmed',
  killed90: '90% harmed',
  parts: { buds: 'buds or flowers', fruits: 'fruits', shoots: 'shoots' },
  /** How forecasts did here; numbers as text. */
  recordSentence: ({
    nights,
    error,
    bias,
    isWarmer,
    inside
  }: {
    nights: number
    error: string
    bias: string
    isWarmer: boolean
    inside: string
  }) =>
    `Over ${nights} measured ${nights === 1 ? 'night' : 'nights'} the minimum was off by ${error} on average; it came out ${bias} ${isWarmer ? 'warmer' : 'colder'} than expected. ${inside} of the nights stayed within the range given (80% is the aim).`,
  /** Below a heading, for what lies in the database alone. */
  unreadable:
    'This cannot be read at the moment; the forecast does not depend on it. Please look again later.',
  title: (place: string) => `${place}: frost risk`,
  elevation: (metres: string) => `${metres} m above sea level`,
  /** `risk`: tonight’s level, its first letter in lower case. */
  titleTonight: (place: string, risk: string, name: string | null) => `${place}: ${risk} ${name ?? 'tonight'}`
}

export const record = {
  tooFew: (nights: number, needed: number) =>
    `Not enough nights yet: ${nights} of the ${needed} that a figure needs.`,
  observations: (nights: number, _observed: number) =>
    `Compared with what was measured there or a few kilometres around on ${nights} ${nights === 1 ? 'night' : 'nights'}.`,
  analysis: (nights: number, observed: number) =>
    `Compared with the source’s own latest analysis on ${nights} ${nights === 1 ? 'night' : 'nights'}, because ${observed === 0 ? 'nothing was measured there' : `only ${observed} ${observed === 1 ? 'night was' : 'nights were'} measured there`}. Against a thermometer the errors are larger.`,
  elsewhere: (name: string | null, km: string) =>
    name === null ? 'The record is that of a point nearby.' : `The record is that of ${name}, ${km} km away.`,
  none: (_nights: number, _observed: number) => 'No night that was forecast here has ended yet.',
  title: (place: string) => `${place}: how good the forecasts were`,
  description: 'Every forecast of the nightly minimum compared with what came, by lead.',
  leads: 'By lead',
  lead: 'Days ahead',
  nights: 'Nights',
  frosts: 'Frosts',
  bias: 'Bias',
  error: 'Mean error',
  crps: 'CRPS',
  inside: 'Within 10–90 %',
  detected: 'Frosts warned of',
  falseAlarms: 'False alarms',
  figures:
    'Bias: measured less expected. The range given should hold 80 % of the nights. A night counts as warned when the probability of frost is 50 % or more.',
  evening: 'What the thermometer gains in the evening',
  eveningGain: (nights: number, before: string, after: string) =>
    `Two hours after sunset, over ${nights} nights: CRPS ${before} by the forecast alone, ${after} with the evening update.`,
  eveningFew: (nights: number, needed: number) =>
    `Not enough nights yet: ${nights} of the ${needed} that a figure needs had an evening update and were measured.`,
  eveningLaw: (station: string, nights: number, weight: string) =>
    `${station}: own evening law of ${nights} nights, weight ${weight}.`,
  eveningLawGain: (nights: number, usual: string, given: string) =>
    `Over ${nights} later nights, from readings alone: CRPS ${usual} by the law of all stations, ${given} with its own.`,
  airports: 'Airports nearby',
  airportError: (error: string, bias: string) => `A day ahead: mean error ${error}, bias ${bias}.`,
  rows: 'Every night',
  rowsText:
    'What was forecast for each night, when, by which method, and what came. The rows are chained by hashes, and the newest is signed: ayaz audit finds one that was changed or left out afterwards. It cannot see what is done with the server’s own key, or by putting back an older copy of the whole database; a hash that you keep shows that too, up to its row. What was measured is outside the chain.',
  head: (rows: string) => `Row ${rows}, the newest, has the hash`,
  more: 'All figures, and every night',
  airport: (name: string, km: string, nights: number) =>
    `${name} airport, ${km} km: ${nights === 0 ? 'no night of it could be compared yet' : `compared with what it measured on ${nights} ${nights === 1 ? 'night' : 'nights'}, with forecasts for its own point and height`}.`,
  exposureUnknown:
    'Nothing is learned from this sensor, because it is not known where among the plants it is. Send its rows again with exposure "ground", "vine" or "canopy".',
  /** Readings are set aside until they no longer show it. */
  sensorFaults: {
    frozen: 'It shows one value while the air must have changed. Check the probe and its cable.',
    iced: 'It stays at 0\u00a0°C while the air must have changed: it is iced or wet. Keep it dry under its shield.',
    jumps: 'Its readings jump as air never does. Check the cable, the plug and the battery.',
    noise: 'Its readings waver by degrees from one to the next. Check the cable, the plug and the battery.',
    copies_forecast: 'Its readings are the forecast itself. Send what the thermometer measures.',
    copies_yesterday: 'Its readings are those of the day before. Check what sends them.',
    cold_gaps:
      'Its readings are missing in the coldest hours, night after night. Check its battery in the cold.',
    fahrenheit: 'Its numbers fit another unit: Fahrenheit and Celsius are mixed up. Set the right unit.',
    tenths: 'Its numbers are ten times too large or too small. Set the right unit.',
    lost_sign: 'It shows frost as degrees above 0: the minus sign is lost on the way.',
    local_time:
      'Its times are off by the zone’s hours: local time is sent as UTC. Set the clock or the offset.',
    other_hour: 'Its readings fit another hour of the day. Set the clock of the station.',
    in_sun:
      'It is far too warm by day and right at night: it hangs in the sun. Put it in a shield or in the shade.',
    greenhouse:
      'It is far too warm by day and warm at night: it is under a cover or in a greenhouse. Move it outside.',
    indoors: 'It stays warm at night and hardly changes: it is in a room. Move it outside.',
    in_soil:
      'It follows the air late and little, as soil does: probes may be swapped. Map the probe of the air.',
    drift:
      'It departs further from the forecast every day. Check its battery and compare it with another thermometer.',
    moved:
      'It suddenly reads degrees more or less, and still does: it was moved, covered or changed. Check where it hangs.',
    elsewhere:
      'It is as far off by day as by night: it measures at another place or height, or wrongly. Check where it hangs.'
  },
  measuredNights: (measured: number, span: number) =>
    measured === 0
      ? `None of these ${span} nights was measured; no figure can be given.`
      : `${measured} of ${span} nights were measured; nights without a measurement count as harmless, so the figure is an upper bound.`
}
