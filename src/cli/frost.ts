import { parseArgs } from 'node:util'
import type { Configuration } from '../app/configuration.ts'
import { openRecordOver } from '../app/observations.ts'
import type { Weather } from '../app/weather.ts'
import { hourMs } from '../common/time.ts'
import { publishedScore } from '../forecasts/frost-view.ts'
import type { PlaceReport } from '../forecasts/report/place-report.ts'
import { reportOf } from '../forecasts/report/report.ts'
import { stepOf } from '../forecasts/snapshot.ts'
import type { FrostNight, KnownNight } from '../frost/frost-night.ts'
import { isRiskDay } from '../frost/period.ts'
import { roundToTenth } from '../frost/published.ts'
import { type ParameterError, readQuery, take } from '../http/query.ts'
import { prepareStage } from '../http/weather/answer.ts'
import { localInstant, type Wording } from '../http/weather/blocks.present.ts'
import { presentFrostRisk } from '../http/weather/frost-risk.present.ts'
import { daysParameter, langParameter, unitsParameter } from '../http/weather/parameters.ts'
import { profileParameters, takeProfile } from '../http/weather/profile-parameters.ts'
import type { WeatherQuestion } from '../http/weather/question.ts'
import { cropName, stageName } from '../language/crop-names.ts'
import { checkedLabel, nightShort } from '../language/dates.ts'
import { frostTypeLabel, levelLabel } from '../language/frost-words.ts'
import { comingNight } from '../language/headline.ts'
import { attributionIn } from '../language/labels.ts'
import { isLanguage, type Language, wordsIn } from '../language/language.ts'
import { noticeMessage } from '../language/notices.ts'
import { formatNumber, formatScore } from '../language/numbers.ts'
import { publish, type UnitSystem, unitOf } from '../weather/units.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import { refuse } from './refuse.ts'
import { columns } from './store-command.ts'
import { locateWritten, withWeather } from './weather-command.ts'

const options = {
  days: { type: 'string' },
  crop: { type: 'string' },
  stage: { type: 'string' },
  exposure: { type: 'string' },
  units: { type: 'string' },
  lang: { type: 'string' },
  json: { type: 'boolean' }
} as const

export async function frostCommand(argv: readonly string[], lang: Language): Promise<number> {
  const asked = readArguments(argv)
  if ('mistake' in asked) return refuse(`${asked.mistake}\n\n${wordsIn(lang).cli.commands.frost.usage}`)
  const spoken = isLanguage(asked.values.lang ?? '') ? (asked.values.lang as Language) : lang
  return withWeather(
    spoken,
    (weather, configuration) => show({ weather, configuration, lang: spoken }, asked.words, asked.values),
    false
  )
}

type Values = Partial<Record<Exclude<keyof typeof options, 'json'>, string>> & { readonly json?: boolean }

function readArguments(
  argv: readonly string[]
): { readonly words: readonly string[]; readonly values: Values } | { readonly mistake: string } {
  try {
    // A southern latitude begins with a minus sign and is not an option.
    const shielded = argv.map((word) => (/^-[\d.]/.test(word) ? ` ${word}` : word))
    const { values, positionals } = parseArgs({ args: shielded, options, allowPositionals: true })
    return { words: positionals.map((word) => word.trim()), values }
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : String(error) }
  }
}

async function show(
  { weather, configuration, lang }: { weather: Weather; configuration: Configuration; lang: Language },
  words: readonly string[],
  values: Values
): Promise<number> {
  const wanted = await locateWritten(words, weather, lang)
  if ('mistake' in wanted) return refuse(wanted.mistake)
  const question = questionOf(values, wanted.located, lang)
  if ('mistake' in question) return refuse(question.mistake)
  await weather.forecasts.probe(question.point)
  // Opened only now that synthetic weather is ruled in or out: learning from real nights must not move it.
  await openRecordOver(weather, configuration, { clock: Date.now, report: () => undefined })
  const result = await weather.forecasts.get(question.point, { kind: 'watch' })
  if (result.kind !== 'snapshot') return refuse(wordsIn(lang).cli.noSource, 69)
  const { seasons, neighbours } = weather.forecasts
  const prepared = await prepareStage(question, seasons, { kind: 'watch' })
  const at = stepOf(result.snapshot, Date.now()).at
  const report = reportOf(prepared.question, result.snapshot, { at, seasons, neighbours })
  const isJson = values.json === true
  console.log(
    isJson
      ? JSON.stringify(presentFrostRisk(report, question, weather.siteUrl), null, 2)
      : frostTable(report, question)
  )
  return 0
}

function questionOf(
  values: Values,
  { point, place }: Pick<WeatherQuestion, 'point' | 'place'>,
  spoken: Language
): WeatherQuestion | { readonly mistake: string } {
  const { json: _, ...texts } = values
  const query = readQuery(new URLSearchParams(texts).toString(), [
    daysParameter,
    unitsParameter,
    langParameter,
    ...profileParameters
  ])
  const nights = take(query, daysParameter)
  const units = take(query, unitsParameter)
  const lang = query.texts.has('lang') ? take(query, langParameter) : spoken
  const profiled = takeProfile(query)
  if (query.errors.length > 0 || profiled === null) {
    return {
      mistake: query.errors.map((fault) => optionMistake(fault, spoken)).join('\n')
    }
  }
  return { point, place, nights, units, lang, ...profiled }
}

/** The fault in words of the catalogue, else in the words of the API. */
function optionMistake({ parameter, code, detail, allowed }: ParameterError, lang: Language): string {
  const { optionFaults, optionValues, optionFault } = wordsIn(lang).cli
  const values = optionValues?.[parameter] ?? allowed
  return optionFaults?.[code]?.(parameter, values) ?? optionFault(parameter, detail, values)
}

export function frostTable(report: PlaceReport, wording: Wording): string {
  const { place, data } = report
  const { lang } = wording
  const said = wordsIn(lang).cli
  const rows = report.nights.slice(0, report.nightsReached).map((night) => rowOf(night, report, wording))
  const { score, level } = publishedScore(comingNight(report.nights, report.at))
  const issued = localInstant(zoneClock(place.timezone), data.issuedAt)
  const { attribution } = data.source
  const lines = [
    `${place.name ?? `${place.lat}, ${place.lon}`}${grown(report, lang)} · ${levelLabel(level, lang)} · ` +
      formatScore(score, lang),
    ...(data.synthetic ? [said.demo] : []),
    '',
    rows.length === 0 ? said.none : columns([said.headings, ...rows]),
    '',
    `${said.from} ${issued}, ${checkedLabel(data.ageHours, lang)} (${said.freshness[data.freshness]})`,
    attributionIn({ attribution, synthetic: data.synthetic }, lang),
    ...[...report.dataNotices, ...report.nightNotices].map(
      ({ code, parameters }) => `! ${noticeMessage(code, parameters, lang)}`
    )
  ]
  return lines.join('\n')
}

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

function rowOf(night: FrostNight, report: PlaceReport, { units, lang }: Wording): readonly string[] {
  const { score, level } = publishedScore(night)
  const { date } = night.window
  const { timezone } = report.place
  const { name, days } = nightShort(date, comingNight(report.nights, report.at)?.window.date ?? '', lang)
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
