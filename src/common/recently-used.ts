import { LRUCache } from 'lru-cache'

interface Choices<Key, Value> {
  /** What an entry counts [the unit of `most`]; 1 by default. An entry that counts more than `most` is not held. */
  readonly sizeOf?: (value: Value) => number
  /** Called with the key of an entry that is dropped to make room. */
  readonly dropped?: (key: Key) => void
}

/**
 * At most `most` entries, or so much of what `sizeOf` counts. Tables grow: given entries alone, the library makes those
 * for 100,000 at once, half of the work and memory of opening the service.
 */
export function recentlyUsed<Value extends object | number, Key extends object | string = string>(
  most: number,
  { sizeOf = () => 1, dropped }: Choices<Key, Value> = {}
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({
    maxSize: most,
    sizeCalculation: sizeOf,
    ...(dropped && { dispose: (_, key, reason) => void (reason === 'evict' && dropped(key)) })
  })
}

export type RecentlyUsed<Value extends object | number, Key extends object | string = string> = LRUCache<
  Key,
  Value
>
