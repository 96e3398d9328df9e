/** Answers with holes, through a whole app: each place has another hole, at first or after a whole answer. */
import { expect, vi } from 'vitest'
import { hourMs, minuteMs } from '../../src/common/time.ts'
import { openGazetteer } from '../../src/places/gazetteer.ts'
import { patience } from '../patience.ts'
import { generator } from '../plausible/honest-weather.ts'
import { openStage, type Stage, settle } from '../scenarios/weather/harness.ts'
import { clearNights, type UpstreamWeather, type WeatherAt } from '../upstream/weather.ts'

/** 15:20 in Türkiye: tonight and the next nights are to come. */
const startAt = Date.UTC(2026, 3, 11, 12, 20)
const nowHour = Math.floor(startAt / hourMs)
/** From dusk to an hour after sunrise in Türkiye, after the hour above [h]. */
const nightFrom = 4
const nightTo = 16

const columns = {
  temperature: ['temperatureC'],
  'dew point': ['dewPointC', 'humidityPercent'],
  wind: ['windMps'],
  cloud: ['cloudPercent']
} as const
type Column = keyof typeof columns
const columnNames = Object.keys(columns) as readonly Column[]

export interface Hole {
  readonly place: string
  readonly columns: readonly Column[]
  readonly isMissing: (hour: number) => boolean
  readonly name: string
  /** A whole answer came before. */
  readonly hasEarlier: boolean
}

/** The hole of a place: hours of a night, scattered ones, or an end before morning. */
export function holeOf(place: string, seed: number): Hole {
  const random = generator(seed * 7907 + 3)
  random()
  const night = Math.floor(3 * random()) * 24
  const kind = (['night', 'scattered', 'end'] as const)[Math.floor(3 * random())] ?? 'night'
  const some = columnNames.filter(() => random() < 0.4)
  const [from, share] = [nowHour + night + nightFrom + Math.floor(8 * random()), 0.2 + 0.8 * random()]
  const to = from + 2 + Math.floor((nightTo - nightFrom) * random())
  const scattered = new Set(
    Array.from({ length: to - from }, (_, by) => from + by).filter(() => random() < share)
  )
  const isMissing = {
    night: (hour: number) => hour >= from && hour < to,
    scattered: (hour: number) => scattered.has(hour),
    end: (hour: number) => hour >= from
  }[kind]
  const columnsOf = kind === 'end' ? columnNames : some.length === 0 ? (['temperature'] as const) : some
  const name = `${kind} of night ${night / 24} (${columnsOf.join(', ')})`
  return { place, columns: columnsOf, isMissing, name, hasEarlier: random() < 0.5 }
}

/** Each place has another night, of which its runs say the same. */
const weatherOf: WeatherAt = (place, hour) => {
  const whole = clearNights(place, hour)
  const byC = 4 * Math.sin(100 * place.lat) + Math.sin(place.lon * 50 + hour / 40)
  return {
    ...whole,
    temperatureC: Math.round(10 * (whole.temperatureC + byC)) / 10,
    dewPointC: Math.round(10 * (whole.dewPointC + byC)) / 10
  }
}

function withHole(weather: UpstreamWeather, hole: Hole | undefined, hour: number): UpstreamWeather {
  if (hole === undefined || !hole.isMissing(hour)) return weather
  const lost = hole.columns.flatMap((column) => columns[column].map((name) => [name, Number.NaN]))
  return { ...weather, ...(Object.fromEntries(lost) as Partial<UpstreamWeather>) }
}

interface Night {
  readonly date: string
  readonly score: number | null
  readonly level: string
  readonly partial: boolean
  readonly temperature_min: number | null
  readonly plant_temperature_min: number | null
}

interface Answer {
  readonly meta: {
    readonly freshness: { readonly status: string; readonly confirmed_at: string; readonly issued_at: string }
    readonly notices: readonly { readonly code: string }[]
  }
  readonly nights: readonly Night[]
  readonly frost_risk: { readonly nights_unknown: number; readonly level: string }
}

export interface HolesLived {
  /** One line each. */
  readonly wrong: readonly string[]
  /** By outcome. */
  readonly counts: Readonly<Record<string, number>>
}

