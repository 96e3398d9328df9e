/** From a report to the body of GET /weather/widget-data. */

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
import { weatherIcon } from '../../weather/weather-codes.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import { codeOrNull, commonBlocks, localInstant, localInstantOrNull, type Wording } from './blocks.present.ts'
import { presentProfile } from './frost-risk.present.ts'
import type { WidgetDataBody } from './widget-data.schema.ts'

/** What a widget shows: today and the days after it, and the nights of a week. */
export const widgetSections = { days: 6, nights: 7 } as const

/** `slug` is that of the named place, or the key of a point. */
export function presentWidgetData(
  report: PlaceReport,
  wording: Wording,
  { slug, siteUrl }: { readonly slug: string; readonly siteUrl: string }
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

/** The date of the night that is called tonight. */
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

/** The page of a place by its slug, or of a point by its key. */
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
