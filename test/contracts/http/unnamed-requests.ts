/** What a person without a proof, and one with a key of another person, can ask about a field. */

/** The field, the same at other heights, 220 m and 4 km beside it, and the town. */
export const points = [
  'lat=38.352&lon=38.319&elevation=963',
  'lat=38.352&lon=38.319',
  'lat=38.354&lon=38.319&elevation=970',
  'lat=38.388&lon=38.319&elevation=960',
  'location=malatya'
]
const pagePoints = ['38.352,38.319,963', '38.352,38.319', '38.354,38.319,970']

/** By path their methods, as the router knows them. */
export type Routes = ReadonlyMap<string, ReadonlySet<string>>

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedGet>>>>
  readonly components: { readonly parameters: Readonly<Partial<Record<string, PublishedParameter>>> }
}
interface PublishedParameter {
  readonly name: string
  readonly in: string
  readonly example?: unknown
  readonly schema?: {
    readonly enum?: readonly unknown[]
    readonly maximum?: number
    readonly examples?: readonly unknown[]
  }
}
interface PublishedGet {
  readonly operationId: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly (PublishedParameter | { readonly $ref: string })[]
}

const required: Readonly<Record<string, string>> = {
  '/season-survival': 'crop=apricot&stages=full-bloom@2026-04-01',
  '/locations': 'q=malat'
}
/** Parameters that open further parts of an answer. */
const variants: Readonly<Record<string, readonly string[]>> = {
  '/weather/frost-risk': ['days=16', 'crop=apricot&stage=auto', 'crop=apricot&stage=full-bloom&lang=tr'],
  '/weather/night': ['crop=apricot&stage=auto'],
  '/verification': ['kind=plant'],
  '/verification/nights': ['format=csv', 'kind=plant', 'lead_days=1']
}

/** Every operation of the document that reads, at every point, with each of its parameters. */
export function addresses({ paths, components }: OpenApi): readonly string[] {
  const gets = Object.entries(paths).flatMap(([path, { get }]) => (get === undefined ? [] : [{ path, get }]))
  return gets.flatMap(({ path, get }) => {
    const parameters = (get.parameters ?? [])
      .map((one) => ('$ref' in one ? components.parameters[one.$ref.split('/').at(-1) ?? ''] : one))
      .filter((one): one is PublishedParameter => one?.in === 'query')
    const target = path.replace(/\{\w+\}/g, 'malatya')
    const takesPoint = parameters.some(({ name }) => name === 'lat')
    const asked = takesPoint ? points.filter((one) => !path.endsWith('/near') || !one.includes('loc')) : ['']
    const given = asked.map((one) => (path.endsWith('/near') ? one.replace(/&elevation=\d+/, '') : one))
    const each = parameters.flatMap((one) => withValue(one))
    return given.flatMap((one) =>
      ['', ...each, ...(variants[path] ?? [])].map((more) => {
        const query = [one, required[path], more].filter(Boolean).join('&')
        return `/api/v1${target}${query === '' ? '' : `?${query}`}`
      })
    )
  })
}

const placed = new Set(['lat', 'lon', 'elevation', 'location', 'crop', 'stage', 'stages', 'q', 'cursor'])

