import type { Weather } from '../app/weather.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { backFillPoint } from '../observations/back-fill.ts'
import type { Command } from './command.ts'
import { jsonOption } from './store-command.ts'
import { locateWritten, withWeather } from './weather-command.ts'

export const backfillCommand: Command = {
  name: 'backfill',
  run: backfill
}

async function backfill(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  if (words.length === 0 || words[0]?.startsWith('-')) {
    console.error(wordsIn(lang).cli.commands.backfill.usage)
    return 64
  }
  return withWeather(lang, (weather) => fill(weather, { words, isJson, lang }))
}

async function fill(
  weather: Weather,
  {
    words,
    isJson,
    lang
  }: { readonly words: readonly string[]; readonly isJson: boolean; readonly lang: Language }
): Promise<number> {
  const said = wordsIn(lang).cli.backFilled
  const wanted = await locateWritten(words, weather, lang)
  if ('mistake' in wanted) {
    console.error(wanted.mistake)
    return 64
  }
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
