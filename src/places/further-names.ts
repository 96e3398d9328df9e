import type { Place } from '../weather/point.ts'

/**
 * Places that a text names beside those found: of `Malatya ve Elazığ` both, but of `Mersin limon` no town elsewhere,
 * and beside a named province no district of another.
 * @param words That the found places do not explain
 */
export function furtherNames(
  found: readonly Place[],
  words: readonly string[],
  { named, said }: FurtherNamesParts
): readonly Place[] {
  const candidates = [...new Set(words)].map(named)
  const provinces = [...said, ...candidates.flat()].filter(({ kind }) => kind === 'province')
  const regions = new Set(provinces.map(({ region }) => region))
  const isNear = ({ kind, region }: Place): boolean =>
    regions.size > 0
      ? regions.has(region)
      : kind === 'district' || found.some((other) => other.region === region)
  return candidates.flatMap((some) => some.find((one) => one.kind === 'province' || isNear(one)) ?? [])
}

interface FurtherNamesParts {
  /** Places with exactly this name, the most important first. */
  readonly named: (word: string) => readonly Place[]
  /** The first place of Türkiye of each word. */
  readonly said: readonly Place[]
}
