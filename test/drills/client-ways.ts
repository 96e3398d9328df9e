/** What one client may ask for within its limits: in each way as many different requests as it likes. */
import { crops } from '../../src/frost/crops.ts'
import { exposures } from '../../src/frost/scoring-profile.ts'
import { readPlaceTable } from '../../src/places/place-table.ts'
import { seededRandom } from '../../verification/data/seeded-random.ts'
import { typedText } from '../typed-texts.ts'

export interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Way {
  /** How many a client may send in a minute. */
  readonly perMinute: number
  /** It is counted by its API key. */
  readonly hasKey?: true
  readonly request: (number: number) => Asked
}

const pages = 600
/** What takes tens of milliseconds and is not kept counts twice. */
const costlyPages = pages / 2
const calls = 60
const api = '/api/v1'
const get = (path: string): Asked => ({ method: 'GET', path })
const post = (path: string, body: unknown): Asked => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body)
})

/** @param receiver the address of a webhook that proves itself */
export async function clientWays(receiver: string): Promise<Readonly<Record<string, Way>>> {
  const table = await readPlaceTable()
  const slugs = Array.from({ length: 2000 }, (_, row) => table.place(row * 14).slug)
  const slug = (number: number): string => slugs[number % slugs.length] ?? ''
  const random = seededRandom(5)
  const typed = (length: number): string => encodeURIComponent(typedText(random)(length).toWellFormed())
  const stages = crops.flatMap(({ id, stages }) => stages.map((stage) => `crop=${id}&stage=${stage.id}`))
  const profile = (number: number): string => {
    const exposure = exposures[Math.floor(number / stages.length) % exposures.length]
    return `${stages[number % stages.length]}&exposure=${exposure}`
  }
  const point = (number: number): string =>
    `lat=${(36 + (number % 97) * 0.05).toFixed(3)}&lon=${(27 + number * 0.013).toFixed(3)}`
  const way = (perMinute: number, request: Way['request']): Way => ({ perMinute, request })
  const withKey = (request: Way['request']): Way => ({ perMinute: calls, hasKey: true, request })
  const rows = (members: (row: number) => object): object[] =>
    Array.from({ length: 100 }, (_, row) => ({ location: 'malatya', kind: 'air_2m', ...members(row) }))
  const instant = (minutesAgo: number): string =>
    new Date(Math.floor(Date.now() / 60_000 - minutesAgo) * 60_000).toISOString()
  return {
    'pictures, parameters that do not exist': way(pages, (n) => get(`/picture/malatya?x=${n}`)),
    'pictures, values that do not exist': way(costlyPages, (n) =>
      get(`/picture/malatya?theme=${n}&units=${n}&lang=${n}`)
    ),
    'pictures of profiles': way(costlyPages, (n) => get(`/picture/${slug(n % 40)}?${profile(n)}`)),
    'pictures of new places': way(costlyPages, (n) => get(`/picture/${slug(n)}`)),
    'map, parameters that do not exist': way(pages, (n) => get(`/en?x=${n}&y=${n}`)),
    'map, values that do not exist': way(costlyPages, (n) => get(`/en?night=${n}&crop=c${n}&units=${n}`)),
    'map of other nights': way(costlyPages, (n) =>
      get(
        `/${n % 2 ? 'en' : 'tr'}?night=${instant(-1440 * (n % 7)).slice(0, 10)}&map=list&theme=${n % 3 ? 'dark' : 'light'}`
      )
    ),
    'pages of new places': way(costlyPages, (n) => get(`/en/place/${slug(n + 700)}`)),
    'pages of profiles': way(costlyPages, (n) =>
      get(`/tr/yer/malatya?${profile(n)}&units=imperial&theme=dark`)
    ),
    'reference, parameters that do not exist': way(pages, (n) => get(`/reference?y=${n}`)),
    'texts in the search box': way(pages, () => get(`/en/search?q=${typed(600)}`)),
    'texts in page addresses': way(costlyPages, () => get(`/en/place/${typed(600)}`)),
    'misspelt places': way(costlyPages, (n) => get(`/en/place/${slug(n).slice(1)}x`)),
    'misspelt places of the API': way(calls, (n) =>
      get(`${api}/weather/current?location=${slug(n).slice(1)}x`)
    ),
    'texts in the API': way(calls, () => get(`${api}/weather/frost-risk?location=${typed(600)}`)),
    'many points': way(calls, (n) => get(`${api}/weather/frost-risk?${point(n)}&days=16`)),
    'records of points': way(calls, (n) => get(`${api}/verification/nights?${point(n)}`)),
    'sixteen days of profiles': way(calls, (n) =>
      get(`${api}/weather/frost-risk?location=malatya&days=16&${profile(n)}`)
    ),
    'slots and widget data': way(calls, (n) =>
      get(`${api}/weather/${n % 2 ? 'hourly?slots=128&' : 'widget-data?'}${point(n + 3000)}`)
    ),
    'large bodies': way(calls, (n) => post(`${api}/alerts/subscribe`, `{"a":${'['.repeat(8000)}${n}`)),
    'bodies of many members': way(calls, () =>
      post(
        `${api}/alerts/subscribe`,
        Object.fromEntries(Array.from({ length: 1200 }, (_, m) => [`thresh${m}`, m]))
      )
    ),
    'subscriptions and proofs': way(calls, (n) =>
      post(`${api}/alerts/subscribe`, {
        location: slug(n),
        channel: 'webhook',
        threshold: 1,
        destination: { url: `${receiver}/${n}` }
      })
    ),
    'observations of nights': withKey((n) =>
      post(`${api}/observations`, {
        observations: rows((row) => ({
          location: slug(row),
          date: instant(1440 * (2 + (n % 300))).slice(0, 10),
          minimum: -1 - (n % 5),
          unit: 'C'
        }))
      })
    ),
    readings: withKey((n) =>
      post(`${api}/observations`, {
        observations: rows((row) => ({
          measured_at: instant(10 + row * 10 + (n % 10)),
          temperature: 4 + (n % 3),
          unit: 'C'
        }))
      })
    )
  }
}
