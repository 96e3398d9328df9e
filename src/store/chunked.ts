/** Going through many rows on the service's one thread. */
import { setImmediate as turnOfOthers } from 'node:timers/promises'

/** So many rows take about a millisecond. */
const portion = 512

/** Maps all items in their order; receivers, and requests that need no database, have their turn after each portion. */
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
