/** Subscriptions that are being taken: they count against the client's limit before they are stored. */

export interface Reservations {
  /** Counts one more of a client until it is given back; `before`: how many of them were under way already. */
  readonly take: (client: string) => { readonly before: number; readonly giveBack: () => void }
}

/** Reservations of this process; those of another are bounded by the store, once the look-ups are done. */
export function createReservations(): Reservations {
  const underWay = new Map<string, number>()
  return {
    take(client) {
      const before = underWay.get(client) ?? 0
      underWay.set(client, before + 1)
      const giveBack = (): void => {
        const left = (underWay.get(client) ?? 0) - 1
        if (left > 0) underWay.set(client, left)
        else underWay.delete(client)
      }
      return { before, giveBack }
    }
  }
}
