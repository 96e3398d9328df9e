/** What commands about weather share (opening it, finding the place that was written), and `backfill`. */
import { type Configuration, readConfiguration } from '../app/configuration.ts'
import { openWeather, type Weather } from '../app/weather.ts'
import { readQuery } from '../http/query.ts'
import { createKnownPoints, type Located, locate } from '../http/weather/locator.ts'
import { pointParameters } from '../http/weather/parameters.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { backFillPoint } from '../observations/back-fill.ts'
import { StoreError } from '../store/store-error.ts'
import { reportFailure } from './command.ts'
import { refuse } from './refuse.ts'
import { jsonOption } from './store-command.ts'

/** Reports a wrong configuration or database in words. @param needsDatabase false: without one, memory is used */
export async function withWeather(
  lang: Language,
  work: (weather: Weather, configuration: Configuration) => Promise<number>,
  needsDatabase = true
): Promise<number> {
  try {
    const configuration = readConfiguration(process.env)
    const weather = await openAsIs(configuration, needsDatabase)
    try {
      return await work(weather, configuration)
    } finally {
      await weather.close()
    }
  } catch (error) {
    return reportFailure(error, lang)
  }
}

async function openAsIs(configuration: Configuration, needsDatabase: boolean): Promise<Weather> {
  const deps = { clock: Date.now, random: Math.random, report: () => undefined }
  try {
    return await openWeather(configuration, { ...deps, database: 'existing' })
  } catch (error) {
    if (needsDatabase || !(error instanceof StoreError) || error.kind !== 'absent') throw error
    return openWeather(configuration, { ...deps, database: 'none' })
  }
}

/** The place or point of a command line: `malatya`, `Iğdır`, or `38.35 38.31`. */
export async function locateWritten(
  words: readonly string[],
  weather: Weather,
  lang: Language
): Promise<{ readonly located: Located } | { readonly mistake: string }> {
  const said = wordsIn(lang).cli
  const [first = '', second] = words
  if (first === '' || words.length > 2) return { mistake: said.nameOnePlace }
  const query =
    second === undefined
      ? new URLSearchParams({ location: first })
      : new URLSearchParams({ lat: first, lon: second })
  const read = readQuery(query.toString(), pointParameters)
  const result = await locate(read, { gazetteer: weather.gazetteer, knownPoints: createKnownPoints() })
  if (result.kind === 'located') return { located: result.located }
  if (result.kind === 'problem')
    return {
      mistake: said.noPlaceCalled(
        (result.problem.extensions?.suggestions ?? []).map(({ slug }) => slug).join(', ')
      )
    }
  return {
    mistake: read.errors
      .map(({ parameter, detail, allowed }) =>
        said.pointFault(detail, said.optionValues?.[parameter] ?? allowed)
      )
      .join('\n')
  }
}

export async function backfillCommand(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  if (words.length === 0 || words[0]?.startsWith('-'))
    return refuse(wordsIn(lang).cli.commands.backfill.usage)
  return withWeather(lang, (weather) => fill(weather, { words, isJson, lang }))
}

async function fill(
  weather: Weather,
  { words, isJson, lang }: { words: readonly string[]; isJson: boolean; lang: Language }
): Promise<number> {
  const said = wordsIn(lang).cli.backFilled
  const wanted = await locateWritten(words, weather, lang)
  if ('mistake' in wanted) return refuse(wanted.mistake)
  const { forecasts, store } = weather
  const outcome = await backFillPoint(
    { forecasts, store: store.record, clock: Date.now },
    wanted.located.point
  )
  if (isJson) console.log(JSON.stringify(outcome))
  if (outcome.kind === 'done') {
    if (!isJson) console.log(said.done(outcome.nights, outcome.forecasts))
    return 0
  }
  if (!isJson) console.error(outcome.kind === 'none' ? said.none : said[outcome.because])
  return 69
}
