/** What the pages and the command line show, read back from their text, beside the variable each shows. */
import { frostTable } from '../../../src/cli/frost.ts'
import type { PlaceReport } from '../../../src/forecasts/report/place-report.ts'
import type {
  Confidence,
  FrostAppearance,
  FrostLevel,
  FrostType,
  MgmClass
} from '../../../src/frost/frost-night.ts'
import { cropAndStageLabel, cropInTitle } from '../../../src/language/crop-names.ts'
import { clockAt, dateTimeLabel, dayAndMonth, nightName, nightShort } from '../../../src/language/dates.ts'
import {
  appearanceLabel,
  confidenceLabel,
  frostTypeLabel,
  levelLabel,
  mgmLabel,
  riskLabel
} from '../../../src/language/frost-words.ts'
import { compassLabel, weatherLabel } from '../../../src/language/labels.ts'
import { formatNumber, formatScore, percent } from '../../../src/language/numbers.ts'
import { noDistricts } from '../../../src/site/place/district-section.ts'
import { placeMain } from '../../../src/site/place/place-page.ts'
import type { PlaceView } from '../../../src/site/ports.ts'
import { bare, bareTemperature, share, temperature } from '../../../src/site/presenting.ts'
import { genericQuestion } from '../../../src/site/profile-question.ts'
import type { Visitor } from '../../../src/site/visitor.ts'
import { widgetBody } from '../../../src/site/widget/widget-route.ts'
import type { Place } from '../../../src/weather/point.ts'
import { zoneClock } from '../../../src/weather/zone-clock.ts'

export const visitor: Visitor = { lang: 'en', theme: 'auto', units: 'metric', carried: {} }
const zone = 'Europe/Istanbul'

type Writing = (value: unknown) => string
const number =
  (write: (value: number) => string): Writing =>
  (value) =>
    write(Number(value))
const word =
  <Word extends string>(write: (value: Word) => string): Writing =>
  (value) =>
    write(value as Word)

/** How a page writes a variable. */
const writing = {
  degrees: number((value) => temperature(value, visitor)),
  'bare degrees': number((value) => bareTemperature(value, visitor)),
  'degrees, plain space': number((value) => temperature(value, visitor).replace('\u00a0', ' ')),
  share: number((value) => share(value, visitor)),
  percent: number((value) => percent(value, 'en')),
  wind: number((value) => bare(value, 'wind_speed', visitor)),
  rain: number((value) => bare(value, 'precipitation', visitor)),
  compass: number((value) => compassLabel(value, 'en') ?? ''),
  weather: number((value) => weatherLabel(value, 'en') ?? ''),
  score: number((value) => formatScore(value, 'en')),
  tenth: number((value) => formatNumber(value, 1, 'en')),
  level: word<FrostLevel>((value) => levelLabel(value, 'en')),
  risk: word<FrostLevel>((value) => riskLabel(value, 'en', true)),
  kind: word<FrostType>((value) => frostTypeLabel(value, 'en')),
  look: word<FrostAppearance>((value) => appearanceLabel(value, 'en')),
  mgm: word<MgmClass>((value) => mgmLabel(value, 'en')),
  confidence: word<Confidence>((value) => confidenceLabel(value, 'en')),
  'clock of hour': number((value) => clockAt(value * 3_600_000, zone, 'en')),
  'clock of its end': number((value) => clockAt((value + 1) * 3_600_000, zone, 'en')),
  'clock of second': number((value) => clockAt(value * 1000, zone, 'en')),
  clock: number((value) => clockAt(value, zone, 'en')),
  'date and time': number((value) => dateTimeLabel(value, zone, 'en')),
  instant: number((value) => zoneClock(zone).format(Math.floor(value / 1000))),
  date: word((value) => dayAndMonth(value, 'en')),
  'lower risk': word<FrostLevel>((value) => riskLabel(value, 'en', true).toLowerCase()),
  'name of night': word((value) => nightName(value, 'en')),
  'crop name': word((value) => cropAndStageLabel(value, null, 'en')),
  'crop in title': word((value) => cropInTitle(value, 'en').trim()),
  'stage name': word((value) => cropAndStageLabel('generic', value, 'en').split(', ')[1] ?? ''),
  'utc instant': number((value) => new Date(value).toISOString().replace('.000', '')),
  'evening and morning': word((value) => nightShort(value, '', 'en').days),
  'hours ago': (value) => `${value} hours ago`,
  same: String
} satisfies Readonly<Record<string, Writing>>

