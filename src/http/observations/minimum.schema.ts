/** Which minimum an answer of the record looks at, and where. */
import { exposures } from '../../frost/scoring-profile.ts'
import { namedPoint } from '../places/schema.ts'
import { oneOf, oneOfOrNull, text } from '../schema.ts'

export const minimumMembers = {
  kind: oneOf(['air_2m', 'plant'], 'Which minimum.'),
  exposure: oneOfOrNull(exposures, 'Of the plants; null for the air.')
}

/** A place or a point, with the zone of its nights. */
export const recordLocation = { ...namedPoint.properties, timezone: text('IANA time zone.') }
