/** Work that all processes do as of the same time of the day, because what comes of it changes every forecast. */
import { dayMs, hourMs } from '../common/time.ts'

/** [UTC] */
const atMs = 12 * hourMs

/**
 * Does work once as of the last noon UTC, whenever a process started. Calls share the work; a failure is tried again.
 */
export function onceANoon(work: (noon: number) => Promise<void>): (now: number) => Promise<void> {
  let newest: { readonly noon: number; readonly done: Promise<void> } | null = null
  return async (now) => {
    const noon = Math.floor((now - atMs) / dayMs) * dayMs + atMs
    if (newest?.noon !== noon) newest = { noon, done: work(noon) }
    const { done } = newest
    try {
      await done
    } catch (error) {
      if (newest?.done === done) newest = null
      throw error
    }
  }
}
