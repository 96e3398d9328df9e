interface ExplanationWords {
  readonly air: string
  readonly radiation: string
  readonly uncertainty: string
  readonly lowers: boolean
}

/** What the score says of a night. */
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
    radiation: 'Radiation frost',
    advection: 'Advection frost',
    mixed: 'Mixed frost'
  },
  typeMeanings: {
    radiation: 'clear and calm: the ground loses its heat to the sky',
    advection: 'cold air flows in with the wind',
    mixed: 'cold air flows in and the ground cools as well'
  },
  appearances: {
    white: 'White frost (hoar)',
    black: 'Black frost'
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
    season_unavailable: 'the season’s temperatures cannot be had now',
    season_share_spent: 'today’s share of questions for a season’s temperatures is spent',
    season_incomplete: 'hours are missing in the season’s temperatures',
    before_first_stage: 'there has not been enough chill or warmth for the first stage the model knows',
    after_last_stage: 'the season is past the last stage the model knows'
  },

  /** Where a score comes from: points as text; `lowers` where the uncertainty takes points away. */
  explanation: ({ air, radiation, uncertainty, lowers }: ExplanationWords) =>
    `The cold of the air gives ${air} points, plants cooling below the air adds ${radiation}, and the uncertainty of the forecast ${lowers ? 'takes away' : 'adds'} ${uncertainty}.`
}
