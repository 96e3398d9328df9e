/** The body of GET /weather/widget-data, at most 2 kB gzipped, and how a report becomes it. */
import type { Static } from 'typebox'
import { hourMs, secondMs } from '../../common/time.ts'
import { type DayRow, wholeExtremes } from '../../forecasts/days.ts'
import { publishedScore, unknownScore } from '../../forecasts/frost-view.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { roundToTenth } from '../../frost/published.ts'
import { nightShort, weekdayLabel } from '../../language/dates.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { comingNight, nightHeadline } from '../../language/headline.ts'
import { weatherLabel } from '../../language/labels.ts'
import { wordsIn } from '../../language/language.ts'
import { publish } from '../../weather/units.ts'
import { weatherIcon, weatherIcons } from '../../weather/weather-codes.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import { frostLevels } from '../frost-levels.ts'
import {
  date,
  dateOrNull,
  flag,
  instantOrNull,
  list,
  named,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  row,
  text,
  textOrNull,
  url
} from '../schema.ts'
import { codeOrNull, commonBlocks, localInstant, localInstantOrNull, type Wording } from './blocks.present.ts'
import { locationBlock, metaBlock, unitsBlock } from './blocks.schema.ts'
import { presentProfile } from './frost-risk.present.ts'
import { nightProfile } from './frost-risk.schema.ts'

const score = numberOrNull('0…100, one decimal; null where unknown.', { minimum: 0, maximum: 100 })
const level = oneOf(frostLevels, 'Level of the score.')
const icon = oneOfOrNull(weatherIcons, 'The icon’s name; null where the weather is not known.')

export const widgetDataBody = named('WidgetDataAnswer', {
  location: locationBlock,
  current: named(
    'WidgetWeather',
    {
      kind: oneOf(['modelled', 'observed'], 'Modelled weather is never sold as observed.'),
      valid_at: instantOrNull('The hour the values belong to; null where no hour near now is known.'),
      temperature: numberOrNull('Air at 2 m; in a night’s hours corrected by what was learned at the place.'),
      weather_code: numberOrNull('WMO code.'),
      weather_label: textOrNull('The same in words; null with it.'),
      icon,
      is_day: flag('The sun is above the horizon.')
    },
    'The weather of the hour that is nearest to now.'
  ),
  today: row(
    {
      temperature_min: numberOrNull('Air at 2 m, corrected by what was learned at the place.'),
      temperature_max: numberOrNull('Air at 2 m.')
    },
    'Extremes of the civil day.'
  ),
  tonight: named(
    'WidgetNight',
    {
      date: date('The morning that ends the night.'),
      score,
      level,
      level_label: text('The level in words.'),
      temperature_min: numberOrNull('Air at 2 m, corrected by what was learned at the place.'),
      plant_temperature_min: numberOrNull('What an exposed plant feels; null where the score is.'),
      window: row(
        {
          from: instantOrNull('The first hour with plants at or below 0 °C; null where there is none.'),
          to: instantOrNull('The last such hour; null where there is none.')
        },
        'The hours with frost at the plants.'
      ),
      headline: text('One sentence for people.')
    },
    'The coming night, or the one in progress.'
  ),
  worst: row(
    {
      date: dateOrNull('The night with the highest score of the next seven; null where none is known.'),
      score,
      level
    },
    'The worst of the next seven nights.'
  ),
  profile: nightProfile,
  days: list(
    named('WidgetDay', {
      date: date('The civil day.'),
      weekday_label: text('The weekday of `date`, short.'),
      night_label: text('The night of `frost_level` by its evening and its morning: `Sat–Sun`.'),
      icon,
      temperature_min: numberOrNull('Air at 2 m, corrected by what was learned at the place.'),
      temperature_max: numberOrNull('Air at 2 m.'),
      frost_level: oneOf(frostLevels, 'Of the night that ends on the morning of this day.')
    }),
    'Up to five days, from tomorrow.',
    { minItems: 0, maxItems: 5 }
  ),
  links: row(
    {
      page: url('The page of the place or point.'),
      embed: url('The widget page, for an iframe.'),
      oembed: url('oEmbed of the widget page.')
    },
    'The same place for people.'
  ),
  units: unitsBlock,
  meta: metaBlock
})

