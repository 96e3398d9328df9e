import Type from 'typebox'
import { hourMs } from '../../common/time.ts'
import { publishedScore } from '../../forecasts/frost-view.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import type { FrostNight, NightWindow } from '../../frost/frost-night.ts'
import { riskScore } from '../../frost/published.ts'
import { clockAt } from '../../language/dates.ts'
import { levelLabel, riskLabel } from '../../language/frost-words.ts'
import { attributionIn } from '../../language/labels.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatScore, formatTemperature, formatThreshold, percent } from '../../language/numbers.ts'
import { recordKey } from '../../weather/point.ts'
import { publish } from '../../weather/units.ts'
import { type CalendarNight, calendarText, sequenceAt } from '../icalendar.ts'
import { type QueryTexts, take } from '../query.ts'
import { formatParameter, thresholdParameter } from './parameters.ts'
import type { Profiled } from './profile-parameters.ts'
import type { WeatherQuestion } from './question.ts'

/** The first nights, from tonight on, that are included even without data. */
const nightsThatMustBeKnown = 3

export const calendarForm = Type.String({
  description:
    'With `format=ics` (RFC 5545): an event for each night, from sunset to sunrise in UTC, without an alarm. ' +
    '`CONFIRMED`: the night reaches the threshold; `CANCELLED`: a risk day that does not, so that one of an ' +
    'earlier forecast is withdrawn; `TENTATIVE`: one of the next three nights, about which nothing is known. ' +
    '`UID` stays, `SEQUENCE` rises.'
})

/** The threshold of a calendar; null for every other form. */
export function takeThreshold(query: QueryTexts, { profile, limitC }: Profiled): number | null {
  const { errors } = query
  const threshold = take(query, thresholdParameter)
  const isCalendar = query.texts.get('format') === 'ics'
  const { name, allowed } = thresholdParameter
  if (!isCalendar && query.texts.has(name))
    errors.push({
      parameter: name,
      code: 'conflicting_parameters',
      detail: 'A threshold belongs to format=ics: every other form has all nights.',
      allowed
    })
  if (isCalendar && limitC !== null)
    errors.push({
      parameter: 'format',
      code: 'conflicting_parameters',
      detail:
        `Of "${profile.crop}" in the stage "${profile.stage}" only the temperature of first damage is known: no ` +
        'night has a score that could reach a threshold.',
      allowed: formatParameter.allowed
    })
  return isCalendar ? threshold : null
}

interface CalendarSetting {
  readonly threshold: number
  readonly siteUrl: string
  readonly pageUrl: string
  /** From snapshot and step [ms since epoch]: no answer changes without it. */
  readonly modifiedAt: number
}

/** Risk days below the threshold are cancelled, as an earlier forecast may have raised them; nothing is remembered. */
export function presentFrostCalendar(
  report: PlaceReport,
  question: WeatherQuestion,
  setting: CalendarSetting
): string {
  const { lang } = question
  const words = wordsIn(lang).calendar
  const shown = report.nights.slice(0, report.nightsReached)
  return calendarText({
    name: words.name(placeName(report, question), formatThreshold(setting.threshold, lang)),
    note: words.note,
    nights: shown.flatMap((night, index) => {
      const status = statusOf(night, index, setting.threshold)
      return status === null ? [] : [eventOf(night, status, { report, question, setting })]
    })
  })
}

function statusOf(night: FrostNight, index: number, threshold: number): CalendarNight['status'] | null {
  const { score } = publishedScore(night)
  if (score === null) return index < nightsThatMustBeKnown ? 'TENTATIVE' : null
  if (score >= threshold) return 'CONFIRMED'
  return score >= riskScore ? 'CANCELLED' : null
}

interface Asked {
  readonly report: PlaceReport
  readonly question: WeatherQuestion
  readonly setting: CalendarSetting
}

function eventOf(night: FrostNight, status: CalendarNight['status'], asked: Asked): CalendarNight {
  const { report, question, setting } = asked
  const { alerts, calendar } = wordsIn(question.lang)
  const measuredAt = night.state === 'known' ? (night.updatedBy?.measuredAt ?? 0) : 0
  const changedAt = Math.max(setting.modifiedAt, measuredAt)
  const { score, level } = publishedScore(night)
  const risk = riskLabel(level, question.lang, report.profile.stage !== null)
  const name = placeName(report, question)
  const title =
    score === null ? `${name}: ${risk}` : calendar.scored(name, risk, formatScore(score, question.lang))
  const { source, synthetic } = report.data
  const credit = attributionIn({ attribution: source.attribution, synthetic }, question.lang)
  const marked = synthetic ? `${alerts.demoMark} · ${title}` : title
  return {
    uid: uidOf(night.window, asked),
    sequence: sequenceAt(changedAt),
    changedAt,
    ...spanOf(night.window),
    status,
    title: status === 'CANCELLED' ? calendar.takenBack(marked) : marked,
    lines: [...factsOf(night, asked), credit],
    url: setting.pageUrl
  }
}

/** The id of a night in one calendar; another threshold or crop makes another calendar. */
function uidOf({ date }: NightWindow, { report, question, setting }: Asked): string {
  const { crop, stage, exposure } = report.profile
  const where = question.place?.slug ?? recordKey(question.point)
  const planted = question.stageFromSeason === true ? 'auto' : (stage ?? '')
  const parts = ['frost', date, where, crop ?? 'any', planted, exposure, setting.threshold]
  return `${parts.filter((part) => part !== '').join('/')}@${new URL(setting.siteUrl).host}`
}

/** The span of a night: sunset to sunrise; in polar day and night the dark hours, or the whole night. */
function spanOf(window: NightWindow): Pick<CalendarNight, 'from' | 'to'> {
  const { firstHour, lastHour, firstDarkHour, lastDarkHour, sunsetAt, sunriseAt } = window
  return {
    from: sunsetAt ?? (firstDarkHour ?? firstHour) * hourMs,
    to: sunriseAt ?? ((lastDarkHour ?? lastHour) + 1) * hourMs
  }
}

function factsOf(night: FrostNight, { report, question }: Asked): readonly string[] {
  const { units, lang } = question
  const { place: words } = wordsIn(lang)
  const { score, level } = publishedScore(night)
  const shownScore = score === null ? levelLabel('unknown', lang) : scoreWords(score, level, lang)
  const facts: [string, string][] = [[words.score, shownScore]]
  const unit = units === 'imperial' ? '°F' : '°C'
  const temperature = (valueC: number) => formatTemperature(publish(valueC, 'temperature', units), unit, lang)
  if (night.state === 'known') {
    const { plantTemperatureP10C, plantTemperatureP90C, coldestHour, probability } = night
    facts.push(
      [words.plantMinimum, temperature(night.plantTemperatureMinC)],
      [words.range, `${temperature(plantTemperatureP10C)} … ${temperature(plantTemperatureP90C)}`],
      [words.airMinimum, temperature(night.airTemperatureMinC)],
      [words.coldest, clockAt(coldestHour * hourMs, report.place.timezone, lang)],
      [words.probability, percent(100 * probability.frost, lang)]
    )
  }
  return facts.map(([name, value]) => `${name}: ${value}`)
}

function scoreWords(score: number, level: Parameters<typeof levelLabel>[0], lang: Language): string {
  return `${formatScore(score, lang)} / 100 (${levelLabel(level, lang)})`
}

function placeName({ place }: PlaceReport, { point }: WeatherQuestion): string {
  return place.name ?? `${point.lat}, ${point.lon}`
}