export type PageManner = keyof typeof writing

export interface PageMember {
  readonly variable: string
  readonly manner: PageManner
  /** What the page shows there, without markup. */
  readonly shown: string
}

/** What a page should show of a value. */
export function written(value: unknown, manner: PageManner): string {
  return writing[manner](value)
}

const textOf = (html: string): string =>
  html
    .replace(/<br>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .trim()
const found = (html: string, pattern: RegExp): string => textOf(pattern.exec(html)?.[1] ?? 'NOT FOUND')
export const all = (html: string, pattern: RegExp): readonly string[] =>
  [...html.matchAll(pattern)].map(([, inner]) => inner ?? '')

export const place: Place = {
  slug: 'malatya',
  name: 'Malatya',
  country: 'TR',
  region: 'Malatya',
  population: 1,
  kind: 'province',
  lat: 38.355,
  lon: 38.31,
  timezone: zone,
  elevation: 954
}

const viewOf = (report: PlaceReport): PlaceView => ({ kind: 'view', place, report, until: 0, retryAt: null })

/** Pairs what was read with what it should be, in order. */
export function members(
  shown: readonly (string | undefined)[],
  of: string,
  variables: readonly (readonly [string, PageManner])[]
): readonly PageMember[] {
  return variables.map(([variable, manner], index) => ({
    variable: `${of}${variable}`,
    manner,
    shown: shown[index] ?? 'NOT FOUND'
  }))
}

function placeHtml(report: PlaceReport): string {
  return String(
    placeMain({
      view: viewOf(report),
      record: null,
      said: [],
      frostDates: { kind: 'lacking', reason: 'no_archive', yearsFetched: 0 },
      visitor,
      question: genericQuestion,
      path: '/en/place/malatya',
      field: null,
      siteUrl: '',
      channels: [],
      districts: noDistricts,
      nightFiles: null,
      pushPublicKey: null
    })
  )
}

/** The members of a place's page. */
export function placePageMembers(report: PlaceReport): readonly PageMember[] {
  const html = placeHtml(report)
  const [slots = '', week = ''] = all(html, /<tbody>(.*?)<\/tbody>/gs)
  return [
    ...headMembers(html),
    ...tonightMembers(html),
    ...screenMembers(html),
    ...rowsOf(slots).flatMap((cells, index) => [
      ...members(cells, `slots.${index}.`, slotColumns),
      ...members(cells.slice(-2), `slotScores.${index}.`, scoreColumns)
    ]),
    ...rowsOf(week).flatMap((cells, index) => [
      ...members(cells, `days.${index}.`, dayColumns),
      ...members(cells.slice(-2), `dayScores.${index}.`, scoreColumns)
    ]),
    ...stripMembers(html),
    ...creditMembers(found(html, /<p class="quiet small credit">(.*?)<\/p>/s))
  ]
}

function headMembers(html: string): readonly PageMember[] {
  const now = found(html, /<div class="current">(.*?)<\/div>/s)
  const parts = /^Now: (.*?) ([A-Z].*?)Humidity (.*?) · Dew point (.*?) · Wind (.*?)\u00a0km\/h (.*)$/s.exec(
    now.replaceAll('\n', '').replace(/[←-↙]/, '')
  )
  return members(parts?.slice(1) ?? [], 'current.', [
    ['temperatureC', 'degrees'],
    ['weatherCode', 'weather'],
    ['relativeHumidityFraction', 'share'],
    ['dewPointC', 'degrees'],
    ['windSpeedMps', 'wind'],
    ['windDirectionDegrees', 'compass']
  ])
}

function tonightMembers(html: string): readonly PageMember[] {
  const facts = all(html, /<dd>(.*?)<\/dd>/gs).map(textOf)
  const [p10, p90] = (facts[1] ?? '').split(' … ')
  const [from, to] = (facts[4] ?? '').split('–')
  const range = [facts[0], p10, p90, facts[2], facts[3], from, to, facts[5], facts[6]]
  const measured = (facts.at(-1) ?? '').replace(' km away', '').split(', ')
  const parts = all(html, /<li class="key-part[^"]*">.*?<b>(.*?)<\/b>/gs)
  return [
    ...members(
      [found(html, /<h2 id="tonight">(.*?)<\/h2>/s), found(html, /<p class="score">.*?<b>(.*?)<\/b>/s)],
      'tonight.',
      [
        ['level', 'risk'],
        ['score', 'score']
      ]
    ),
    ...members(
      [...range, (facts[7] ?? '').replace(/ \(.*/, ''), ...facts.slice(8, -1), ...measured],
      'tonight.',
      [
        ['plantTemperatureMinC', 'degrees'],
        ['plantTemperatureP10C', 'degrees'],
        ['plantTemperatureP90C', 'degrees'],
        ['airTemperatureMinC', 'degrees'],
        ['coldestHour', 'clock of hour'],
        ['frostHours.firstHour', 'clock of hour'],
        ['frostHours.lastHour', 'clock of its end'],
        ['probability.frost', 'share'],
        ['expectedDamagePercent', 'percent'],
        ['frostType', 'kind'],
        ['appearance', 'look'],
        ['mgmClass', 'mgm'],
        ['confidence', 'confidence'],
        ['updatedBy.station', 'same'],
        ['updatedBy.distanceKm', 'tenth'],
        ['updatedBy.measuredAt', 'clock']
      ]
    ),
    ...members(parts, 'tonight.contributions.', [
      ['airTemperature', 'tenth'],
      ['radiation', 'tenth'],
      ['uncertainty', 'tenth']
    ])
  ]
}

/** The sentence, the times and the advice at the head of the page. */
function screenMembers(html: string): readonly PageMember[] {
  const sentence =
    /^Tonight from (.*?) to (.*?) the plants are at (.*?) or colder, .* lowest: air (.*?), plants (.*?) around (.*?)\.$/.exec(
      found(html, /<p class="headline">(.*?)<\/p>/s)
    )
  const [from, to, critical, ...minima] = sentence?.slice(1) ?? []
  const [sprinkler = '', machine = ''] = all(html, /<h3>(?!The night)(.*?)<\/div>/gs).map(textOf)
  const start =
    /falls to (.*?) \(dry thermometer about (.*?)\)\.Expected at (.*?)\.Hardly ever before (.*?)\..*about (.*?)\..*probability of (.*?):/s.exec(
      sprinkler
    )
  const gain = /started at (.*?): start now\.DetailsGains about (.*?)\.That/s.exec(machine)
  return [
    ...members(all(html, /<time[^>]*>(.*?)<\/time>/gs), '', [
      ['tonightProtection.lastPreparationAt', 'clock'],
      ['tonight.frostHours.firstHour', 'clock of hour']
    ]),
    ...members([from, to, critical], '', [
      ['tonight.frostHours.firstHour', 'clock of hour'],
      ['tonight.frostHours.lastHour', 'clock of its end'],
      ['profile.curve.t10C', 'degrees']
    ]),
    ...members(minima, 'tonight.', [
      ['airTemperatureMinC', 'degrees'],
      ['plantTemperatureMinC', 'degrees'],
      ['coldestHour', 'clock of hour']
    ]),
    ...members(start?.slice(1) ?? [], 'tonightProtection.sprinkler.', [
      ['startWetBulbC', 'degrees'],
      ['startAirC', 'degrees'],
      ['expectedStartAt', 'clock'],
      ['startAt', 'clock'],
      ['stopAt', 'clock'],
      ['probability', 'share']
    ]),
    ...members(gain?.slice(1) ?? [], 'tonightProtection.windMachine.', [
      ['startAt', 'clock'],
      ['gainC', 'degrees']
    ])
  ]
}

/** The cells of a table's rows, those that hold two values parted. */
function rowsOf(body: string): readonly (readonly string[])[] {
  return all(body, /<tr>(.*?)<\/tr>/gs).map((row) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].flatMap(([, cell = '']) => partsOf(cell))
  )
}

function partsOf(cell: string): readonly string[] {
  // On a phone a cell of the second line names its unit; elsewhere the head of the column does.
  const text = textOf(cell.replace(/<span class="unit">.*?<\/span>/, ''))
  const frost = /<svg class="mark.*<b>(.*?)<\/b>$/s.exec(cell)
  if (frost !== null) return [textOf(cell.replace(/<b>.*/s, '')), frost[1] ?? '']
  // Hours of a slot, and sunrise and sunset.
  if (/^\d\d–\d\d$/.test(text)) return text.split('–').map((hour) => `${hour}:00`)
  if (/^\d\d:\d\d–\d\d:\d\d$/.test(text)) return text.split('–')
  if (/^\d+ [←-↙][NESW]+$/.test(text)) return text.split(/ [←-↙]/)
  return [text.replace(/^[A-Z][a-z][a-z] (?=\d)/, '')]
}

const slotColumns = [
  ['span.fromSecond', 'clock of second'],
  ['span.toSecond', 'clock of second'],
  ['summary.weatherCode', 'weather'],
  ['summary.temperatureMean', 'bare degrees'],
  ['summary.dewPointMean', 'bare degrees'],
  ['summary.relativeHumidityMean', 'share'],
  ['summary.windSpeedMean', 'wind'],
  ['summary.windDirection', 'compass'],
  ['summary.precipitation', 'rain'],
  ['summary.precipitationProbabilityMax', 'share']
] as const

const dayColumns = [
  ['day.date', 'date'],
  ['summary.weatherCode', 'weather'],
  ['summary.temperatureMin', 'bare degrees'],
  ['summary.temperatureMax', 'bare degrees'],
  ['summary.precipitation', 'rain'],
  ['summary.precipitationProbabilityMax', 'share'],
  ['summary.windSpeedMax', 'wind'],
  ['sunriseAt', 'clock'],
  ['sunsetAt', 'clock']
] as const

/** The last two of a row. */
const scoreColumns = [
  ['level', 'level'],
  ['score', 'score']
] as const

function stripMembers(html: string): readonly PageMember[] {
  const strip = /<ol class="strip">(.*?)<\/ol>/s.exec(html)?.[1] ?? ''
  return all(strip, /<li>(.*?)<\/li>/gs).flatMap((night, index) => {
    const [plant = '', air = ''] = all(night, /<p class="quiet small[^"]*"><span>[^<]*<\/span> (.*?)<\/p>/gs)
    const what = /<p class="what">(.*?)<b>(.*?)<\/b>/s.exec(night)
    const shown = [
      found(night, /<\/b> <span class="quiet">(.*?)<\/span>/s),
      textOf(what?.[1] ?? ''),
      what?.[2]
    ]
    return members([...shown, plant, air], `nights.${index}.`, [
      ['window.date', 'evening and morning'],
      ['level', 'level'],
      ['score', 'score'],
      ['plantTemperatureMinC', 'degrees'],
      ['airTemperatureMinC', 'degrees']
    ])
  })
}

function creditMembers(line: string): readonly PageMember[] {
  const parts = /^(.*?) · Forecast of (.*?) · checked (.*)$/.exec(line)
  return members(parts?.slice(1) ?? [], 'data.', [
    ['source.attribution', 'same'],
    ['issuedAt', 'date and time'],
    ['ageHours', 'hours ago']
  ])
}

/** The members of the widget's page. */
export function widgetPageMembers(report: PlaceReport): readonly PageMember[] {
  const subject = { limit: null, visitor, title: null, placeUrl: '', compact: false }
  const html = String(widgetBody({ ...subject, view: viewOf(report) }))
  const [from, to] = textOf(found(html, /<p class="hours">.*?<\/span>(.*?)<\/p>/s)).split('–')
  const nights = all(html, /<li>(.*?)<\/li>/gs)
  return [
    ...members(
      [
        found(html, /<b class="risk">(.*?)<\/b>/s),
        found(html, /<span class="score"><b>(.*?)<\/b>/s),
        found(html, /<p class="degree"><b>(.*?)<\/b>/s),
        found(html, /<b class="air">(.*?)<\/b>/s),
        from,
        to
      ],
      'tonight.',
      [
        ['level', 'risk'],
        ['score', 'score'],
        ['plantTemperatureMinC', 'degrees'],
        ['airTemperatureMinC', 'degrees'],
        ['frostHours.firstHour', 'clock of hour'],
        ['frostHours.lastHour', 'clock of its end']
      ]
    ),
    ...members([found(html, /<span class="prepare">.*?<b>(.*?)<\/b>/s)], 'tonightProtection.', [
      ['lastPreparationAt', 'clock']
    ]),
    ...nights.flatMap((night, index) =>
      members(
        [found(night, /<b>(.*?)°<\/b>/s), found(night, /<span class="frost" title="[^:"]*: (.*?)">/s)],
        `nights.${index + 1}.`,
        [
          ['plantTemperatureMinC', 'bare degrees'],
          ['level', 'level']
        ]
      )
    ),
    ...members([found(html, /<span class="whole">Forecast checked (.*?)<\/span>/s)], 'data.', [
      ['ageHours', 'hours ago']
    ])
  ]
}

/** The members of the command line's table. */
export function commandLineMembers(report: PlaceReport): readonly PageMember[] {
  const lines = frostTable(report, visitor).split('\n')
  const [, level, score] = /^.* · (.*?) · (.*?)$/.exec(lines[0] ?? '') ?? []
  const [, days] = /≈ ±(\d+) days/.exec(lines[0] ?? '') ?? []
  const credit = /^Forecast of (.*?), checked (.*?) \((.*?)\)$/.exec(lines[6] ?? '')
  return [
    ...members([level, score], 'tonight.', [
      ['level', 'level'],
      ['score', 'score']
    ]),
    ...members([days], 'estimate.', [['plusMinusDays', 'same']]),
    ...lines.slice(3, 5).flatMap((line, index) => {
      const [when = '', ...cells] = line.split(/ {2,}/)
      const [, plant, p10, p90] = /^(.*?) \((.*?) … (.*?)\) °C$/.exec(cells[3] ?? '') ?? []
      const shown = [when.split(' ').at(-1), cells[0], cells[1], cells[2], plant, p10, p90, ...cells.slice(4)]
      return members(shown, `nights.${index}.`, nightColumns)
    }),
    ...members(credit?.slice(1) ?? [], 'data.', [
      ['issuedAt', 'instant'],
      ['ageHours', 'hours ago'],
      ['freshness', 'same']
    ]),
    ...members([lines[7]], 'data.', [['source.attribution', 'same']])
  ]
}

const nightColumns = [
  ['window.date', 'evening and morning'],
  ['score', 'score'],
  ['level', 'level'],
  ['airTemperatureMinC', 'degrees, plain space'],
  ['plantTemperatureMinC', 'bare degrees'],
  ['plantTemperatureP10C', 'bare degrees'],
  ['plantTemperatureP90C', 'bare degrees'],
  ['expectedHoursBelow.zero', 'tenth'],
  ['coldestHour', 'clock of hour'],
  ['frostType', 'kind']
] as const
