import { readCoordinates } from './coordinates.ts'
import { maximumSlugLength } from './folding.ts'

/** @param near the places that may be meant, best first */
export function unknownPlaceDetail(written: string, near: readonly { readonly slug: string }[]): string {
  const shown = written.slice(0, maximumSlugLength).replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '�')
  const search = 'Search places at /locations?q=.'
  const alone = written.toLowerCase() === 'merkez' ? 'Name its province, such as "malatya-merkez". ' : ''
  const hint = near[0] === undefined ? alone + search : `Did you mean "${near[0].slug}"?`
  return `No place has the slug "${shown}".${coordinatesHint(written)} ${hint}`
}

/** What to do with coordinates that stand where a name belongs, as a sentence after a blank; empty where it is none. */
export function coordinatesHint(written: string): string {
  const read = readCoordinates(written)
  if (read.kind === 'none') return ''
  const [lat, lon] = read.kind === 'point' ? [read.lat, read.lon].map((one) => Number(one.toFixed(3))) : []
  return ` Coordinates go into two parameters${lat === undefined ? '' : `: lat=${lat}&lon=${lon}`}.`
}
