/** What an answer lacks of the night is told to growers before its coldest hour, whatever the answer says of itself. */
import { afterEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import type { Subscribed } from '../../contracts/http-alerts/client.ts'
import { clearNights, shifted, type UpstreamWeather } from '../../upstream/weather.ts'
import { openRunningHarness, type RunningHarness } from './running-harness.ts'

let app: RunningHarness
afterEach(() => app.stage.close())

const noonHour = Date.UTC(2026, 3, 11, 9) / hourMs
const frosty = shifted(clearNights, -4)

type Lost = (hour: number) => readonly (keyof UpstreamWeather)[]
const air: readonly (keyof UpstreamWeather)[] = ['temperatureC']
const all: readonly (keyof UpstreamWeather)[] = [
  ...(['temperatureC', 'dewPointC', 'humidityPercent', 'windMps', 'cloudPercent'] as const)
]
const between =
  (from: number, to: number, names: readonly (keyof UpstreamWeather)[]): Lost =>
  (hour) =>
    hour - noonHour >= from && hour - noonHour < to ? names : []
/** Hours after noon in Türkiye; sunrise is 17.5 h later. */
const holes = {
  'the whole night without air': between(7, 20, air),
  'every night without air': (hour) =>
    (hour - noonHour + 240) % 24 >= 7 && (hour - noonHour + 240) % 24 < 20 ? air : [],
  'the coldest hours without air': between(14, 19, air),
  'the evening without air': between(7, 13, air),
  'every other dark hour of three': (hour) =>
    between(6, 20, air)(hour).length > 0 && hour % 3 !== 0 ? air : [],
  'ends in the evening': between(9, 1000, all),
  'ends before morning': between(14, 1000, all),
  'begins after the night': between(-1000, 20, all),
  'no dew point and humidity': between(6, 20, ['dewPointC', 'humidityPercent']),
  'no wind': between(6, 20, ['windMps']),
  'no cloud': between(6, 20, ['cloudPercent']),
  'nothing but air': between(-1000, 1000, ['dewPointC', 'humidityPercent', 'windMps', 'cloudPercent'])
} as const satisfies Readonly<Record<string, Lost>>

/** Titles and instants of a feed, oldest first. */
async function messagesOf({ channel_url }: Subscribed) {
  const text = await (await fetch(app.stage.app.origin + new URL(channel_url ?? '').pathname)).text()
  return [...text.matchAll(/<entry>.*?<title[^>]*>(.*?)<\/title>.*?<updated>(.*?)<\/updated>/gs)]
    .map(([, title = '', at = '']) => ({ title, at: Date.parse(at) }))
    .sort((one, other) => one.at - other.at)
}

/** A round may go on for longer than a test of one place waits. */
async function pass(minutes: number): Promise<void> {
  await app.stage.clock.rests('watch')
  app.stage.clock.move(minutes * 60_000)
  await app.stage.clock.rests('watch')
}

const coldestAt = Date.UTC(2026, 3, 12, 2)

it.each([
  ['from the first answer on', false, {}],
  ['after a whole answer', true, {}]
] as const)(
  'holes %s: each grower is warned or hears that nobody sees',
  async (_, hasEarlier, more) => {
    app = await openRunningHarness({
      SOURCES: 'open-meteo',
      OPEN_METEO_MODELS: 'none',
      POINTS_PER_DAY: '0',
      ...more
    })
    const { stage } = app
    const gazetteer = await openGazetteer()
    const places = gazetteer.provinces().flatMap(({ slug }) => gazetteer.bySlug(slug) ?? [])
    const names = Object.keys(holes) as (keyof typeof holes)[]
    const cases = names.map((name, index) => ({ name, place: places[3 * index] ?? expect.unreachable() }))
    const holeAt = (lat: number, lon: number): Lost => {
      const found = cases.find(({ place }) => Math.abs(place.lat - lat) + Math.abs(place.lon - lon) < 0.01)
      return found === undefined ? () => [] : holes[found.name]
    }
    const spoil = () =>
      stage.upstream.setWeather(({ lat, lon }, hour) => ({
        ...frosty({ lat, lon }, hour),
        ...(Object.fromEntries(holeAt(lat, lon)(hour).map((name) => [name, Number.NaN])) as object)
      }))
    stage.upstream.setWeather(frosty)
    if (!hasEarlier) spoil()
    const subscribed: Subscribed[] = []
    for (const { place } of cases)
      subscribed.push(await app.subscribed({ location: place.slug, channel: 'feed', threshold: 50 }))
    await pass(20)
    spoil()
    for (let minutes = 0; minutes < 18 * 60; minutes += 20) await pass(20)
    const received: Record<string, string> = {}
    const silent: string[] = []
    for (const [index, { name }] of cases.entries()) {
      const messages = await messagesOf(subscribed[index] ?? expect.unreachable())
      const inTime = messages.filter(({ at }) => at <= coldestAt)
      received[name] = messages
        .map(({ title, at }) => `${new Date(at + 3 * hourMs).toISOString().slice(11, 16)} ${title}`)
        .join(' | ')
      if (!inTime.some(({ title }) => /plants −|No forecast/.test(title))) silent.push(name)
    }
    expect(silent, JSON.stringify(received, null, 1)).toEqual([])
  },
  600_000
)
