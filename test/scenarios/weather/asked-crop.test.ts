/** Where a crop is asked for, every form has its score or none: never that of any plant. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crops } from '../../../src/frost/crops.ts'
import { levelOf } from '../../../src/frost/published.ts'
import { levelLabel } from '../../../src/language/frost-words.ts'
import { formatScore } from '../../../src/language/numbers.ts'
import { startApp, type TestApp } from '../../app.ts'
import { openTestedData } from '../../tested-data.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'

interface Risk {
  readonly frost_risk: {
    readonly tonight: { readonly score: number } | null
    readonly unscored_because: string | null
  }
}

const evening = Date.parse('2026-04-11T17:30:00Z')
const november = Date.parse('2026-11-27T17:30:00Z')
let now = evening
let upstream: Upstream
let app: TestApp
beforeAll(async () => {
  upstream = await startUpstream(() => now)
  app = await startApp({ clock: () => now, environment: { ...upstream.environment, SOURCES: 'open-meteo' } })
})
afterAll(async () => {
  await app.close()
  await upstream.close()
})

const answer = async (path: string) => {
  const response = await fetch(`${app.origin}${path}`)
  expect([path, response.status]).toEqual([path, 200])
  return response
}
const json = async <Body>(path: string): Promise<Body> => (await answer(path)).json() as Promise<Body>
const text = async (path: string): Promise<string> => (await answer(path)).text()

/** Tonight's score of Malatya in every form, as text; null where the form has none. */
async function scoresOf(asked: string): Promise<Readonly<Record<string, string | null>>> {
  const shown = (score: number | null | undefined) => (score == null ? null : formatScore(score, 'en'))
  const risk = await json<Risk>(`/api/v1/weather/frost-risk?location=malatya&${asked}`)
  const night = await json<{ night: { score: number } | null }>(
    `/api/v1/weather/night?location=malatya&${asked}`
  )
  const widget = await json<{ tonight: { score: number | null } }>(
    `/api/v1/weather/widget-data?location=malatya&${asked}`
  )
  const page = await text(`/en/place/malatya?${asked}`)
  const home = await text(`/en?map=risk&${asked}`)
  const row = /<th scope="row"><a [^>]*>Malatya<\/a>.*?<td class="number">([^<]*)</s.exec(home)?.[1] ?? ''
  const [found] = await json<{ level: string | null }[]>(`/search.json?q=malatya&lang=en&${asked}`)
  const score = risk.frost_risk.tonight?.score ?? null
  const level = score === null ? null : levelLabel(levelOf(score), 'en')
  return {
    risk: shown(score),
    night: shown(night.night?.score),
    widget: shown(widget.tonight.score),
    page: /<p class="score">.*?<b>([^<]*)<\/b>/s.exec(page)?.[1] ?? null,
    home: row === '–' ? null : row,
    // The box has the level alone.
    search: found?.level === level ? shown(score) : `level ${found?.level}`
  }
}

const asked = crops.flatMap(({ id, stages }) =>
  stages.map((stage) => ({ crop: id, stage: stage.id, hasScore: stage.t90C !== null }))
)

it('one night has one score in every form, for crops and stages of each kind', async () => {
  now = evening
  await json('/api/v1/weather/frost-risk?location=malatya')
  // One of every seven: all kinds of curve, and several without a score.
  for (const { crop, stage, hasScore } of asked.filter((_, index) => index % 7 === 3)) {
    const scores = await scoresOf(`crop=${crop}&stage=${stage}`)
    expect([crop, stage, new Set(Object.values(scores)).size, scores]).toEqual([crop, stage, 1, scores])
    expect([crop, stage, scores['risk'] !== null]).toEqual([crop, stage, hasScore])
  }
})

it('a stage that is not known has no score anywhere, and each form goes on with temperatures', async () => {
  now = november
  for (const crop of ['apricot', 'apple']) {
    const scores = await scoresOf(`crop=${crop}&stage=auto`)
    expect([crop, ...new Set(Object.values(scores))]).toEqual([crop, null])
    const { frost_risk } = await json<Risk>(
      `/api/v1/weather/frost-risk?location=malatya&crop=${crop}&stage=auto`
    )
    expect(frost_risk).toMatchObject({ score: null, level: 'unknown', unscored_because: 'stage_unknown' })
    const body = await json<{ nights: object[]; risk_days: object[] }>(
      `/api/v1/weather/frost-risk?location=malatya&crop=${crop}&stage=auto`
    )
    expect(body.risk_days).toEqual([])
    expect(body.nights[0]).toMatchObject({
      score: null,
      first_damage_probability: null,
      plant_temperature_min: expect.any(Number)
    })
  }
})

it('a province lists a stage that only the disk knows, as the district’s own page does', async () => {
  now = evening
  const data = await openTestedData()
  const options = {
    ...{ data, clock: () => now },
    environment: { ...upstream.environment, SOURCES: 'open-meteo' }
  }
  const asked = 'crop=apricot&stage=auto'
  const pageOf = async ({ origin }: TestApp, path: string): Promise<string> =>
    (await fetch(`${origin}${path}`)).text()
  const first = await startApp(options)
  await pageOf(first, `/en/place/malatya-battalgazi?${asked}`)
  await first.close()
  const again = await startApp(options)
  const rowIn = (html: string): string =>
    /<a [^>]*>Battalgazi<\/a>.*?<td>(.*?)<\/td>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? ''
  // Its forecast comes into memory by a question without a crop, its season does not.
  await pageOf(again, '/en/place/malatya-battalgazi')
  const listed = rowIn(await pageOf(again, `/en/place/malatya?${asked}`))
  const own = await pageOf(again, `/en/place/malatya-battalgazi?${asked}`)
  expect(listed).toContain(/<p class="score">.*?<b>([^<]*)<\/b>/s.exec(own)?.[1] ?? 'no score')
  await again.close()
  await data.remove()
})
