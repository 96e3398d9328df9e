/** `ayaz frost`: the coming nights of a place, for people and for machines. */
import { parseArgs } from 'node:util'
import { openRecordOver } from '../app/observations.ts'
import type { Weather } from '../app/weather.ts'
import type { Configuration } from '../config/configuration.ts'
import { reportOf } from '../forecasts/report/report.ts'
import { stepOf } from '../forecasts/snapshot.ts'
import { type ParameterError, readQuery, take } from '../http/query.ts'
import { presentFrostRisk } from '../http/weather/frost-risk.present.ts'
import { daysParameter, langParameter, unitsParameter } from '../http/weather/parameters.ts'
import { profileParameters, takeProfile } from '../http/weather/profile-parameters.ts'
import type { WeatherQuestion } from '../http/weather/question.ts'
import { prepareStage } from '../http/weather/season-at-hand.ts'
import { isLanguage, type Language, wordsIn } from '../language/language.ts'
import type { Command } from './command.ts'
import { frostTable } from './frost-table.ts'
import { locateWritten, withWeather } from './weather-command.ts'

export const frostCommand: Command = {
  name: 'frost',
  run: frost
}

const options = {
  days: { type: 'string' },
  crop: { type: 'string' },
  stage: { type: 'string' },
  exposure: { type: 'string' },
  units: { type: 'string' },
  lang: { type: 'string' },
  json: { type: 'boolean' }
} as const

async function frost(argv: readonly string[], lang: Language): Promise<number> {
  const asked = readArguments(argv)
  if ('mistake' in asked) {
    console.error(`${asked.mistake}\n\n${wordsIn(lang).cli.commands.frost.usage}`)
    return 64
  }
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
    // A southern latitude begins with a minus sign and is no option.
    const shielded = argv.map((word) => (/^-[\d.]/.test(word) ? ` ${word}` : word))
    const { values, positionals } = parseArgs({ args: shielded, options, allowPositionals: true })
    return { words: positionals.map((word) => word.trim()), values }
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : String(error) }
  }
}

interface Opened {
  readonly weather: Weather
  readonly configuration: Configuration
  readonly lang: Language
}

async function show(
  { weather, configuration, lang }: Opened,
  words: readonly string[],
  values: Values
): Promise<number> {
  const wanted = await locateWritten(words, weather, lang)
  if ('mistake' in wanted) {
    console.error(wanted.mistake)
    return 64
  }
  const question = questionOf(values, wanted.located, lang)
  if ('mistake' in question) {
    console.error(question.mistake)
    return 64
  }
  await weather.forecasts.probe(question.point)
  // Only now is it known whether the weather is made: what was learned from real nights is not for made ones.
  await openRecordOver(weather, configuration, { clock: Date.now, report: () => undefined })
  const result = await weather.forecasts.get(question.point, { kind: 'watch' })
  if (result.kind !== 'snapshot') {
    console.error(wordsIn(lang).cli.noSource)
    return 69
  }
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
  const errors: ParameterError[] = []
  const query = readQuery(new URLSearchParams(texts).toString(), [
    daysParameter,
    unitsParameter,
    langParameter,
    ...profileParameters
  ])
  const nights = take(query, daysParameter, errors)
  const units = take(query, unitsParameter, errors)
  const lang = query.texts.has('lang') ? take(query, langParameter, errors) : spoken
  const profiled = takeProfile(query, errors)
  const faults = [...query.errors, ...errors]
  if (faults.length > 0 || profiled === null) {
    return {
      mistake: faults.map((fault) => optionMistake(fault, spoken)).join('\n')
    }
  }
  return { point, place, nights, units, lang, ...profiled }
}

/** The fault in words; where the catalogue has none for its code, in the API's own. */
function optionMistake({ parameter, code, detail, allowed }: ParameterError, lang: Language): string {
  const { optionFaults, optionValues, optionFault } = wordsIn(lang).cli
  const values = optionValues?.[parameter] ?? allowed
  return optionFaults?.[code]?.(parameter, values) ?? optionFault(parameter, detail, values)
}
