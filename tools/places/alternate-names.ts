/** Which other spellings of a place the search knows. */

import { fold } from '../../src/places/folding.ts'
import type { AlternateNames } from '../../src/places/place-table.ts'
import { isLatin, spellingEnd } from '../../src/places/search.ts'
import type { Row } from './row.ts'

// GeoNames has up to hundreds of spellings of a place, most of them transliterations nobody types. Latin ones
// are kept for large places, other scripts for very large ones; Türkiye keeps its Latin ones throughout.
const minPopulationLatin = 100_000
const minPopulationOtherScripts = 1_000_000

/** The folded spellings to be searched for a row besides its name, in alphabetical order, without doubles. */
export function chooseAlternateNames(row: Row): AlternateNames {
  const known = row.country === 'TR' || row.population >= minPopulationLatin
  if (!known) return { latin: '', otherScripts: '' }
  const otherScripts = row.population >= minPopulationOtherScripts || row.kind === 'province'
  const names = row.alternateNames
    // Three capitals are an airport's code: "BUR" would put Burbank before Bursa.
    .filter((name) => !/^[A-Z]{3,4}$/.test(name))
    .map(fold)
    .filter((name) => (isLatin(name) ? name.length >= 3 : otherScripts && name !== ''))
  const own = fold(row.name)
  const others = [...new Set(names)].filter((name) => name !== own).toSorted()
  return {
    latin: others.filter(isLatin).join(spellingEnd),
    otherScripts: others.filter((name) => !isLatin(name)).join(spellingEnd)
  }
}
