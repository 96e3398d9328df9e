/** Subscription requests in progress count against the client's limit before they are stored. */
import { secondMs } from '../common/time.ts'

export interface Reservation {
  /** The same client's, reserved before this one and not ended. */
  readonly before: () => number
  /** The same client's, since it last had no reservation. */
  readonly stored: () => number
  readonly end: (isStored: boolean) => void
}

/** Reservations of this process. The store enforces the limit across processes, after the look-ups. */
export function createReservations() {
  const clients = new Map<string, { readonly open: Set<Reservation>; stored: number }>()
  return {
    take(client: string): Reservation {
      const own = clients.getOrInsertComputed(client, () => ({ open: new Set(), stored: 0 }))
      const reservation: Reservation = {
        before: () => [...own.open].indexOf(reservation),
        stored: () => own.stored,
        end(isStored) {
          own.open.delete(reservation)
          if (isStored) own.stored += 1
          if (own.open.size === 0) clients.delete(client)
        }
      }
      own.open.add(reservation)
      return reservation
    }
  }
}

/** For `Retry-After`: from 1 to the whole window. */
export function windowEndsInSeconds({ windowMs, now }: Pick<AllowanceUse, 'windowMs' | 'now'>): number {
  return Math.ceil((windowMs - (now % windowMs)) / secondMs)
}

export interface Allowances {
  /** From the window that contains `now`; false where all are used. */
  readonly take: (use: AllowanceUse) => Promise<boolean>
  /** Adds to the uses since `now`, the beginning of a span; returns how many there are. */
  readonly add: (use: Pick<AllowanceUse, 'scope' | 'key' | 'now'>, count: number) => Promise<number>
  /** Returns a use that was taken and not needed. */
  readonly giveBack: (use: AllowanceUse) => Promise<void>
}

/** `limit` uses in each window of `windowMs`; windows begin at its multiples since the epoch. */
export interface AllowanceUse {
  readonly scope: string
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  readonly now: number
}
