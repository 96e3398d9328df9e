/** The nights of a report as a table for a terminal. */

import { hourMs } from '../common/time.ts'
import { publishedScore } from '../forecasts/frost-view.ts'
import type { PlaceReport } from '../forecasts/report/place-report.ts'
import type { FrostNight, KnownNight } from '../frost/frost-night.ts'
import { isRiskDay } from '../frost/period.ts'
import { roundToTenth } from '../frost/published.ts'
import { localInstant, type Wording } from '../http/weather/blocks.present.ts'
import { attributionIn } from '../language/attribution.ts'
import { cropName, stageName } from '../language/crop-names.ts'
import { checkedLabel, nightShort, sentenceCase } from '../language/dates.ts'
import { frostTypeLabel, levelLabel } from '../language/frost-words.ts'
import { isNightPast } from '../language/headline.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { noticeMessage } from '../language/notices.ts'
import { formatNumber, formatScore } from '../language/numbers.ts'
import { publish, type UnitSystem, unitOf } from '../weather/units.ts'
import { zoneClock } from '../weather/zone-clock.ts'

/** The table, with the place above it and the credit below. */
export function frostTable(report: PlaceReport, wording: Wording): string {
  const { place, data } = report
  const { lang } = wording
  const said = wordsIn(lang).cli
  const rows = report.nights.slice(0, report.nightsReached).map((night) => rowOf(night, report, wording))
  const { score, level } = publishedScore(comingNight(report))
  const issued = localInstant(zoneClock(place.timezone), data.issuedAt)
  const { attribution } = data.source
  const lines = [
    `${place.name ?? `${place.lat}, ${place.lon}`}${grown(report, lang)} · ${levelLabel(level, lang)} · ${formatScore(score, lang)}`,
    ...(data.synthetic ? [said.demo] : []),
    '',
    ...(rows.length === 0 ? [said.none] : align([said.headings, ...rows])),
    '',
    `${said.from} ${issued}, ${checkedLabel(data.ageHours, lang)} (${said.freshness[data.freshness]})`,
    attributionIn({ attribution, synthetic: data.synthetic }, lang),
    ...[...report.dataNotices, ...report.nightNotices].map(
      ({ code, parameters }) => `! ${noticeMessage(code, parameters, lang)}`
    )
  ]
  return lines.join('\n')
}

/** The crop and its stage, which is marked where it is an estimate. */
function grown({ profile, estimate }: PlaceReport, lang: Language): string {
  const { crop, stage } = profile
  if (crop === null) return ''
  const estimated =
    estimate?.state === 'estimated'
      ? ` (≈ ±${formatNumber(estimate.plusMinusDays, 0, lang)} ${wordsIn(lang).cli.days})`
      : ''
  const named = stage === null ? wordsIn(lang).cli.noStage : stageName(crop, stage, lang)
  return ` · ${cropName(crop, lang)}, ${named}${estimated}`
}

/** The first night that is not the last one. */
function comingNight({ nights, at }: PlaceReport): FrostNight | null {
  return nights.find((night) => !isNightPast(night, at)) ?? null
}

function rowOf(night: FrostNight, report: PlaceReport, { units, lang }: Wording): readonly string[] {
  const { score, level } = publishedScore(night)
  const { date } = night.window
  const { timezone } = report.place
  const { name, days } = isNightPast(night, report.at)
    ? { ...nightShort(date, '', lang), name: sentenceCase(wordsIn(lang).alerts.last_night) }
    : nightShort(date, comingNight(report)?.window.date ?? '', lang)
  const unit = unitOf('temperature', units)
  const degrees = (valueC: number | null): string => shown(publishC(valueC, units), unit, lang)
  const risk = isRiskDay(night) ? night : null
  const plantC = night.state === 'known' ? night.plantTemperatureMinC : null
  return [
    `${name} ${days}`,
    formatScore(score, lang),
    levelLabel(level, lang),
    degrees(night.airTemperatureMinC),
    risk === null ? degrees(plantC) : rangeOf(risk, { units, lang }),
    risk === null ? '' : formatNumber(roundToTenth(risk.expectedHoursBelow.zero), 1, lang),
    risk === null ? '' : localInstant(zoneClock(timezone), risk.coldestHour * hourMs).slice(11, 16),
    risk === null || risk.frostType === null ? '' : frostTypeLabel(risk.frostType, lang)
  ]
}

function rangeOf(night: KnownNight, { units, lang }: Wording): string {
  const { plantTemperatureMinC, plantTemperatureP10C, plantTemperatureP90C } = night
  const range = [plantTemperatureMinC, plantTemperatureP10C, plantTemperatureP90C].map((valueC) =>
    formatNumber(publishC(valueC, units), 1, lang)
  )
  return `${range[0]} (${range[1]} … ${range[2]}) ${unitOf('temperature', units)}`
}

function publishC(valueC: number | null, units: UnitSystem): number | null {
  return publish(valueC ?? Number.NaN, 'temperature', units)
}

function shown(value: number | null, unit: string, lang: Language): string {
  return value === null ? '–' : `${formatNumber(value, 1, lang)} ${unit}`
}

function align(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  )
}
