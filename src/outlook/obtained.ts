/** What is in memory for a point, as far as it may be shown. */
import type { Asker } from './asker.ts'
import type { PointHandle } from './kept-points.ts'
import type { OpenPoint } from './open-point.ts'
import type { OutlookParts } from './parts.ts'
import { dueAt, isUsable } from './snapshot.ts'

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

/** What this asker is given without anybody being asked; null where something is due, or nothing is known. */
export function currentFor(parts: OutlookParts, key: string, asker: Asker): Obtained | null {
  const meta = parts.kept.get(key)
  if (meta === null) return null
  const now = parts.clock()
  // What a clock that was ahead has left would not be due for as long as it was ahead.
  const due = meta.confirmedAt > now ? now : asker.kind === 'client' ? dueAt(meta) : meta.askAgainAt
  return due > now ? usable(parts, key, due) : null
}

/** What is known of a point, however old, if it may still be shown; `retryAt` [ms since epoch] is told where it may not. */
export function usable(parts: OutlookParts, key: string, retryAt: number): Obtained {
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