type WidgetDataBody = Static<typeof widgetDataBody>

export const widgetSections = { days: 6, nights: 7 } as const

/** `slug` is that of the named place, or the key of a point. */
export function presentWidgetData(
  report: PlaceReport,
  wording: Wording,
  { slug, siteUrl }: { slug: string; siteUrl: string }
): WidgetDataBody {
  const clock = zoneClock(report.place.timezone)
  const [today, ...following] = report.days
  const { units, lang } = wording
  const extremesOf = (row: DayRow) => {
    const { temperatureMin, temperatureMax } = wholeExtremes(row)
    return {
      temperature_min: publish(temperatureMin, 'temperature', units),
      temperature_max: publish(temperatureMax, 'temperature', units)
    }
  }
  const { worst } = report
  return {
    ...commonBlocks(report, wording, report.profile.crop === null ? [] : report.nightNotices),
    current: currentOf(report, wording),
    today: today === undefined ? { temperature_min: null, temperature_max: null } : extremesOf(today),
    tonight: tonightOf(report, wording, clock),
    worst: {
      date: worst.worstDate,
      score: worst.score === null ? null : roundToTenth(worst.score),
      level: worst.level
    },
    profile: presentProfile(report, wording),
    days: following.map((row, index) => ({
      date: row.day.date,
      weekday_label: weekdayLabel(row.day.date, lang, 'short'),
      night_label: nightShort(row.day.date, namedTonight(report) ?? '', lang).name,
      icon: weatherIcon(codeOrNull(row.summary.weatherCode), true),
      ...extremesOf(row),
      frost_level: (report.dayScores[index + 1] ?? unknownScore).level
    })),
    links: linksOf(slug, wording, siteUrl)
  }
}

function namedTonight({ nights, at }: PlaceReport): string | null {
  return comingNight(nights, at)?.window.date ?? null
}

function currentOf({ current, place }: PlaceReport, { units, lang }: Wording): WidgetDataBody['current'] {
  const code = codeOrNull(current.weatherCode)
  return {
    kind: current.kind,
    valid_at: localInstantOrNull(zoneClock(place.timezone), current.validAt),
    temperature: publish(current.temperatureC, 'temperature', units),
    weather_code: code,
    weather_label: weatherLabel(code, lang),
    icon: weatherIcon(code, current.isDay),
    is_day: current.isDay
  }
}

function tonightOf(
  report: PlaceReport,
  { units, lang }: Wording,
  clock: ZoneClock
): WidgetDataBody['tonight'] {
  const { tonight, at, place, profile } = report
  const { score, level } = publishedScore(tonight)
  const frost = tonight?.state === 'known' ? tonight.frostHours : null
  // The members here do not say that dark hours are missing.
  const airMinimumC = tonight?.partial === true ? null : tonight?.airTemperatureMinC
  return {
    date: tonight?.window.date ?? clock.dateAt(at / secondMs),
    score,
    level,
    level_label: levelLabel(level, lang),
    temperature_min: publish(airMinimumC ?? Number.NaN, 'temperature', units),
    plant_temperature_min: publish(
      tonight?.state === 'known' ? tonight.plantTemperatureMinC : Number.NaN,
      'temperature',
      units
    ),
    window: {
      from: frost === null ? null : localInstant(clock, frost.firstHour * hourMs),
      to: frost === null ? null : localInstant(clock, frost.lastHour * hourMs)
    },
    headline: nightHeadline(tonight, {
      at,
      timezone: place.timezone,
      tonight: namedTonight(report),
      units,
      lang,
      isOfDamage: profile.stage !== null
    })
  }
}

export function pageUrlOf(slug: string, { lang }: Pick<Wording, 'lang'>, siteUrl: string): string {
  const { paths } = wordsIn(lang)
  return `${siteUrl}/${lang}/${slug.includes(',') ? paths.field : paths.place}/${slug}`
}

function linksOf(slug: string, { lang }: Wording, siteUrl: string): WidgetDataBody['links'] {
  const embed = `${siteUrl}/${lang}/widget/${slug}`
  return {
    page: pageUrlOf(slug, { lang }, siteUrl),
    embed,
    oembed: `${siteUrl}/oembed?url=${encodeURIComponent(embed)}`
  }
}