/** A parameter with a separate value; those that need another one are in `variants`. */
function withValue({ name, example, schema = {} }: PublishedParameter): readonly string[] {
  if (placed.has(name)) return []
  const value = schema.enum?.at(-1) ?? schema.maximum ?? example ?? schema.examples?.[0]
  return value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`]
}

/** What fills the gaps of the paths of pages. A gap that is not named here makes the test fail. */
const fillings: Readonly<Record<string, readonly string[]>> = {
  slug: ['malatya', ...pagePoints],
  point: pagePoints,
  token: ['x'.repeat(58)],
  operation: ['getFrostRisk'],
  file: [`${'x'.repeat(58)}.atom`],
  folder: ['decisions'],
  name: ['alerts'],
  code: ['invalid_parameter'],
  script: ['updateweatherstation.php']
}
/** Counts of the whole process: that something is watched somewhere, and since when it works. */
const ofProcess = new Set(['/metrics', '/readyz', '/healthz', '/status'])

/** Every page, picture, feed and file that the router knows, plain and asked about the field. */
export function pages(routes: Routes): readonly string[] {
  const urls = [...routes].flatMap(([url, methods]) => (methods.has('GET') ? [url] : []))
  return urls
    .filter((url) => !url.startsWith('/api/') && !url.includes('*') && !ofProcess.has(url))
    .flatMap((url) => filled(url).flatMap((path) => [path, ...aboutField.map((query) => `${path}?${query}`)]))
}

function filled(url: string): readonly string[] {
  const name = /:(\w+)/.exec(url)?.[1]
  if (name === undefined) return [url]
  const values = fillings[name]
  if (values === undefined) throw new RangeError(`${url}: what fills ${name}?`)
  return values.flatMap((value) => filled(url.replace(`:${name}`, value)))
}

const aboutField = pagePoints.slice(0, 1).map((point) => {
  const [lat = '', lon = '', elevation = ''] = point.split(',')
  return new URLSearchParams({
    ...{ lat, lon, elevation, q: `${lat},${lon}`, at: point, location: point, label: 'Bahçem', lang: 'tr' },
    ...{ url: `https://ayaz.example/en/field/${point}`, crop: 'apricot', stage: 'full-bloom' }
  }).toString()
})

export interface Posting {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** A text is a form. */
  readonly body: object | string
}

interface At {
  readonly lat: number
  readonly lon: number
  readonly elevation?: number
}

const field: At = { lat: 38.352, lon: 38.319, elevation: 963 }
const places: readonly At[] = [field, { lat: 38.352, lon: 38.319 }, { ...field, lat: 38.354 }]

/** What is sent where nothing else is named. */
export const postedAnywhere = (): readonly Omit<Posting, 'path'>[] => [
  { body: field },
  { headers: other, body: field },
  { body: form({ token: 'x'.repeat(58), place: written(field) }) }
]

/** What is sent to a path that takes a body and has no secret in it. */
export const postings: Readonly<Record<string, () => readonly Omit<Posting, 'path'>[]>> = {
  '/api/v1/alerts/subscribe': () =>
    places.flatMap((at) =>
      [
        { threshold: 10, crop: 'apricot', stage: 'auto' },
        { threshold: 60, label: 'Bahçem' },
        { threshold_temperature: -1, threshold_of: 'air', threshold_probability: 0.2 }
      ].map((asked) => ({ body: { ...at, channel: 'feed', ...asked } }))
    ),
  '/api/v1/alerts/subscriptions/import': () => [{ headers: other, body: { rows: places } }],
  '/api/v1/intakes': () => [{ body: { label: 'x' } }],
  '/api/v1/weather/places': many,
  '/api/v1/weather/current/places': many,
  '/api/v1/weather/hourly/places': many,
  '/api/v1/weather/night/places': many,
  '/api/v1/weather/frost-risk/places': many,
  '/api/v1/weather/widget-data/places': many,
  '/how-cold': () =>
    places.flatMap((at) =>
      ['night', 'now'].map((when) => ({
        body: form({ place: written(at), degrees: '-3', unit: 'C', when, where: 'air_2m', lang: 'en' })
      }))
    ),
  '/thermometers': () => [{ body: form({ token: written(field) }) }],
  '/en/subscribe': subscribing,
  '/tr/abone-ol': subscribing
}

const other = { 'x-api-key': 'other' }
const written = ({ lat, lon, elevation }: At): string => [lat, lon, elevation].filter(Boolean).join(',')
const form = (members: Readonly<Record<string, string>>): string => new URLSearchParams(members).toString()

function many() {
  return [{ body: { places } }, { headers: other, body: { places } }]
}

function subscribing() {
  return places.map(({ lat, lon, elevation }) => ({
    body: form({
      ...{ lat: String(lat), lon: String(lon), elevation: String(elevation ?? '') },
      ...{ channel: 'feed', threshold: '10', crop: 'apricot', stage: 'full-bloom', label: 'Bahçem' }
    })
  }))
}
