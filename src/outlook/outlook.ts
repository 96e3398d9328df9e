/** From a point to its forecast: memory, disk, then the sources, each asked once however many wait. */
import { type Point, pointKey } from '../forecast/point.ts'
import type { Asker } from './asker.ts'
import { createDemoMode } from './demo-mode.ts'
import { fewAtATime } from './few-at-a-time.ts'
import { fromKept } from './kept-meta.ts'
import type { OpenPoint, PointHandle } from './kept-points.ts'
import { isPackedSeries } from './packed-series.ts'
import type { OutlookParts } from './parts.ts'
import { type Renewal, renew } from './renew.ts'
import { renewTogether } from './renew-together.ts'
import { createSeasons, type Seasons } from './seasons.ts'
import { dueAt, freshnessOf, isUsable } from './snapshot.ts'

/** A forecast that may be shown. */
export type ReadySnapshot = { readonly kind: 'snapshot'; readonly snapshot: OpenPoint } & Pick<
  PointHandle,
  'meta' | 'read'
>

export type Obtained =
  | ReadySnapshot
  /** Nothing that may be shown; `lastDataAt` [ms since epoch] tells the age of what was kept, if anything was. */
  | { readonly kind: 'unavailable'; readonly lastDataAt: number | null; readonly retryAt: number }
  /** This client has opened its share of new points for today. */
  | { readonly kind: 'too_many_points'; readonly retryAfterSeconds: number }

export interface Outlook {
  /** The forecast for a point; never throws for a source's fault. */
  readonly obtain: (point: Point, asker: Asker) => Promise<Obtained>
  /**
   * Has the forecasts of watched places renewed where they are due, in as few upstream requests as the first source allows; ends
   * when each has been asked for, or, once `stopping`, with what is under way. Never throws for a source's fault.
   */
  readonly renewWatched: (points: readonly Point[], stopping?: AbortSignal) => Promise<void>
  /** What a client's question would be given at once, without a promise; null where somebody has to be asked or nothing may be shown. */
  readonly ready: (point: Point) => ReadySnapshot | null
  /** What is kept for a point in memory or on disk and may still be shown, without asking anybody; null where nothing is. */
  readonly kept: (point: Point) => Promise<OpenPoint | null>
  /** Whether made-up weather is shown because no source has ever answered. */
  readonly isDemo: () => boolean
  /**
   * While in demo: asks every real source for a point, past all pauses; at the first answer demo is left for good.
   * Answers whether the service is (still) in demo. To be called at the start and every 30 s.
   */
  readonly probe: (point: Point) => Promise<boolean>
  /** The temperatures of the season gone by, for the stage of a crop. */
  readonly seasons: Seasons
}

/** After this time somebody may ask again where no source was reached at all. */
const retryMs = 30_000
/** Watched places that are asked for one by one at a time. */
const singlesAtATime = 8

