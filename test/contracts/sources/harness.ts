/** The sources as the app creates them, pointed to the providers on loopback. */

import { readSettings } from '../../../src/config/environment.ts'
import { openOutgoing } from '../../../src/outgoing/outgoing.ts'
import type { SendRequest } from '../../../src/outgoing/request.ts'
import {
  createSources,
  type SourceId,
  type SourcesSettings,
  sourceEnvironments
} from '../../../src/sources/registry.ts'
import type { FetchedForecast, ForecastRequest, Source } from '../../../src/sources/source.ts'
import { type Point, pointOf } from '../../../src/weather/point.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'

/** 2026-04-11T22:20Z, a spring night in Türkiye. */
export const now = Date.UTC(2026, 3, 11, 22, 20)

export const malatya: Point = pointOf({
  lat: 38.353,
  lon: 38.309,
  timezone: 'Europe/Istanbul',
  elevation: 960
})

export interface Stage {
  readonly upstream: Upstream
  readonly source: (id: SourceId) => Source
  readonly close: () => Promise<void>
}

/**
 * Starts providers and everything between them and a source. Only a provider that never answers is waited for so
 * briefly that it costs little.
 */
export async function openStage(): Promise<Stage> {
  const upstream = await startUpstream(() => now)
  const outgoing = openOutgoing({ reach: 'operator', allowHttp: true, allow: [] })
  let totalTimeoutMs = 20_000
  const send: SendRequest = (request) => outgoing.send({ ...request, totalTimeoutMs })
  return {
    upstream: {
      ...upstream,
      fail(fault, provider) {
        totalTimeoutMs = fault?.kind === 'no_answer' ? 1_200 : 20_000
        return upstream.fail(fault, provider)
      }
    },
    source: (id) => sourceFrom(id, upstream.environment, send),
    close: async () => {
      await outgoing.close()
      await upstream.close()
    }
  }
}

/** One source, made by the registry from an environment. */
export function sourceFrom(
  id: SourceId,
  environment: Readonly<Record<string, string>>,
  send: SendRequest
): Source {
  const of = Object.fromEntries(
    Object.entries(sourceEnvironments).map(([name, description]) => [
      name,
      readSettings(description, environment).settings
    ])
  ) as SourcesSettings['of']
  const [source] = createSources({ order: [id], of }, send, () => now)
  if (source === undefined) throw new Error(`no source ${id}`)
  return source
}

/** Requests Malatya by default. */
export function question(more: Partial<ForecastRequest> = {}): ForecastRequest {
  return { point: malatya, days: 7, previous: null, ...more }
}

/** A forecast, or a failed test. */
export async function forecastOf(
  source: Source,
  more: Partial<ForecastRequest> = {}
): Promise<FetchedForecast> {
  const answer = await source.fetchForecast(question(more), new AbortController().signal)
  if (answer.kind !== 'forecast') throw new Error('the source says that nothing changed')
  return answer
}

/** What a source throws. */
export async function failureOf(source: Source, more: Partial<ForecastRequest> = {}): Promise<unknown> {
  return source.fetchForecast(question(more), new AbortController().signal).then(
    () => null,
    (error: unknown) => error
  )
}
