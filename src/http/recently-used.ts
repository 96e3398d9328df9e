import { LRUCache } from 'lru-cache'

/**
 * At most `most` entries, of which the least recently used goes first. Its tables grow with what is in them: given only how many there
 * may be, the library would make those for 100,000 entries at once, which is half of the work and of the memory of opening the service.
 */
export function recentlyUsed<Value extends object | number>(most: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 })
}
