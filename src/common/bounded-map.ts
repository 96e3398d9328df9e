/** Beyond its limit the entry that was added first is dropped. Setting a known key keeps its age. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  /** @param most 1 or more */
  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    super.set(key, value)
    if (this.size > this.#most) {
      const { value: oldest, done } = this.keys().next()
      if (done !== true) this.delete(oldest)
    }
    return this
  }

  // The inherited ones would add without the limit.
  override getOrInsert(key: Key, value: Value): Value {
    return this.getOrInsertComputed(key, () => value)
  }

  override getOrInsertComputed(key: Key, make: (key: Key) => Value): Value {
    if (!this.has(key)) this.set(key, make(key))
    return this.get(key) as Value
  }
}
