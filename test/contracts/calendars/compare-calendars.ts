/** The nights of calendars held against the same answer as JSON. */
import { levelLabel } from '../../../src/language/frost-words.ts'
import { attributionIn } from '../../../src/language/labels.ts'
import type { Language } from '../../../src/language/language.ts'
import { formatScore, formatTemperature, percent } from '../../../src/language/numbers.ts'
import type { CheckedClient } from '../http/client.ts'
import { type ReadNight, readCalendar } from './read-calendar.ts'

interface FrostRisk {
  readonly frost_risk: { readonly tonight: { readonly date: string } | null }
  readonly risk_days: readonly {
    readonly date: string
    readonly night: { readonly sunset: string | null; readonly sunrise: string | null }
    readonly plant_temperature_min_range: { readonly p10: number; readonly p90: number }
    readonly probability: { readonly frost: number }
  }[]
  readonly nights: readonly {
    readonly date: string
    readonly score: number | null
    readonly level: Parameters<typeof levelLabel>[0]
    readonly temperature_min: number
    readonly plant_temperature_min: number
  }[]
  readonly units: { readonly temperature: '°C' | '°F' }
  readonly meta: { readonly attribution: string; readonly synthetic: boolean }
}

export async function bothForms(client: CheckedClient, query: string, threshold: number) {
  const path = `/weather/frost-risk?${query}`
  const json = (await client.ask(path)).json as FrostRisk
  const answer = await client.ask(`${path}&format=ics&threshold=${threshold}`)
  if (answer.headers['content-type'] !== 'text/calendar; charset=utf-8')
    throw new Error(`${path}: ${answer.status}`)
  return { json, nights: readCalendar(answer.body.toString()), answer }
}

const utc = (instant: string) => new Date(instant).toISOString().replace('.000', '')

/** What is wrong with the nights of a calendar, by the same answer as JSON. */
function faultsOf(
  json: FrostRisk,
  nights: readonly ReadNight[],
  asked: { threshold: number; lang: Language }
) {
  const { threshold, lang } = asked
  const wrong: string[] = []
  let numbers = 0
  const dateOf = ({ uid }: ReadNight) => uid.split('/')[1] ?? ''
  for (const [index, { date, score, level, ...night }] of json.nights.entries()) {
    const expected =
      score === null
        ? index < 3
          ? 'TENTATIVE'
          : undefined
        : score >= threshold
          ? 'CONFIRMED'
          : score >= 10
            ? 'CANCELLED'
            : undefined
    const found = nights.find((one) => dateOf(one) === date)
    if (found?.status !== expected) wrong.push(`${date}: ${found?.status}, not ${expected}`)
    if (found === undefined || score === null) continue
    const degrees = (value: number) => formatTemperature(value, json.units.temperature, lang)
    const day = json.risk_days.find((one) => one.date === date)
    const shown = [
      `${formatScore(score, lang)} / 100 (${levelLabel(level, lang)})`,
      degrees(night.plant_temperature_min),
      ...(day === undefined
        ? []
        : [
            `${degrees(day.plant_temperature_min_range.p10)} … ${degrees(day.plant_temperature_min_range.p90)}`
          ]),
      degrees(night.temperature_min),
      ...(day === undefined ? [] : [percent(100 * day.probability.frost, lang)])
    ]
    const values = found.lines.map((line) => line.replace(/^[^:]*: /, ''))
    numbers += shown.length
    wrong.push(...shown.filter((one) => !values.includes(one)).map((one) => `${date}: no ${one}`))
    if (!found.lines.includes(attributionIn(json.meta, lang))) wrong.push(`${date}: no attribution`)
    if (day?.night.sunset && utc(day.night.sunset) !== found.start) wrong.push(`${date}: ${found.start}`)
    if (day?.night.sunrise && utc(day.night.sunrise) !== found.end) wrong.push(`${date}: ${found.end}`)
  }
  const listed = new Set(json.nights.map(({ date }) => date))
  wrong.push(...nights.map(dateOf).filter((date) => !listed.has(date)))
  return { wrong, numbers }
}

/** Drawn from a seed: places and points of the world, crops, both units and languages, any threshold. */
function* questions(count: number): Generator<{ query: string; threshold: number; lang: Language }> {
  let state = 11
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  for (let index = 0; index < count; index++) {
    const point = `lat=${(random() * 170 - 85).toFixed(3)}&lon=${(random() * 360 - 180).toFixed(3)}`
    const lang = random() < 0.5 ? 'tr' : 'en'
    const units = random() < 0.3 ? 'imperial' : 'metric'
    const crop = random() < 0.5 ? '&crop=apricot&stage=full-bloom' : ''
    const place = random() < 0.3 ? 'location=igdir' : point
    yield {
      query: `${place}&days=16&lang=${lang}&units=${units}${crop}`,
      threshold: 1 + Math.floor(random() * 100),
      lang
    }
  }
}

/** Asks for drawn calendars, and compares each with its JSON. */
export async function compareCalendars(client: CheckedClient, count: number) {
  const wrong: string[] = []
  let numbers = 0
  for (const { query, ...asked } of questions(count)) {
    const { json, nights } = await bothForms(client, query, asked.threshold)
    const compared = faultsOf(json, nights, asked)
    wrong.push(...compared.wrong.map((fault) => `${query}: ${fault}`))
    numbers += compared.numbers
  }
  return { wrong, numbers }
}
