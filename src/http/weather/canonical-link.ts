/** Where an answer lies under the slug that its `location` was folded to. */

/**
 * The `Link` header, name and value. It is made from what the question came to, in one order: what the first to ask wrote
 * beside it (`utm_…`) must not travel to everybody who asks the same.
 */
export function canonicalLink(
  address: string,
  texts: ReadonlyMap<string, string>,
  slug: string
): readonly [string, string] {
  const query = new URLSearchParams([...texts].sort(([one], [other]) => (one < other ? -1 : 1)))
  query.set('location', slug)
  return ['Link', `<${address}?${query.toString()}>; rel="canonical"`]
}
