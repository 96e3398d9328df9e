export const crops = {
  generic: 'General (any plant)',
  estimated: 'stage estimated each day',
  /** Capitalised. */
  names: {
    apricot: 'Apricot',
    'sweet-cherry': 'Sweet cherry',
    'sour-cherry': 'Sour cherry',
    peach: 'Peach',
    nectarine: 'Nectarine',
    'nectarine-big-top': 'Nectarine ‘Big Top’',
    plum: 'European plum',
    prune: 'Prune plum',
    apple: 'Apple',
    pear: 'Pear',
    grape: 'Grape (values of cv. Concord)',
    'grape-vinifera': 'Grape (Vitis vinifera)',
    almond: 'Almond',
    hazelnut: 'Hazelnut',
    walnut: 'Walnut',
    citrus: 'Citrus (fruit on the tree)',
    lemon: 'Lemon tree',
    orange: 'Orange tree',
    banana: 'Banana',
    olive: 'Olive tree',
    fig: 'Fig tree',
    strawberry: 'Strawberry',
    blueberry: 'Blueberry',
    kiwifruit: 'Kiwifruit',
    tea: 'Tea',
    pistachio: 'Pistachio',
    pomegranate: 'Pomegranate',
    quince: 'Quince',
    mulberry: 'Mulberry',
    mandarin: 'Mandarin',
    tomato: 'Tomato',
    pepper: 'Pepper',
    potato: 'Potato',
    wheat: 'Wheat'
  } as Readonly<Record<string, string>>,
  /** In lower case. One name for all crops, unless `crop/stage` gives another. */
  stages: {
    dormant: 'dormant',
    'bud-not-swollen': 'bud not swollen',
    'swollen-bud': 'swollen bud',
    'first-swell': 'first swell',
    'first-swelling': 'first swelling',
    'late-swell': 'late swell',
    'scales-separating': 'scales separating',
    'tips-separate': 'tips separate',
    'silver-tip': 'silver tip',
    'green-tip': 'green tip',
    'tip-green': 'green tip',
    'side-green': 'side green',
    'side-white': 'side white',
    'half-inch-green': 'half-inch green',
    'bud-burst': 'bud burst',
    'blossom-buds-exposed': 'blossom buds exposed',
    'calyx-visible': 'calyx visible',
    'calyx-green': 'green calyx',
    'calyx-red': 'red calyx',
    'red-calyx': 'red calyx',
    'tight-cluster': 'tight cluster',
    'open-cluster': 'open cluster',
    'first-white': 'first white',
    'full-white': 'full white',
    'first-pink': 'first pink',
    'full-pink': 'full pink',
    'pink-bud': 'pink bud',
    'popcorn-bud': 'popcorn bud',
    'stamens-visible': 'stamens visible',
    'first-bloom': 'first bloom',
    'full-bloom': 'full bloom',
    'open-bloom': 'open bloom',
    bloom: 'bloom',
    'leaf-out-and-pistillate-bloom': 'leaf-out and pistillate bloom',
    'post-bloom': 'post bloom',
    'petal-fall': 'petal fall',
    'petal-fall-to-small-nut': 'petal fall to small nut',
    'in-the-shuck': 'in the shuck',
    'jacket-split': 'jacket split',
    'green-fruit': 'green fruit',
    'ripe-fruit': 'ripe fruit',
    'first-leaf': 'first leaf',
    'second-leaf': 'second leaf',
    'third-leaf': 'third leaf',
    'fourth-leaf': 'fourth leaf',
    'new-growth': 'new growth',
    'new-shoots-and-leaves': 'new shoots and leaves',
    'tight-bud': 'tight bud',
    seedling: 'seedling',
    foliage: 'foliage',
    jointing: 'jointing',
    boot: 'boot',
    heading: 'heading',
    flowering: 'flowering',
    milk: 'milk',
    wood: 'wood',
    leaf: 'leaf',
    'apricot/green-fruit': 'green fruit'
  } as Readonly<Record<string, string>>,
  /** To find by, never shown; `cover` is not a crop. */
  cropAliases: {
    cover: ['greenhouse', 'glasshouse', 'tunnel', 'polytunnel', 'high tunnel', 'low tunnel', 'under cover'],
    'sweet-cherry': ['cherry'],
    'sour-cherry': ['tart cherry'],
    plum: ['plum'],
    'grape-vinifera': ['vinifera', 'Vitis vinifera', 'vine'],
    hazelnut: ['filbert'],
    kiwifruit: ['kiwi'],
    mandarin: ['tangerine', 'satsuma', 'clementine'],
    pepper: ['capsicum'],
    tomato: ['tomato seedlings']
  } as Readonly<Record<string, readonly string[]>>,
  stageAliases: {
    'swollen-bud': ['first swell'],
    'first-swell': ['swollen bud'],
    'first-swelling': ['swollen bud'],
    'green-tip': ['tip green'],
    'tip-green': ['tip green'],
    'bud-burst': ['bud break'],
    'calyx-green': ['calyx green'],
    'calyx-red': ['calyx red'],
    'red-calyx': ['calyx red'],
    'first-pink': ['pink'],
    'popcorn-bud': ['balloon'],
    'full-bloom': ['bloom'],
    'open-bloom': ['full bloom', 'bloom'],
    bloom: ['full bloom'],
    'leaf-out-and-pistillate-bloom': ['leaf-out'],
    heading: ['ear emergence'],
    'post-bloom': ['petal fall'],
    'petal-fall': ['post bloom'],
    'petal-fall-to-small-nut': ['petal fall', 'small nut']
  } as Readonly<Record<string, readonly string[]>>
}

