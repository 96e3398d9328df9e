import type { Place } from '../weather/point.ts'
import { fold } from './folding.ts'
import { formerProvinces, namesIn } from './typed-names.ts'

/** A case ending, behind a name of at least as many letters. */
const [longestEnding, shortestName] = [4, 3]

/**
 * Words of a search that say nothing of any place found by it, as they were typed: `Zzyyx` of `Zzyyx Malatya`.
 * @param search By other spellings too
 */
export function unknownWords(
  query: string,
  found: readonly Place[],
  search: (word: string) => readonly Place[]
): readonly string[] {
  if (found.length === 0) return []
  const known = found.flatMap(({ name, region, slug }) =>
    [name, region ?? '', slug, formerProvinces.get(fold(region ?? '')) ?? ''].flatMap((text) => [
      ...fold(text).split(' '),
      fold(text).replaceAll(' ', '')
    ])
  )
  const isEnded = (word: string, name: string): boolean =>
    name.length >= shortestName && word.startsWith(name) && word.length - name.length <= longestEnding
  const slugs = new Set(found.map(({ slug }) => slug))
  const typed = new Map(query.split(/[\s,;/|()]+/).map((word) => [fold(word), word]))
  return namesIn(query)
    .filter((word) => word.length > 1 && !/^\d+$/.test(word))
    .filter((word) => !known.some((name) => name.includes(word) || isEnded(word, name)))
    .filter((word) => !search(word).some(({ slug }) => slugs.has(slug)))
    .map((word) => typed.get(word) ?? word)
}
