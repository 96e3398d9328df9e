/**
 * A value that is made when it is first asked for, and stored. What the first answer does not need is made so: the
 * service starts sooner, and what is never asked for takes no memory.
 * @param make is called again after it has thrown; a promise is stored whatever becomes of it
 */
export function lazy<Value>(make: () => Value): () => Value {
  let stored: { readonly value: Value } | null = null
  return () => {
    stored ??= { value: make() }
    return stored.value
  }
}
