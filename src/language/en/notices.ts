/** Numbers, and phrases in the language already; undefined or null: not known. */
interface NoticeParts {
  readonly requested?: number
  readonly available?: number
  readonly span?: 'day' | 'slot'
  readonly checked: string
  readonly days?: number
  readonly stepHours?: number
  readonly count?: number
  readonly inputs: string | null
  readonly source?: string
  readonly stageReason: string | null
  readonly place: string | null
  readonly slugs: readonly string[]
  readonly models: readonly string[]
  readonly variables: string | null
  readonly contradicted: 'thermometer' | 'sun' | 'climate' | null
  readonly station: string | null
  readonly near: NearWords | null
  readonly heights: { readonly here: number | null; readonly there: number | null } | null
}

interface NearWords {
  /** Null: its distance says nothing to a reader. */
  readonly name: string | null
  readonly km: string
}

function nearName(near: NearWords | null): string {
  return near === null || near.name === null ? 'a point nearby' : `${near.name}, ${near.km} km away`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export const notices = {
  horizon_truncated: ({ requested, available, span = 'day' }) =>
    available === undefined
      ? `The source forecasts fewer ${span === 'slot' ? '3-hour slots' : 'days'} than were asked for.`
      : `The source forecasts ${counted(available, span === 'slot' ? '3-hour slot' : 'day')}${requested === undefined ? '' : ` of the ${requested} asked for`}.`,
  aging_data: ({ checked }) => `A newer forecast is due; this one was ${checked}.`,
  stale_data: ({ checked }) => `No new forecast has arrived in time; this one was ${checked}.`,
  synthetic_data: () => 'Demo data: this weather is made up and must not be used for decisions.',
  coarse_steps: ({ stepHours }) =>
    `The source gives ${stepHours === undefined ? 'coarse' : `${stepHours}-hour`} steps, so the minimum was lowered and its range widened.`,
  snow_cover: () => 'Snow lies on the ground: plants under it are protected, plants above it are colder.',
  low_evidence: () =>
    'The critical temperature of this crop in this stage is not known well: choose your threshold 1\u00a0°C warmer, and trust what you see on your plants.',
  inputs_missing: ({ inputs }) =>
    inputs === null
      ? 'Some inputs are missing, so the range is wider.'
      : `No ${inputs} in the data, so a usual value was taken and the range is wider.`,
  nights_unknown: ({ count }) =>
    `${count === undefined ? 'Some nights have' : count === 1 ? '1 night has' : `${count} nights have`} no score because data are missing.`,
  partial_night: () => 'Some dark hours of this night are missing.',
  source_fallback: ({ source }) =>
    `The first source gave no forecast${source === undefined ? '' : `; these data come from ${source}`}.`,
  models_left_out: ({ models }) =>
    `${models.length === 0 ? 'A model is' : models.length === 1 ? `The model ${models[0]} is` : `The models ${models.join(', ')} are`} missing or absurd, and not part of this forecast.`,
  hours_set_aside: ({ count }) =>
    `${count === undefined || count === 1 ? 'A single hour differs' : `${count} hours differ`} by more than 8\u00a0°C from the hours around and count${count === undefined || count === 1 ? 's' : ''} as missing.`,
  values_left_out: ({ variables }) =>
    `Some values are missing or impossible, and left out${variables === null ? '' : `: ${variables}`}.`,
  run_set_aside: ({ checked }) =>
    `The newest forecast of the source cannot be right and was set aside; this one was ${checked}.`,
  runs_disagree: () =>
    'The newest forecast and the one before it disagree: for each night the colder one is shown, until a later one decides.',
  run_contradicted: ({ contradicted, station }) =>
    contradicted === 'thermometer'
      ? `${station ?? 'A thermometer nearby'} has measured temperatures far from this forecast in the past hours: do not rely on it alone.`
      : contradicted === 'climate'
        ? 'This forecast lies beyond all minima of these weeks in other years: do not rely on it alone.'
        : 'By this forecast the days are not warmest in the afternoon: its hours may be shifted.',
  hours_from_earlier_run: ({ count, checked }) =>
    `The latest answer lacks ${count === undefined ? 'hours' : counted(count, 'hour')} to come; they are shown from an earlier run that was ${checked}.`,
  coming_night_unknown: () =>
    'The latest answer of the source has too few temperatures for the coming night, so the night has no score.',
  stage_estimated: ({ days }) =>
    `The growth stage was estimated from the season’s temperatures${days === undefined ? '' : ` and may begin ${counted(days, 'day')} earlier or later`}; look at the trees.`,
  stage_unknown: ({ stageReason }) =>
    `The growth stage could not be estimated${stageReason === null ? '' : `: ${stageReason}`}. Without it the crop has temperatures, but no score.`,
  first_damage_only: () =>
    'For this stage only the temperature of first damage is known: no score, but how likely the plants reach it.',
  record_of_place: ({ count, near }) =>
    `These nights are corrected by ${count === undefined ? 'nights' : counted(count, 'night')} measured at ${nearName(near)}.`,
  record_not_used: ({ near, heights }) =>
    `The record of ${nearName(near)}, is not used here: it lies at ${heights?.there ?? '?'} m, and this forecast is for ${heights?.here === null || heights === null ? 'an unknown height' : `${heights.here} m`}. If that is not the height of your field, give it (elevation).`,
  one_model: ({ near }) =>
    `This is the forecast of one model. That of ${nearName(near)}, is a blend of several while it is watched, so its range and score may differ.`,
  homonym: ({ place, slugs }) =>
    `${place === null ? 'This place is outside Türkiye' : `This is ${place}`}. In Türkiye, ${
      slugs.length > 1 ? 'districts have' : 'a district has'
    } the same name${slugs.length === 0 ? '' : `: ${slugs.join(', ')}`}.`
} satisfies Readonly<Record<string, (parts: NoticeParts) => string>>

export const attribution = {
  /** No licence covers synthetic data. */
  synthetic: 'Synthetic data for demonstration. Not a forecast.',
  /** As their folders in `sources/` have them: a language finds its own wording by them. */
  sources: {
    openMeteo: 'Weather data by Open-Meteo.com (CC BY 4.0)',
    metNorway: 'Based on data from MET Norway (CC BY 4.0)',
    openWeatherMap: 'Weather data provided by OpenWeather (ODbL)'
  }
}

/** Months from 1. */
interface CalendarDay {
  readonly day: number
  readonly month: number
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December'
]

/** `night of 11–12 April`, `night of 30 April to 1 May`. */
function nightBetween(evening: CalendarDay, morning: CalendarDay): string {
  const after = `${morning.day} ${months[morning.month - 1]}`
  if (evening.month === morning.month) return `night of ${evening.day}–${after}`
  return `night of ${evening.day} ${months[evening.month - 1]} to ${after}`
}

export const dates = {
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  shortWeekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  months,
  clockMark: ':',
  dateAndTime: (date: string, time: string) => `${date}, ${time}`,
  /** Within a sentence or after a colon. */
  nightInFull: nightBetween,
  /** As people say it, for messages. */
  nightName: nightBetween,
  inNight: (night: string) => `in the ${night}`,
  onDay: (day: string) => `on ${day}`,
  justNow: 'just now',
  minutesAgo: (count: number) => `${count} minute${count === 1 ? '' : 's'} ago`,
  hoursAgo: (count: number) => `${count} hour${count === 1 ? '' : 's'} ago`,
  daysAgo: (count: number) => `${count} day${count === 1 ? '' : 's'} ago`,
  checked: (ago: string) => `checked ${ago}`,
  checkedWithinHour: 'checked within the hour',
  notChecked: 'not checked for a while'
}

/** How a percentage and a list are written. */
export const numbers = {
  decimalMark: '.',
  groupMark: ',',
  percent: (number: string) => `${number}%`,
  /** @param first members before the last, with commas between them */
  list: (first: string, last: string) => `${first} and ${last}`
}

/** In the paths of pages. A published address stays: add, never change. */
export const paths = {
  place: 'place',
  field: 'field',
  map: 'map',
  search: 'search',
  embed: 'embed',
  subscribe: 'subscribe',
  verification: 'verification',
  privacy: 'privacy'
}

/** Short names of the Markdown files, in lists. */
export const documents = {
  title: 'Documents',
  description: 'How Ayaz works, how to run it, and how to use its API.',
  missing: 'There is no such document',
  navigation: 'Documents',
  contents: 'On this page',
  copy: 'Copy',
  copied: 'Copied',
  groups: {
    use: 'Use the API',
    grow: 'For growers',
    run: 'Run the service',
    method: 'How the score is made',
    develop: 'Develop',
    decisions: 'Decisions'
  },
  names: {
    readme: 'Overview',
    'ten-minutes': 'The API in ten minutes',
    api: 'The API',
    reference: 'API reference',
    problems: 'Problems',
    site: 'Site and widget',
    growers: 'What the score means',
    alerts: 'Alerts',
    channels: 'Channels',
    gateways: 'Short messages and calls',
    stations: 'Thermometers and stations',
    places: 'Places',
    record: 'Record of a place',
    operation: 'Operation',
    operators: 'Operation, in Turkish',
    board: 'Board of a cooperative, in Turkish',
    scaling: 'Scaling',
    configuration: 'Configuration',
    sources: 'Sources',
    science: 'The method',
    verification: 'Verification',
    results: 'Results of the verification',
    architecture: 'Architecture',
    design: 'Design of the pages',
    glossary: 'Glossary',
    changelog: 'Changelog'
  }
}
