import type { QueryTexts } from '../query.ts'
import type { Located } from './locator.ts'

/**
 * `Link` where the place has another slug than was written, else empty. In a fixed order from the parsed question: one
 * client's `utm_…` must not reach others.
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

export function linkHeader(links: readonly string[]): Readonly<Record<string, string>> {
  return links.length === 0 ? {} : { Link: links.join(', ') }
}
