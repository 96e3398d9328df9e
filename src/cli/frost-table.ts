/** The nights of a frost-risk body as a table for a terminal. */
import { findCrop } from '../frost/crops.ts'
import type { FrostRiskBody, RiskDay } from '../http/weather/frost-risk.schema.ts'
import { attributionIn } from '../language/attribution.ts'
import { weekdayLabel } from '../language/dates.ts'
import { frostTypeLabel, levelLabel } from '../language/frost-words.ts'
import type { Language } from '../language/language.ts'
import { formatNumber } from '../language/numbers.ts'

const words = {
  en: {
    headings: ['Night to', 'Score', 'Level', 'Air', 'Plant (10–90 %)', 'Hours < 0', 'Coldest', 'Kind'],
    none: 'No night has any data.',
    from: 'Forecast of',
    freshness: { fresh: 'fresh', aging: 'aging', stale: 'stale' },
    demo: 'DEMO: this weather is made up.',
    days: 'days',
    noStage: 'stage not known'
  },
  tr: {
    headings: ['Sabahı', 'Puan', 'Düzey', 'Hava', 'Bitki (%10–90)', '0 altı saat', 'En soğuk', 'Tür'],
    none: 'Hiçbir gece için veri yok.',
    from: 'Tahmin zamanı',
    freshness: { fresh: 'güncel', aging: 'eskiyor', stale: 'eski' },
    demo: 'DEMO: bu hava durumu uydurmadır.',
    days: 'gün',
    noStage: 'evresi bilinmiyor'
  }
} as const

/** The table, with the place above it and the credit below. */
export function frostTable(body: FrostRiskBody, lang: Language): string {
  const { location, meta } = body
  const said = words[lang]
  const place = location.name ?? `${location.lat}, ${location.lon}`
  const rows = body.nights.map((night) => rowOf(night, body, lang))
  const lines = [
    `${place}${grown(body, lang)} · ${levelLabel(body.frost_risk.level, lang)} · ${number(body.frost_risk.score, lang)}`,
    ...(meta.synthetic ? [said.demo] : []),
    '',
    ...(rows.length === 0 ? [said.none] : align([said.headings, ...rows])),
    '',
    `${said.from} ${meta.freshness.issued_at} (${said.freshness[meta.freshness.status]})`,
    attributionIn(meta, lang),
    ...meta.notices.map((notice) => `! ${notice.message}`)
  ]
  return lines.join('\n')
}

/** The crop and its stage, which is marked where it is an estimate. */
function grown({ frost_risk: { crop, stage, stage_estimate } }: FrostRiskBody, lang: Language): string {
  const found = crop === null ? null : findCrop(crop)
  if (found === null) return ''
  const name = found.stages.find(({ id }) => id === stage)?.name[lang]
  const days = stage_estimate.plus_minus_days
  const estimated = days === null ? '' : ` (≈ ±${formatNumber(days, 0, lang)} ${words[lang].days})`
  return ` · ${found.name[lang]}, ${name ?? words[lang].noStage}${estimated}`
}

function rowOf(
  night: FrostRiskBody['nights'][number],
  body: FrostRiskBody,
  lang: Language
): readonly string[] {
  const risk = body.risk_days.find((day) => day.date === night.date)
  const degrees = body.units.temperature
  const temperature = (value: number | null): string =>
    value === null ? '–' : `${formatNumber(value, 1, lang)} ${degrees}`
  return [
    `${weekdayLabel(night.date, lang, 'short')} ${night.date}`,
    number(night.score, lang),
    levelLabel(night.level, lang),
    temperature(night.temperature_min),
    risk === undefined ? temperature(night.plant_temperature_min) : rangeOf(risk, degrees, lang),
    risk === undefined ? '' : formatNumber(risk.expected_hours_below.zero, 1, lang),
    risk === undefined ? '' : risk.coldest_at.slice(11, 16),
    risk?.frost_type == null ? '' : frostTypeLabel(risk.frost_type, lang)
  ]
}

function rangeOf(risk: RiskDay, degrees: string, lang: Language): string {
  const { p10, p90 } = risk.plant_temperature_min_range
  const shown = [risk.plant_temperature_min, p10, p90].map((value) => formatNumber(value, 1, lang))
  return `${shown[0]} (${shown[1]} … ${shown[2]}) ${degrees}`
}

function number(value: number | null, lang: Language): string {
  return value === null ? '–' : formatNumber(value, 1, lang)
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
