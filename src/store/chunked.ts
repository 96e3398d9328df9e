/** Processes many rows on the service's one thread in portions. */
import { setImmediate as turnOfOthers } from 'node:timers/promises'

/** This many rows take about a millisecond. */
const portion = 512

/**
 * Maps all items in order. After each portion, other work on the thread gets a turn, such as receivers and
 * requests that need no database.
 */
export async function mapChunked<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const item of items) {
    if (results.length > 0 && results.length % portion === 0) await turnOfOthers()
    results.push(work(item))
  }
  return results
}
