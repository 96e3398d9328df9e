/** Synthetic weather until a source first answers: shown at once, labelled everywhere, never again afterwards. */

import type { FetchedForecast, ForecastRequest, NotModified, Source } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { asSourceError, horizonDays, withHoursAhead } from './chain.ts'
import type { ForecastsDeps } from './deps.ts'
import { withPlausibleRun } from './plausible/held-run.ts'
import { save } from './refresh.ts'
import { type StoredRows, storedRows } from './stored-rows.ts'

const probeMs = 5000

export function createDemoMode(deps: ForecastsDeps) {
  const { demo } = deps
  let on = demo !== null
  let probing: Promise<boolean> | null = null
  let everProbed = false

  const leave = (): void => {
    on = false
    deps.cache.dropSynthetic()
    deps.report('demo_ended', {})
  }
  const probeOnce = async (point: Point): Promise<boolean> => {
    if (await hasRealAnswer(deps, point, leave)) return false
    if (!everProbed)
      deps.report('demo_shown', {
        message: 'No source has ever answered: synthetic weather is shown, marked synthetic, until one does.'
      })
    return true
  }
  const probe = (point: Point): Promise<boolean> => {
    if (!on) return Promise.resolve(false)
    probing ??= probeOnce(point).finally(() => {
      probing = null
      everProbed = true
    })
    return probing
  }
  return {
    isOn: () => on,
    probe,
    /** Puts synthetic weather for a point into memory, once the first probe of the real sources has ended. */
    async showAt(point: Point): Promise<void> {
      // The first request waits for the probe: real weather a second later beats synthetic at once.
      if (!everProbed) await probe(point)
      const shown = deps.cache.get(point.key)
      if (!on || demo === null || (shown !== null && shown.askAgainAt > deps.clock())) return
      const fetched = await demo.fetchForecast(questionAt(point), deps.abortAfter(probeMs))
      if (on)
        await save(deps, {
          point,
          source: demo,
          fetched,
          rows: storedRows(deps, point),
          watched: false,
          isFallback: false
        })
      // The first answer may have come while this was being stored.
      if (!on) deps.cache.dropSynthetic()
    }
  }
}

function questionAt(point: Point): ForecastRequest {
  return { point, days: horizonDays, previous: null }
}

/** Whether a real source has ever answered or does now; `leave` is called before that answer is stored. */
async function hasRealAnswer(deps: ForecastsDeps, point: Point, leave: () => void): Promise<boolean> {
  if (await deps.store.any()) {
    leave()
    return true
  }
  for (const source of deps.sources) if (await answers(deps, source, point, leave)) return true
  return false
}

async function answers(
  deps: ForecastsDeps,
  source: Source,
  point: Point,
  leave: () => void
): Promise<boolean> {
  const request = questionAt(point)
  if (!(await deps.budget.take(source, source.limits.costOf(request), true))) return false
  const rows = storedRows(deps, point)
  const fetched = await probed(deps, { source, rows }, request)
  if (fetched === null) return false
  leave()
  const isFallback = source !== deps.sources[0]
  await save(deps, { point, source, fetched, rows, watched: false, isFallback })
  return true
}

/** The answer of a source to a probe, or null. Both outcomes are counted for the status of the sources. */
async function probed(
  deps: ForecastsDeps,
  { source, rows }: { source: Source; rows: StoredRows },
  request: ForecastRequest
): Promise<FetchedForecast | NotModified | null> {
  const { circuits, abortAfter, report, clock } = deps
  const { id } = source.credit
  try {
    const answer = withHoursAhead(await source.fetchForecast(request, abortAfter(probeMs)), clock())
    const fetched = await withPlausibleRun(deps, { source, rows }, answer)
    circuits.by('watched').succeeded(id, request.point.key)
    return fetched
  } catch (error) {
    circuits.probeFailed(id, asSourceError(error))
    report('demo_probe_failed', { source: id, message: String(error), err: error })
    return null
  }
}
