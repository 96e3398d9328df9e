/** The canonical URL of an answer whose `location` was folded to a slug. */

/**
 * The `Link` header, name and value. It is built from the parsed question, in a fixed order: what the first
 * client added to its URL (`utm_…`) must not reach other clients with the same question.
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
