/** What can be done against the frost of a night, and when. Times and temperatures are ready texts. */
export const protection = {
  heading: 'What to do tonight',
  untested:
    'By the rules of FAO’s book on frost protection; untested in orchards. Your own thermometer decides.',
  more: 'What to do, in full',
  methods: { sprinkler: 'Sprinklers over the plants', wind_machine: 'Wind machine', heaters: 'Heaters' },
  sprinkler: {
    start: (wetBulb: string) => `Start when your wet-bulb thermometer falls to ${wetBulb}`,
    plantsFirst: (time: string) => `The plants reach harm before the wet bulb does: start before ${time}.`,
    orWetBulb: (wetBulb: string) => `Earlier, if your wet-bulb thermometer falls to ${wetBulb} before that.`,
    dry: (air: string) => ` (dry thermometer about ${air})`,
    expected: (time: string) => `Expected at ${time}.`,
    notExpected: 'That is possible, not expected.',
    earliest: (time: string) => `Hardly ever before ${time}.`,
    watch: 'Watch your thermometer from now on.',
    past: (time: string) =>
      `The start that was expected, ${time}, is past: begin only while the wet bulb is above the temperature of damage.`,
    stop: (zero: string, time: string) =>
      `Stop when the wet bulb is above ${zero} and the ice melts, about ${time}.`,
    noStop: (zero: string) =>
      `Do not stop before the wet bulb is above ${zero} and the ice melts: not before noon.`,
    probability: (share: string) =>
      `Needed with a probability of ${share}: worth it where a night of water costs less than that share of the damage.`
  },
  machine: {
    gain: (gain: string) => `Gains about ${gain}.`,
    enough: 'That is enough for the cold that is expected.',
    tooLittle: 'That alone is not enough for the cold that is expected.'
  },
  heaters: { needed: (needed: string) => `The plants need ${needed} more.` },
  begin: (time: string) => `Start at ${time}.`,
  beginPast: (time: string) => `It should have started at ${time}: start now.`,
  standBy: 'No start is expected; keep it ready.',
  reasons: {
    no_cold: 'Not needed tonight.',
    wind: 'Do not use: too much wind tonight.',
    too_cold: (lowest: string) =>
      `Do not use: the wet bulb falls below ${lowest}, and water would take more heat than it gives.`,
    freezing_fog: 'Do not use: freezing fog may break the blades.',
    no_inversion: 'Does not pay: the air above is hardly warmer.',
    dew_point_missing: 'No advice: the forecast has no humidity.',
    wind_missing: 'No advice: the forecast has no wind.',
    cloud_cover_missing: 'No advice: the forecast has no cloud cover.'
  },
  /** What the critical temperature is the beginning of: with a crop, and without one. */
  harms: { buds: 'damage', plants: 'frost' },
  span: (from: string, to: string) => `from ${from} to ${to}`,
  around: (time: string) => `around ${time}`,
  cold: ({ when, harm, critical, air, plants, time }: ColdWords) =>
    `Tonight ${when} the plants are at ${critical} or colder, where ${harm} begins; the lowest: air ${air}, plants ${plants} around ${time}`,
  possible: ({ share, harm, critical, air, plants, time }: PossibleWords) =>
    `No ${harm} is expected tonight, but it is possible (${share}): air ${air}, plants ${plants} around ${time}; ${harm} begins at ${critical}`,
  safe: ({ harm, critical, air, plants, time }: SafeWords) =>
    `No ${harm} is expected tonight: air ${air}, plants ${plants} around ${time}; ${harm} begins at ${critical}`,
  firstHarm: { buds: 'First harmful hour', plants: 'First hour of frost' },
  prepare: 'Last hour to prepare',
  /** {h} and {m}: hours and minutes that are left. */
  left: 'in {h} h {m} min',
  past: 'past'
}

interface SafeWords {
  readonly harm: string
  readonly critical: string
  readonly air: string
  readonly plants: string
  readonly time: string
}

interface PossibleWords extends SafeWords {
  readonly share: string
}

interface ColdWords extends SafeWords {
  readonly when: string
}
