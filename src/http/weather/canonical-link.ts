/** The canonical URL of an answer whose `location` was folded to a slug. */
import type { QueryTexts } from '../query.ts'
import type { Located } from './locator.ts'

/**
 * The value of `Link` where the place of a query has another slug than was written, in a list; empty where it has not.
 * It is built from the parsed question, in a fixed order: what the first client added to its URL (`utm_…`) must not
 * reach other clients with the same question.
 */
export function canonicalLinks(
  address: string,
  { texts }: Pick<QueryTexts, 'texts'>,
  { canonicalSlug }: Pick<Located, 'canonicalSlug'>
): readonly string[] {
  if (canonicalSlug === null) return []
  const query = new URLSearchParams([...texts].sort(([one], [other]) => (one < other ? -1 : 1)))
  query.set('location', canonicalSlug)
  return [`<${address}?${query.toString()}>; rel="canonical"`]
}

/** The header `Link` of several links; none where there are none. */
export function linkHeader(links: readonly string[]): Readonly<Record<string, string>> {
  return links.length === 0 ? {} : { Link: links.join(', ') }
}
