import { lazy } from '../common/lazy.ts'
import type { Place } from '../weather/point.ts'
import { fold } from './folding.ts'
import { spellingEnd } from './search.ts'
import { formerProvinces, namesIn } from './typed-names.ts'

/** A case ending, behind a name of at least as many letters. */
const [longestEnding, shortestName] = [4, 3]

/**
 * Words of a search that say nothing of any place found by it, as they were typed: `Zzyyx` of `Zzyyx Malatya`.
 * @param spellingsOf Each behind a `spellingEnd`
 */
export function unknownWords(
  query: string,
  found: readonly Place[],
  spellingsOf: (place: Place) => string
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
  const spelt = lazy(() => found.map(spellingsOf).join(''))
  const begins = (word: string): boolean =>
    [spellingEnd, ' '].some((before) => spelt().includes(`${before}${word}`))
  const typed = new Map(query.split(/[\s,;/|()]+/).map((word) => [fold(word), word]))
  return namesIn(query)
    .filter((word) => word.length > 1 && !/^\d+$/.test(word))
    .filter((word) => !known.some((name) => name.includes(word) || isEnded(word, name)))
    .filter((word) => !begins(word))
    .map((word) => typed.get(word) ?? word)
}