const during = (name: string | null): string => name ?? 'tonight'

/** Against the frost of a night, and when. Times and temperatures are ready texts. */
export const protection = {
  heading: (name: string | null) => `What to do ${during(name)}`,
  chooseCrop: 'Choose your crop and its stage first',
  chooseStage: 'Choose the stage of your crop first',
  chosenWhy: 'the advice follows the temperature that harms it.',
  untested:
    'By the rules of FAO’s book on frost protection; untested in orchards. Your own thermometer decides.',
  more: 'What to do, in full',
  methods: { sprinkler: 'Sprinklers over the plants', wind_machine: 'Wind machine', heaters: 'Heaters' },
  sprinkler: {
    start: (wetBulb: string) => `Start when your wet-bulb thermometer falls to ${wetBulb}`,
    /** Where the wet bulb of the start is warmer than the crop would need. */
    pipes: 'Water must run before pipes and nozzles freeze.',
    plantsFirst: (wetBulb: string, time: string) =>
      `The plants are harmed before the wet bulb falls to ${wetBulb}: start before ${time}.`,
    orWetBulb: (wetBulb: string) => `Earlier, if your wet-bulb thermometer falls to ${wetBulb} before that.`,
    dry: (air: string) => ` (dry thermometer about ${air})`,
    expected: (time: string) => `Expected at ${time}.`,
    notExpected: 'That is possible, not expected.',
    earliest: (time: string) => `Hardly ever before ${time}.`,
    ample: (warm: string, zero: string, time: string | null) =>
      `If water is not short, start earlier, at a wet bulb between ${warm} and ${zero}${time === null ? '' : `, about ${time}`}.`,
    watch: 'Watch your thermometer from now on.',
    past: (time: string, latest: string) =>
      `The expected start, ${time}, is past: begin only while the wet bulb is above ${latest}.`,
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
    no_cold: 'Not needed: too little risk.',
    wind: 'Do not use: too much wind.',
    too_cold: (lowest: string) =>
      `Do not use: the wet bulb falls below ${lowest}, where the sprinkler rate does not suffice.`,
    freezing_fog: 'Do not use: freezing fog may break the blades.',
    no_inversion: 'Does not pay: the air above is hardly warmer.',
    dew_point_missing: 'No advice: the forecast has no humidity.',
    wind_missing: 'No advice: the forecast has no wind.',
    cloud_cover_missing: 'No advice: the forecast has no cloud cover.'
  },
  /** What begins at the critical temperature: with a crop, and without. */
  harms: { buds: 'damage', plants: 'frost' },
  span: (from: string, to: string) => `from ${from} to ${to}`,
  until: (time: string) => `until ${time}`,
  after: (time: string) => `from ${time} on`,
  dayAndNight: 'and all day',
  during,
  cold: (facts: ColdWords) => {
    const { night, when, harm, part, critical, air, plants, time } = facts
    const limit = part === null ? `where ${harm} begins` : `where a tenth of the ${part} die`
    return `${night} ${when} the plants are at ${critical} or colder, ${limit}; the lowest: air ${air}, plants ${plants}${around(time)}`
  },
  /** For the last night: no longer expected. */
  was: ({ night, air, plants, time }: SafeWords) => `${night}: air ${air}, plants ${plants}${around(time)}`,
  possible: (facts: PossibleWords) => {
    const { night, share, loss, harm } = facts
    const lost = loss === null ? '' : `; the expected loss is ${loss}`
    return `${harm} is ${share} likely ${night}${lost}: ${minima(facts)}`
  },
  safe: (facts: SafeWords) => `no ${facts.harm} is expected ${facts.night}: ${minima(facts)}`,
  firstHarm: { buds: 'First harmful hour', plants: 'First hour of frost' },
  prepare: 'Last hour to prepare',
  /** {h} and {m}: hours and minutes that are left; a part that would say 0 is left out. */
  left: 'in|{h} h|{m} min',
  past: 'past'
}

interface SafeWords {
  readonly night: string
  readonly harm: string
  /** The critical temperature is that of frost itself. */
  readonly isFrost: boolean
  /** Null without a crop, and where it is the plant as such. */
  readonly part: string | null
  readonly critical: string
  readonly air: string
  readonly plants: string
  readonly time: string | null
}

interface PossibleWords extends SafeWords {
  readonly share: string
  readonly loss: string | null
}

function around(time: string | null): string {
  return time === null ? '' : ` around ${time}`
}

function minima({ harm, part, critical, air, plants, time }: SafeWords): string {
  const limit = part === null ? `${harm} begins at ${critical}` : `a tenth of the ${part} die at ${critical}`
  return `air ${air}, plants ${plants}${around(time)}; ${limit}`
}

interface ColdWords extends SafeWords {
  readonly when: string
}
