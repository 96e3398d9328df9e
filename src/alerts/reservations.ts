/** Subscription requests in progress: they count against the client's limit before they are stored. */

export interface Reservation {
  /** How many of the same client were reserved before this one and have not ended. */
  readonly before: () => number
  /** How many of the same client were stored since the client last had no reservation. */
  readonly stored: () => number
  readonly end: (isStored: boolean) => void
}

export interface Reservations {
  readonly take: (client: string) => Reservation
}

/** Reservations of this process. The store enforces the limit across processes, after the look-ups. */
export function createReservations(): Reservations {
  const clients = new Map<string, { readonly open: Set<Reservation>; stored: number }>()
  return {
    take(client) {
      const own = clients.get(client) ?? { open: new Set(), stored: 0 }
      clients.set(client, own)
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
