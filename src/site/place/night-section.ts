import { publishedScore } from '../../forecasts/frost-view.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import type { Contributions } from '../../frost/frost-night.ts'
import { hasScore } from '../../frost/period.ts'
import { frostBordersC } from '../../frost/severity.ts'
import type { Catalogue } from '../../language/en.ts'
import { explanation } from '../../language/frost-words.ts'
import { wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import { fanChart, thresholdValue } from '../charts/fan-chart.ts'
import { hoursChart, showsRain } from '../charts/hours-chart.ts'
import { fold } from '../fold.ts'
import { html, type Markup } from '../html.ts'
import { temperature } from '../presenting.ts'
import { tonightOf } from '../tonight.ts'
import type { Visitor } from '../visitor.ts'

/** The fan chart with its legend; nothing for a night without a score. */
export function nightChart(report: PlaceReport, visitor: Visitor): Markup | null {
  const night = report.tonight
  if (night?.state !== 'known') return null
  const words = wordsIn(visitor.lang).place
  const label =
    `${tonightOf(report, visitor).headline}. ${words.plantMinimum}: ` +
    `${temperature(night.plantTemperatureMinC, visitor)}; ${words.range}: ` +
    `${temperature(night.plantTemperatureP10C, visitor)} … ${temperature(night.plantTemperatureP90C, visitor)}.`
  const { at, place, profile, tonightHours: hours } = report
  const thresholds = thresholdsOf(report, words)
  const harmC = profile.stage === null ? null : profile.curve.t10C
  const { level } = publishedScore(night)
  return html`${fanChart({ night, hours, timezone: place.timezone, thresholds, harmC, level, at, visitor, label })}
<ul class="chart-legend"><li class="key-air">${words.legendAir}</li><li class="key-plant">${words.legendPlant}</li>
  <li class="key-band">${words.legendBand}</li>${thresholds.map(
    ({ atC, name }) => html`<li class="key-threshold">${thresholdValue(atC, visitor)} ${name}</li>`
  )}</ul>`
}

function thresholdsOf(
  { profile }: PlaceReport,
  words: Catalogue['place']
): readonly { readonly atC: number; readonly name: string }[] {
  const { t10C, t90C } = profile.curve
  if (profile.stage === null) {
    return [
      { atC: frostBordersC.light, name: words.light },
      { atC: frostBordersC.moderate, name: words.moderate },
      { atC: frostBordersC.strong, name: words.strong }
    ]
  }
  const limits = [{ atC: t10C, name: words.killed10 }]
  return t90C === null ? limits : [...limits, { atC: t90C, name: words.killed90 }]
}

export function hoursSection(report: PlaceReport, visitor: Visitor): Markup | null {
  const words = wordsIn(visitor.lang).place
  const chart = hoursChart(report, words.hours, visitor)
  if (chart === null) return null
  return html`<section class="panel noprint" aria-labelledby="hours"><h2 id="hours">${words.hours}</h2>
${chart}
<ul class="chart-legend"><li class="key-air">${words.legendAir}</li><li class="key-plant">${words.legendPlant}</li>
  ${showsRain(report) ? html`<li class="key-rain">${words.rain}</li>` : null}</ul></section>`
}

export function reasonSection(report: PlaceReport, visitor: Visitor): Markup | null {
  const night = report.tonight
  if (!hasScore(night) || report.isResting) return null
  const words = wordsIn(visitor.lang).place
  const parts = night.contributions
  const points = (value: number) => formatNumber(value, 1, visitor.lang)
  return fold(
    'why',
    words.why,
    html`<p>${explanation(parts, visitor.lang)}</p>
${contributionBar(parts)}
<ul class="part-list"><li class="key-part-air">${words.partAir} <b>${points(parts.airTemperature)}</b></li>
  <li class="key-part-radiation">${words.partRadiation} <b>${points(parts.radiation)}</b></li>
  <li class="${parts.uncertainty < 0 ? 'key-part-taken' : 'key-part-uncertain'}">${words.partUncertainty} <b>
  ${points(parts.uncertainty)}</b></li></ul>`
  )
}

/** Silent to screen readers: the list beside it has the numbers. Parts sum to the score. */
export function contributionBar(parts: Contributions): Markup {
  const air = within(parts.airTemperature)
  const radiation = within(parts.radiation)
  const certain = air + radiation
  const uncertain = Math.abs(parts.uncertainty)
  const from = parts.uncertainty >= 0 ? certain : certain - uncertain
  return html`<svg class="parts" viewBox="0 0 1000 28" preserveAspectRatio="none" aria-hidden="true">
    <rect class="whole" width="1000" height="28"/><rect class="part-air" width="${tenths(air)}" height="28"/>
    <rect class="part-radiation" x="${tenths(air)}" width="${tenths(radiation)}" height="28"/>
    <rect class="${parts.uncertainty >= 0 ? 'part-uncertain' : 'part-taken'}" x="${tenths(from)}" width="${tenths(
      uncertain
    )}" height="28"/>
    </svg>`
}

function within(points: number): number {
  return Math.max(0, Math.min(100, points))
}

function tenths(points: number): number {
  return Math.round(Math.max(0, points) * 100) / 10
}
