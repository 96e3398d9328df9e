/**
 * Made when first asked for, and stored: the service starts sooner, in less memory. @param make Called again after it
 * threw; a promise is stored whatever becomes of it
 */
export function lazy<Value>(make: () => Value): () => Value {
  let stored: { readonly value: Value } | null = null
  return () => {
    stored ??= { value: make() }
    return stored.value
  }
}
