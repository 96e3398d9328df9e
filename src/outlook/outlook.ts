/** From a point to its forecast: memory, disk, then the sources, each asked once however many wait. */
import { type Point, pointKey } from '../forecast/point.ts'
import type { Asker } from './asker.ts'
import { createDemoMode, type DemoMode } from './demo-mode.ts'
import { createFlights, type Flights, retryMs } from './flights.ts'
import type { Requester } from './gate.ts'
import { currentFor, type Obtained, type ReadySnapshot, usable } from './obtained.ts'
import type { OpenPoint } from './open-point.ts'
import type { OutlookParts } from './parts.ts'
import { recall } from './recall.ts'
import { type Renewal, renew } from './renew.ts'
import { createRenewWatched, type RenewWatched } from './renew-watched.ts'
import { createSeasons, type Seasons } from './seasons.ts'
import { freshnessOf, isUsable, type SnapshotMeta } from './snapshot.ts'

export interface Outlook {
  /** The forecast for a point; never throws for a source's fault. */
  readonly obtain: (point: Point, asker: Asker) => Promise<Obtained>
  /**
   * Has the forecasts of watched places renewed where they are due, in as few upstream requests as the first source allows; ends
   * when each has been asked for, or, once `stopping`, with what is under way. Never throws for a source's fault.
   */
  readonly renewWatched: RenewWatched
  /** What a client's question would be given at once, without a promise; null where somebody has to be asked or nothing may be shown. */
  readonly ready: (point: Point) => ReadySnapshot | null
  /** What is kept for a point in memory or on disk and may still be shown, without asking anybody; null where nothing is. */
  readonly kept: (point: Point) => Promise<OpenPoint | null>
  /** As `kept`; where it is due, what another process may have renewed is looked for on disk as well. */
  readonly latest: (point: Point) => Promise<OpenPoint | null>
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

interface Rooms {
  readonly parts: OutlookParts
  readonly demo: DemoMode
  /** Questions of visitors, and of the service itself: a watched place never waits behind a crowd of visitors. */
  readonly flights: Readonly<Record<Requester, Flights<Renewal>>>
}

export function createOutlook(parts: OutlookParts): Outlook {
  const demo = createDemoMode(parts)
  const afterFault = (error: unknown): Renewal => {
    parts.report('renewal_failed', { message: error instanceof Error ? error.message : String(error) })
    return { retryAt: parts.clock() + retryMs }
  }
  const flights = { visitor: createFlights(afterFault), watched: createFlights(afterFault) }
  const rooms = { parts, demo, flights }
  return {
    obtain: (point, asker) => obtain(rooms, point, asker),
    renewWatched: createRenewWatched(parts, demo, flights.watched),
    ready(point) {
      const found = currentFor(parts, pointKey(point), { kind: 'client', key: '' })
      return found?.kind === 'snapshot' ? found : null
    },
    kept: (point) => keptAt(rooms, point, (meta) => meta === null),
    latest: (point) => keptAt(rooms, point, (meta) => meta === null || meta.askAgainAt <= parts.clock()),
    isDemo: demo.isOn,
    probe: demo.probe,
    seasons: createSeasons(parts, demo.isOn)
  }
}

async function obtain({ parts, demo, flights }: Rooms, point: Point, asker: Asker): Promise<Obtained> {
  const key = pointKey(point)
  const kept = currentFor(parts, key, asker)
  if (kept !== null) return kept
  if (demo.isOn()) {
    await demo.showAt(point)
    if (demo.isOn()) return usable(parts, key, parts.clock() + retryMs)
  }
  if (parts.kept.get(key) === null) await recall(parts, point)
  const recalled = currentFor(parts, key, asker)
  if (recalled !== null) return recalled
  const meta = parts.kept.get(key)
  const at = parts.clock()
  const isWatching = asker.kind === 'watch' || flights.watched.isUnderWay(point)
  const underWay = flights[isWatching ? 'watched' : 'visitor']
  if (meta === null && asker.kind === 'client' && !underWay.isUnderWay(point)) {
    const wait = parts.allowance.take(asker.key)
    if (wait !== null) return { kind: 'too_many_points', retryAfterSeconds: wait }
  }
  const flight = underWay.fly(point, () => renew(parts, point, { watched: asker.kind === 'watch' }))
  // Nobody waits for a renewal of data that are still good: the next one to ask gets the new ones.
  if (meta !== null && asker.kind === 'client' && !isWorthWaiting(parts, meta, at)) {
    return usable(parts, key, at + retryMs)
  }
  return usable(parts, key, (await flight).retryAt)
}

/** Data that may not be shown are waited for; stale ones only where nobody else has to wait first. */
function isWorthWaiting({ sources, gates }: OutlookParts, meta: SnapshotMeta, at: number): boolean {
  if (!isUsable(meta, at)) return true
  const isCrowded = sources.some(({ credit }) => gates.of(credit.id, 'visitor').isCrowded())
  return freshnessOf(meta, at) === 'stale' && !isCrowded
}

async function keptAt(
  { parts, demo }: Rooms,
  point: Point,
  looksOnDisk: (meta: SnapshotMeta | null) => boolean
): Promise<OpenPoint | null> {
  const key = pointKey(point)
  if (looksOnDisk(parts.kept.get(key)) && !demo.isOn()) await recall(parts, point)
  const meta = parts.kept.get(key)
  return meta !== null && isUsable(meta, parts.clock()) ? parts.kept.open(key) : null
}
