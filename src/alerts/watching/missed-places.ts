/** What the log says of places that could not be evaluated. */
import { reportedError } from '../../common/reported-error.ts'
import { isFieldLocation } from '../../weather/field.ts'

/** Places that a line names at most. */
const mostNamed = 3

/** The slug of a field says where it lies, so fields are counted and not named. */
export function missedPlaces(missed: Pick<ReadonlyMap<string, unknown>, 'keys' | 'size'>, error: unknown) {
  const named = [...missed.keys()].filter((location) => !isFieldLocation(location)).slice(0, mostNamed)
  return { places: missed.size, named, ...reportedError(error) }
}