export function createOutlook(parts: OutlookParts): Outlook {
  const flights = new Map<string, Promise<Renewal>>()
  const demo = createDemoMode(parts)

  const current = (key: string, asker: Asker): Obtained | null => {
    const meta = parts.kept.get(key)
    if (meta === null) return null
    const due = asker.kind === 'client' ? dueAt(meta) : meta.askAgainAt
    return due > parts.clock() ? usable(parts, key, due) : null
  }
  const fly = (point: Point, ask: () => Promise<Renewal>): Promise<Renewal> => {
    const key = pointKey(point)
    const underWay = flights.get(key)
    if (underWay !== undefined) return underWay
    // Whoever is given what is kept does not wait for this flight: a database that is away must not end the process.
    const flight = ask()
      .catch((error: unknown): Renewal => {
        parts.report('renewal_failed', { message: error instanceof Error ? error.message : String(error) })
        return { retryAt: parts.clock() + retryMs }
      })
      .finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }
  const obtain = async (point: Point, asker: Asker): Promise<Obtained> => {
    const key = pointKey(point)
    const kept = current(key, asker)
    if (kept !== null) return kept
    if (demo.isOn()) {
      await demo.showAt(point)
      if (demo.isOn()) return usable(parts, key, parts.clock() + retryMs)
    }
    if (parts.kept.get(key) === null) await recall(parts, point)
    const recalled = current(key, asker)
    if (recalled !== null) return recalled
    const meta = parts.kept.get(key)
    const at = parts.clock()
    if (meta === null && asker.kind === 'client' && !flights.has(key)) {
      const wait = parts.allowance.take(asker.key)
      if (wait !== null) return { kind: 'too_many_points', retryAfterSeconds: wait }
    }
    const flight = fly(point, () => renew(parts, point, asker.kind === 'watch'))
    // Nobody waits for a renewal of data that are still good: the next one to ask gets the new ones.
    if (meta !== null && asker.kind === 'client' && freshnessOf(meta, at) !== 'stale') {
      return usable(parts, key, at + retryMs)
    }
    return usable(parts, key, (await flight).retryAt)
  }
  const kept = async (point: Point): Promise<OpenPoint | null> => {
    const key = pointKey(point)
    if (parts.kept.get(key) === null && !demo.isOn()) await recall(parts, point)
    const meta = parts.kept.get(key)
    return meta !== null && isUsable(meta, parts.clock()) ? parts.kept.open(key) : null
  }
  const ready = (point: Point): ReadySnapshot | null => {
    const found = current(pointKey(point), { kind: 'client', key: '' })
    return found?.kind === 'snapshot' ? found : null
  }
  const oneByOne = fewAtATime(singlesAtATime)
  const renewWatched = async (points: readonly Point[], stopping?: AbortSignal): Promise<void> => {
    if (demo.isOn()) await Promise.all(points.map(demo.showAt))
    if (demo.isOn()) return
    const isKnown = (point: Point): boolean => parts.kept.get(pointKey(point)) !== null
    await Promise.all(points.filter((point) => !isKnown(point)).map((point) => recall(parts, point)))
    const due = points.filter((point) => current(pointKey(point), { kind: 'watch' }) === null)
    const free = due.filter((point) => !flights.has(pointKey(point)))
    const together = renewTogether(parts, free)
    const alone = async (point: Point): Promise<Renewal> =>
      stopping?.aborted ? { retryAt: parts.clock() + retryMs } : renew(parts, point, true)
    const ask = async (point: Point): Promise<Renewal> =>
      (await together).has(pointKey(point)) ? { retryAt: parts.clock() } : oneByOne(() => alone(point))
    await Promise.all(due.map((point) => fly(point, () => ask(point))))
  }
  const seasons = createSeasons(parts, demo.isOn)
  return { obtain, renewWatched, ready, kept, isDemo: demo.isOn, probe: demo.probe, seasons }
}

function usable(parts: OutlookParts, key: string, retryAt: number): Obtained {
  const handle = parts.kept.handle(key)
  if (handle === null || !isUsable(handle.meta, parts.clock())) {
    return { kind: 'unavailable', lastDataAt: handle?.meta.confirmedAt ?? null, retryAt }
  }
  return {
    kind: 'snapshot',
    meta: handle.meta,
    read: handle.read,
    get snapshot() {
      return handle.open()
    }
  }
}

/** Brings the latest that was kept on disk for a point into memory; a database that is away has nothing to tell. */
async function recall(parts: OutlookParts, point: Point): Promise<void> {
  try {
    await recallFromDisk(parts, point)
  } catch (error) {
    parts.report('recall_failed', { message: error instanceof Error ? error.message : String(error) })
  }
}

async function recallFromDisk(parts: OutlookParts, point: Point): Promise<void> {
  const key = pointKey(point)
  for (const source of parts.sources) {
    const row = await parts.store.read(source.credit.id, key)
    const meta = row === null ? null : fromKept(row, point)
    const known = parts.kept.get(key)
    if (row === null || meta === null || !isPackedSeries(row.body)) continue
    if (known === null || known.confirmedAt < meta.confirmedAt) parts.kept.set(key, meta, row.body)
  }
}
