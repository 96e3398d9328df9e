/** Many places in every form, held against the same answer as JSON; GeoJSON by the rules of RFC 7946, written here. */
import type { CheckedClient } from '../http/client.ts'
import { type Compared, checkCsv, checkExcel, drawnQuestions, expectedRows } from './read-tables.ts'

type Members = Readonly<Record<string, unknown>>

interface Row {
  readonly place: string | { readonly lat: number; readonly lon: number }
  readonly answer?: Members
  readonly problem?: { readonly code: string }
}

/** What breaks a rule of RFC 7946 in a collection of points. */
export function geoJsonFaults(text: string): readonly string[] {
  const { type, features, ...foreign } = JSON.parse(text) as Members
  const own = ['geometry', 'coordinates', 'properties', 'geometries', 'crs', 'bbox']
  return [
    ...(type === 'FeatureCollection' && Array.isArray(features) ? [] : ['is no collection of features']),
    // § 7.1: a collection has no member of another kind; § 4: no other system of coordinates.
    ...own.filter((name) => name in foreign),
    ...(features as readonly Members[]).flatMap((feature, index) =>
      featureFaults(feature).map((fault) => `${index}: ${fault}`)
    )
  ]
}

function featureFaults({ type, geometry, properties, ...more }: Members): readonly string[] {
  const {
    coordinates = [],
    type: kind,
    ...others
  } = (geometry ?? { type: 'Point', coordinates: [0, 0] }) as Members
  const [lon = Number.NaN, lat = Number.NaN, ...rest] = coordinates as readonly number[]
  return [
    ...(type === 'Feature' && kind === 'Point' ? [] : ['is no point']),
    ...(geometry === undefined ? ['has no geometry, not even null'] : []),
    ...(Math.abs(lon) <= 180 && Math.abs(lat) <= 90 && rest.length === 0 ? [] : [`is at ${coordinates}`]),
    ...(typeof properties === 'object' && !Array.isArray(properties) ? [] : ['has no properties']),
    ...[...Object.keys(others), ...Object.keys(more)].filter((name) => name !== 'id')
  ]
}

/** Asks for three places of each question, and one that there is not, in all forms. */
export async function comparePlaces(client: CheckedClient, count: number, seed: number): Promise<Compared> {
  const all: Compared[] = []
  for (const { path, query } of drawnQuestions(count, seed)) {
    const own = new URLSearchParams(query)
    const [lat, lon] = [own.get('lat') ?? '38.2', own.get('lon') ?? '-5.1'].map(Number)
    for (const name of ['lat', 'lon', 'location']) own.delete(name)
    const body = JSON.stringify({
      places: ['malatya', { lat, lon }, '=1+1', { lat: -12.04, lon: -77.03, elevation: 150 }]
    })
    const ask = async (form: string, more = ''): Promise<string> => {
      const target = `${path}/places?${own}&format=${form}${more}`
      const headers = { 'content-type': 'application/json' }
      const answer = await client.ask(target, { method: 'POST', headers, body })
      if (answer.status !== 200) throw new Error(`${target}: ${answer.status}`)
      return answer.body.toString()
    }
    const { results } = JSON.parse(await ask('json')) as { results: readonly Row[] }
    const short = JSON.parse(await ask('json', '&detail=short')) as { results: readonly Row[] }
    const shown = short.results.flatMap((row, index) => departures(row, results[index], `${index}`))
    all.push({ numbers: 0, wrong: short.results.length === results.length ? shown : ['rows are missing'] })
    const expected = expectedTable(path, results)
    all.push(checkCsv(await ask('csv'), expected), checkExcel(await ask('csv-excel'), expected))
    const features = await ask('geojson')
    all.push({ numbers: 0, wrong: [...geoJsonFaults(features), ...wrongFeatures(features, results)] })
  }
  return {
    numbers: all.reduce((sum, one) => sum + one.numbers, 0),
    wrong: all.flatMap((one) => one.wrong)
  }
}

/** Where some members of a body say something else than the whole of it. */
function departures(part: unknown, whole: unknown, at: string): readonly string[] {
  if (typeof part !== 'object' || part === null) return part === whole ? [] : [`${at}: ${part}, not ${whole}`]
  if (Array.isArray(part) && part.length !== (whole as readonly unknown[]).length)
    return [`${at}: other rows`]
  return Object.entries(part).flatMap(([name, value]) =>
    departures(value, (whole as Members | undefined)?.[name], `${at}.${name}`)
  )
}

function expectedTable(path: string, results: readonly Row[]): readonly Members[] {
  const known = results.flatMap(({ answer }) => (answer === undefined ? [] : expectedRows(path, answer)))
  const empty = Object.fromEntries(Object.keys(known[0] ?? {}).map((name) => [name, null]))
  return results.flatMap(({ place, answer, problem }) => {
    const written = typeof place === 'string' ? place : `${place.lat},${place.lon}`
    const own = {
      place: /^[=+\-@]/.test(written) ? `'${written}` : written,
      problem: problem?.code ?? null
    }
    return (answer === undefined ? [empty] : expectedRows(path, answer)).map((row) => ({ ...row, ...own }))
  })
}

function wrongFeatures(text: string, results: readonly Row[]): readonly string[] {
  const { features } = JSON.parse(text) as {
    features: readonly { geometry: { coordinates: readonly number[] } | null; properties: Row }[]
  }
  if (features.length !== results.length) return [`${features.length} features`]
  return features.flatMap(({ geometry, properties }, index) => {
    const row = results[index]
    const location = row?.answer?.['location'] as { lat: number; lon: number } | undefined
    const where = location === undefined ? null : [location.lon, location.lat]
    const isSame =
      JSON.stringify(properties) === JSON.stringify(row) &&
      JSON.stringify(geometry?.coordinates ?? null) === JSON.stringify(where)
    return isSame ? [] : [`feature ${index} is not the row`]
  })
}
