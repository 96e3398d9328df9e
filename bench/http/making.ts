/**
 * Making a warm answer without the network: from a kept forecast to a body's text with its validator, kept; beside one
 * JSON.stringify of the same bodies. In one process, interleaved.
 */

import { createForecastCache, type ForecastCache } from '../../src/forecasts/forecast-cache.ts'
import { packSeries } from '../../src/forecasts/packed-series.ts'
import { reportOf } from '../../src/forecasts/report/report.ts'
import { createResponseCache } from '../../src/http/response-cache.ts'
import { jsonType } from '../../src/http/serialized-body.ts'
import { presentForecast } from '../../src/http/weather/forecast.ts'
import { createDemo } from '../../src/sources/demo/demo.ts'
import { pointOf } from '../../src/weather/point.ts'
import { median } from './median.ts'

export interface Making {
  /** Medians of the rounds [µs of CPU, all threads]. */
  readonly makingMicroseconds: number
  readonly stringifyMicroseconds: number
}

/** So many points that neither their forecasts nor their bodies lie in the processor's caches. */
const points = 1500
const passesPerRound = 8
/** An answer speaks of an instant for so long; here so short that all rounds lie in one evening. */
const stepMs = 60_000

/** Measures in this process. */
export async function measureMaking(rounds: number): Promise<Making> {
  const nowAt = Date.parse('2026-04-11T17:20:00Z')
  const { cache, keys } = await savePoints(nowAt)
  const answers = createResponseCache(2_000_000)
  const bodyAt = (index: number, at: number): object => bodyOf(cache, keys[index] ?? '', at)
  const bodies = keys.map((_key, index) => bodyAt(index, nowAt))
  let synthetic = 0
  // Each answer is the first of its step: what is asked for again in its step is not warm but hot.
  const make = (index: number): unknown => {
    const point = cache.get(keys[index] ?? '')?.point ?? anywhere
    const at = nowAt + Math.floor(synthetic++ / points) * stepMs
    return answers.set(
      `getForecast ${keys[index]}`,
      JSON.stringify(bodyAt(index, at)),
      { point, source: null, knowledgeVersion: 0, goodUntil: at + stepMs, modifiedAt: at },
      { contentType: jsonType, extraHeaders: [] }
    )
  }
  const stringify = (index: number): unknown => JSON.stringify(bodies[index])
  const making: number[] = []
  const stringifying: number[] = []
  // The first two rounds warm the compilers and are not counted.
  for (let round = -2; round < rounds; round++) {
    const ours = cpuOf(make)
    const written = cpuOf(stringify)
    if (round < 0) continue
    making.push(ours)
    stringifying.push(written)
  }
  return { makingMicroseconds: median(making), stringifyMicroseconds: median(stringifying) }
}

const anywhere = pointOf({ lat: 0, lon: 0, timezone: 'UTC', elevation: null })

async function savePoints(
  nowAt: number
): Promise<{ readonly cache: ForecastCache; readonly keys: readonly string[] }> {
  const demo = createDemo(() => nowAt)
  const cache = createForecastCache(512_000_000)
  const keys: string[] = []
  for (let index = 0; index < points; index++) {
    const lat = 36.5 + (index % 50) * 0.1
    const lon = 27 + Math.floor(index / 50) * 0.5
    const point = pointOf({ lat, lon, timezone: 'Europe/Istanbul', elevation: null })
    const fetched = await demo.fetchForecast(
      { point, days: 16, previous: null },
      new AbortController().signal
    )
    if (fetched.kind === 'not_modified') throw new Error('the demo always has a forecast')
    const { series, issuedAt, validators, grid, model } = fetched
    keys.push(point.key)
    cache.set(
      point.key,
      {
        source: demo.credit,
        synthetic: true,
        isFallback: false,
        run: 'made',
        issuedAt: issuedAt ?? nowAt,
        confirmedAt: nowAt,
        askAgainAt: nowAt + 3_600_000,
        updatePeriodSeconds: demo.limits.updatePeriodSeconds,
        validators,
        grid,
        model,
        ensemble: null,
        point
      },
      packSeries(series)
    )
  }
  return { cache, keys }
}

function bodyOf(cache: ForecastCache, key: string, at: number): object {
  const handle = cache.handle(key)
  if (handle === null) throw new Error(`no forecast is kept for ${key}`)
  return handle.read((point) =>
    presentForecast(reportOf({ point: point.point, place: null, days: 7 }, point, { at }), {
      units: 'metric',
      lang: 'en'
    })
  )
}

/** CPU of one call, garbage collection and compilers included [µs]. */
function cpuOf(work: (index: number) => unknown): number {
  const before = process.cpuUsage()
  for (let pass = 0; pass < passesPerRound; pass++) {
    for (let index = 0; index < points; index++) work(index)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (passesPerRound * points)
}
