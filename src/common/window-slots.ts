/** A sliding window in slots: requests are counted by the slot in which they come, so a log of any size is short. */

/** So many slots has a window. */
export const slotsOfWindow = 64

/** The slot in which a request at `nowAt` [ms since epoch] counts, and the last slot that has left the window. */
export function slotsAt(windowMs: number, nowAt: number): { readonly slot: number; readonly over: number } {
  const slotMs = windowMs / slotsOfWindow
  return { slot: Math.ceil(nowAt / slotMs), over: Math.floor(nowAt / slotMs) - slotsOfWindow }
}

/** When a slot leaves the window [ms since epoch]. */
export function slotEndsAt(windowMs: number, slot: number): number {
  return Math.ceil(((slot + slotsOfWindow) * windowMs) / slotsOfWindow)
}
