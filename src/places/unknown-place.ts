/** What is said of a slug that no place has: the same words for a query, a body and a measurement. */
import { maximumSlugLength } from './folding.ts'

/** @param near the places that may be meant, best first */
export function unknownPlaceDetail(written: string, near: readonly { readonly slug: string }[]): string {
  const shown = written.slice(0, maximumSlugLength).replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '�')
  const search = 'Search places at /locations?q=.'
  const alone = written.toLowerCase() === 'merkez' ? 'Name its province, such as "malatya-merkez". ' : ''
  const hint = near[0] === undefined ? alone + search : `Did you mean "${near[0].slug}"?`
  return `No place has the slug "${shown}". ${hint}`
}
