/** Open-Meteo on loopback as a season needs it: an answer is made once for each run. */
import { BoundedMap } from '../../src/common/bounded-map.ts'
import { hourMs } from '../../src/common/time.ts'
import { type LoopbackAnswer, type LoopbackServer, startLoopback } from '../receivers/loopback.ts'
import { openMeteoProvider } from '../upstream/open-meteo.ts'
import type { ReceivedRequest } from '../upstream/provider.ts'
import type { WeatherAt } from '../upstream/weather.ts'
import { runHours, type SpringWeather, type WrongNumbers } from './weather.ts'

/** How the source fails: no answer at all, or one that is none. */
export type SourceFault = 'outage' | 'garbage'

export interface SeasonSource {
  readonly environment: Readonly<Record<string, string>>
  fault: SourceFault | null
  wrong: WrongNumbers | null
  readonly close: LoopbackServer['close']
}

const maxAnswers = 2000

/** Starts it. @param clock the right time [ms since epoch] */
export async function startSource(weather: SpringWeather, clock: () => number): Promise<SeasonSource> {
  const answers = new BoundedMap<string, string>(maxAnswers)
  const server = await startLoopback(({ method, path, headers }): LoopbackAnswer => {
    const at = clock()
    if (source.fault === 'outage') return { status: 503 }
    if (source.fault === 'garbage') return { status: 200, body: '<!doctype html><title>Welcome</title>' }
    const { pathname, searchParams: query } = new URL(path, 'http://source')
    const request: ReceivedRequest = { provider: 'open-meteo', method, path: pathname, query, headers }
    const violations = openMeteoProvider.violationsOf(request)
    if (violations.length > 0) return { status: 400, body: violations.join() }
    const key = `${path} ${Math.floor(at / hourMs / (source.wrong === null ? runHours : 1))} ${source.wrong}`
    const body = answers.get(key) ?? bodyOf(request, weather, at, source.wrong)
    answers.set(key, body)
    return { status: 200, headers: { 'content-type': 'application/json' }, body }
  })
  const { origin: url, close } = server
  const source: SeasonSource = {
    environment: {
      OPEN_METEO_URL: url,
      OPEN_METEO_ENSEMBLE_URL: url,
      OPEN_METEO_ARCHIVE_URL: url,
      OPEN_METEO_PREVIOUS_RUNS_URL: url
    },
    fault: null,
    wrong: null,
    close
  }
  return source
}

function bodyOf(
  request: ReceivedRequest,
  weather: SpringWeather,
  at: number,
  wrong: WrongNumbers | null
): string {
  const said: WeatherAt = (point, hour) => weather.said(point, hour, at, wrong)
  const { json } = openMeteoProvider.answer(request, { weather: said, now: at, cellsPerDegree: 8 })
  return JSON.stringify(json)
}