/** Lives through a hole at each of so many named places, from a seed on. */
export async function liveHoles(count: number, seed: number): Promise<HolesLived> {
  const places = await somePlaces(count)
  const holes = places.map(({ slug }, index) => holeOf(slug, seed + index))
  const byPosition = new Map(places.map(({ lat, lon }, index) => [positionKey({ lat, lon }), holes[index]]))
  const environment = { SOURCES: 'open-meteo', OPEN_METEO_MODELS: 'none', POINTS_PER_DAY: '0' }
  const stage = await openStage({ at: startAt, environment, roundsOnClock: true })
  const [wrong, counts] = [[] as string[], {} as Record<string, number>]
  try {
    await settle(stage)
    stage.upstream.setWeather(weatherOf)
    const before = new Map<string, Answer>()
    for (const { place, hasEarlier } of holes)
      if (hasEarlier) before.set(place, await askNights(stage, place))
    stage.clock.move(70 * minuteMs)
    stage.upstream.setWeather((place, hour) =>
      withHole(weatherOf(place, hour), byPosition.get(positionKey(place)), hour)
    )
    for (const hole of holes) {
      const found = await judged(stage, hole, before.get(hole.place) ?? null)
      const outcome = `${hole.hasEarlier ? 'after a whole answer' : 'at first'}: ${found.outcome}`
      counts[outcome] = (counts[outcome] ?? 0) + 1
      wrong.push(...found.wrong.map((text) => `${hole.place}, ${hole.name}: ${text}`))
    }
    return { wrong, counts }
  } finally {
    await stage.close()
  }
}

const positionKey = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
  `${lat.toFixed(3)} ${lon.toFixed(3)}`

async function somePlaces(count: number) {
  const gazetteer = await openGazetteer()
  const districts = gazetteer.provinces().flatMap(({ slug }) => gazetteer.bySlug(slug) ?? [])
  // A province's centre has 81; for more, points between them have no form of their own.
  return districts.slice(0, count)
}

async function askNights({ client }: Stage, place: string): Promise<Answer> {
  const { status, json, body } = await client.ask(`/weather/frost-risk?location=${place}&days=4`)
  expect(status, body.toString()).toBe(200)
  return json as Answer
}

async function judged(stage: Stage, hole: Hole, before: Answer | null) {
  const last = before?.meta.freshness.confirmed_at ?? null
  const answer = await vi.waitFor(async () => {
    const now = await askNights(stage, hole.place)
    // A visitor is shown the data before while they are renewed. Holes without an hour only confirm them.
    const isNew = now.meta.freshness.confirmed_at !== last
    expect(isNew || isCarried(now), hole.place).toBe(true)
    return now
  }, patience)
  const wrong: string[] = []
  for (const [index, night] of answer.nights.slice(0, 3).entries()) {
    const earlier = before?.nights.find(({ date }) => date === night.date) ?? null
    wrong.push(...wrongIn(night, earlier).map((text) => `${night.date}: ${text}`))
    if (index === 0 && night.score === null && answer.meta.freshness.status === 'fresh')
      wrong.push('an unknown night is fresh')
  }
  if (answer.nights[0]?.score === null && !hasNotice(answer, 'coming_night_unknown'))
    wrong.push('an unknown night without a notice')
  if (isCarried(answer) && last !== null && answer.meta.freshness.confirmed_at > last && carriesTonight(hole))
    wrong.push('kept hours of tonight count as confirmed now')
  wrong.push(...(await wrongForms(stage, hole.place, answer.nights[0])))
  const unknown = answer.nights.filter(({ score }) => score === null).length
  return { wrong, outcome: isCarried(answer) ? 'kept' : unknown > 0 ? 'unknown' : 'known' }
}

const hasNotice = ({ meta }: Answer, code: string): boolean => meta.notices.some((one) => one.code === code)
const isCarried = (answer: Answer): boolean => hasNotice(answer, 'hours_from_earlier_run')

function carriesTonight({ isMissing }: Hole): boolean {
  return Array.from({ length: 24 }, (_, by) => nowHour + 2 + by).every(isMissing)
}

function wrongIn(night: Night, earlier: Night | null): readonly string[] {
  const { score, level, temperature_min: air, plant_temperature_min: plants } = night
  if (score === null) {
    const isWhole = level === 'unknown' && air === null && plants === null
    return [
      ...(isWhole ? [] : ['an unknown night has numbers']),
      ...(earlier !== null && earlier.score !== null ? ['a night that was known is lost'] : [])
    ]
  }
  const warmerC = earlier?.temperature_min == null || air === null ? 0 : air - earlier.temperature_min
  return warmerC > 0.6 ? [`warmer by ${warmerC.toFixed(1)} °C than the whole answer`] : []
}

/** The forms of a named place beside the night of the API. */
async function wrongForms(
  { client, app }: Stage,
  place: string,
  night: Night | undefined
): Promise<readonly string[]> {
  const widget = (await client.ask(`/weather/widget-data?location=${place}`)).json as {
    readonly tonight: Night
  }
  const page = await (await fetch(`${app.origin}/en/place/${place}`)).text()
  const isUnknown = night?.score === null
  const heading = /Frost risk[^<]*: data are missing/.test(page)
  return [
    ...(widget.tonight.temperature_min === night?.temperature_min ? [] : ['the widget has another minimum']),
    ...(widget.tonight.score === night?.score ? [] : ['the widget has another score']),
    ...(heading === isUnknown ? [] : ['the page says otherwise'])
  ]
}
