/** From a snapshot to the body of GET /weather/widget-data. */
import { hourMs, type Place } from '../../forecast/point.ts'
import { publish } from '../../forecast/units.ts'
import { weatherIcon } from '../../forecast/weather-codes.ts'
import { type ZoneClock, zoneClock } from '../../forecast/zone-clock.ts'
import type { FrostNight } from '../../frost/frost-night.ts'
import { periodScore } from '../../frost/period.ts'
import { roundToTenth } from '../../frost/published.ts'
import { weekdayLabel } from '../../language/dates.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { tonightHeadline } from '../../language/headline.ts'
import { weatherLabel } from '../../language/weather-labels.ts'
import { currentWeather } from '../../outlook/current.ts'
import { dayRows, isDayAt } from '../../outlook/days.ts'
import { comingWindows, nightsIn, publishedScore } from '../../outlook/frost-view.ts'
import { type Basis, commonBlocks, localInstant } from './blocks.present.ts'
import type { WeatherQuestion } from './question.ts'
import type { WidgetDataBody } from './widget-data.schema.ts'

/** A widget's request always names a place. */
export interface WidgetQuestion extends WeatherQuestion {
  readonly place: Place
}

const nightsAhead = 7
const daysShown = 5

export function presentWidgetData(basis: Basis<WidgetQuestion>, siteUrl: string): WidgetDataBody {
  const { point, at, question } = basis
  const clock = zoneClock(question.point.timezone)
  const nights = nightsIn(point, comingWindows(point, at, nightsAhead), at)
  const [today, ...following] = dayRows(point, at, daysShown + 1)
  const { units } = question
  const worst = periodScore(nights)
  return {
    ...commonBlocks(basis, []),
    current: currentOf(basis),
    today: {
      temperature_min: publish(today?.summary.temperatureMin ?? Number.NaN, 'temperature', units),
      temperature_max: publish(today?.summary.temperatureMax ?? Number.NaN, 'temperature', units)
    },
    tonight: tonightOf(nights[0], basis, clock),
    worst: {
      date: worst.worstDate,
      score: worst.score === null ? null : roundToTenth(worst.score),
      level: worst.level
    },
    days: following.map(({ day, summary, frost }) => {
      const code = Number.isNaN(summary.weatherCode) ? null : summary.weatherCode
      return {
        date: day.date,
        weekday_label: weekdayLabel(day.date, question.lang, 'short'),
        icon: weatherIcon(code, true),
        temperature_min: publish(summary.temperatureMin, 'temperature', units),
        temperature_max: publish(summary.temperatureMax, 'temperature', units),
        frost_level: frost.level
      }
    }),
    links: linksOf(question, siteUrl)
  }
}

function currentOf({ point, at, question }: Basis<WidgetQuestion>): WidgetDataBody['current'] {
  const weather = currentWeather(point, at)
  const code =
    weather === null || Number.isNaN(weather.value('weatherCode')) ? null : weather.value('weatherCode')
  const isDay = weather?.isDay ?? isDayAt(point.point, at)
  return {
    kind: weather?.kind ?? 'modelled',
    valid_at: weather === null ? null : localInstant(zoneClock(question.point.timezone), weather.validAt),
    temperature: publish(weather?.value('temperature') ?? Number.NaN, 'temperature', question.units),
    weather_code: code,
    weather_label: weatherLabel(code, question.lang),
    icon: weatherIcon(code, isDay),
    is_day: isDay
  }
}

function tonightOf(
  night: FrostNight | undefined,
  { question, at }: Basis<WidgetQuestion>,
  clock: ZoneClock
): WidgetDataBody['tonight'] {
  const { units, lang } = question
  const { score, level } = publishedScore(night)
  const known = night?.state === 'known' ? night : null
  const frost = known?.frostHours ?? null
  const wall = (hour: number): string => clock.format(hour * 3600).slice(11, 16)
  const temperatureMin = publish(night?.airTemperatureMinC ?? Number.NaN, 'temperature', units)
  return {
    date: night?.window.date ?? clock.dateAt(at / 1000),
    score,
    level,
    level_label: levelLabel(level, lang),
    temperature_min: temperatureMin,
    window: {
      from: frost === null ? null : localInstant(clock, frost.firstHour * hourMs),
      to: frost === null ? null : localInstant(clock, frost.lastHour * hourMs)
    },
    headline: tonightHeadline({
      level,
      score,
      airTemperatureMin: temperatureMin,
      plantTemperatureMin: publish(known?.plantTemperatureMinC ?? Number.NaN, 'temperature', units),
      units,
      from: frost === null ? null : wall(frost.firstHour),
      to: frost === null ? null : wall(frost.lastHour),
      coldestAt: known === null ? null : wall(known.coldestHour),
      lang
    })
  }
}

function linksOf({ place, lang }: WidgetQuestion, siteUrl: string): WidgetDataBody['links'] {
  const embed = `${siteUrl}/${lang}/widget/${place.slug}`
  return {
    page: `${siteUrl}/${lang === 'tr' ? 'tr/yer' : 'en/place'}/${place.slug}`,
    embed,
    oembed: `${siteUrl}/oembed?url=${encodeURIComponent(embed)}`
  }
}
