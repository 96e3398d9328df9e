/** Made weather for a machine that no source has ever answered: shown at once, labelled everywhere, left for good at the first answer. */
import { type Point, pointKey } from '../forecast/point.ts'
import type { FetchedForecast, ForecastRequest, NotModified, Source } from '../sources/source.ts'
import { asSourceError, horizonDays } from './chain.ts'
import type { OutlookParts } from './parts.ts'
import { keep } from './renew.ts'

export interface DemoMode {
  readonly isOn: () => boolean
  /** Puts made weather for a point into memory, once the first probe of the real sources has ended. */
  readonly showAt: (point: Point) => Promise<void>
  /** See `Outlook.probe`. */
  readonly probe: (point: Point) => Promise<boolean>
}

/** How long the real sources get to answer a probe. */
const probeMs = 5000

export function createDemoMode(parts: OutlookParts): DemoMode {
  const { demo } = parts
  let on = demo !== null
  let probing: Promise<boolean> | null = null
  let everProbed = false

  const leave = (): void => {
    on = false
    parts.kept.dropSynthetic()
    parts.report('demo_ended', {})
  }
  const probeOnce = async (point: Point): Promise<boolean> => {
    if (await hasRealAnswer(parts, point, leave)) return false
    if (!everProbed)
      parts.report('demo_shown', {
        message: 'No source has ever answered: made weather is shown, marked synthetic, until one does.'
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
    async showAt(point) {
      // The first question waits for the first probe: real weather a second later is better than made weather at once.
      if (!everProbed) await probe(point)
      const kept = parts.kept.get(pointKey(point))
      if (!on || demo === null || (kept !== null && kept.askAgainAt > parts.clock())) return
      const fetched = await demo.fetchForecast(questionAt(point), parts.abortAfter(probeMs))
      if (on) await keep(parts, { point, source: demo, fetched, watched: false, isFallback: false })
      // The first answer may have come while this was being kept.
      if (!on) parts.kept.dropSynthetic()
    }
  }
}

function questionAt(point: Point): ForecastRequest {
  return { point, days: horizonDays, previous: null }
}

/** Whether a real source has ever answered, or one does now; then `leave` is called before its answer is kept. */
async function hasRealAnswer(parts: OutlookParts, point: Point, leave: () => void): Promise<boolean> {
  if (await parts.store.any()) {
    leave()
    return true
  }
  for (const source of parts.sources) if (await answers(parts, source, point, leave)) return true
  return false
}

async function answers(
  parts: OutlookParts,
  source: Source,
  point: Point,
  leave: () => void
): Promise<boolean> {
  const request = questionAt(point)
  if (!(await parts.budget.take(source, source.limits.costOf(request), true))) return false
  const fetched = await probed(parts, source, request)
  if (fetched === null) return false
  leave()
  const isFallback = source !== parts.sources[0]
  await keep(parts, { point, source, fetched, watched: false, isFallback })
  return true
}

/** What a source answers to a probe, null where it gives nothing; either is told where people look for it. */
async function probed(
  { attempts, abortAfter, report }: OutlookParts,
  source: Source,
  request: ForecastRequest
): Promise<FetchedForecast | NotModified | null> {
  const { id } = source.credit
  try {
    const fetched = await source.fetchForecast(request, abortAfter(probeMs))
    attempts.by('watched').succeeded(id, pointKey(request.point))
    return fetched
  } catch (error) {
    attempts.probeFailed(id, asSourceError(error))
    report('demo_probe_failed', { source: id, message: String(error) })
    return null
  }
}
