/** A value made at its first use, then stored. @param make called again after it threw; a rejected promise is stored */
export function lazy<Value>(make: () => Value): () => Value {
  let stored: { readonly value: Value } | null = null
  return () => {
    stored ??= { value: make() }
    return stored.value
  }
}
