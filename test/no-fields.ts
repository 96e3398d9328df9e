/** The members of `AlertPlaces` for alerts of named places only. */
import type { AlertPlaces } from '../src/alerts/alerts.ts'

export const noFields: Pick<AlertPlaces, 'pointAt' | 'near'> = {
  pointAt: async () => {
    throw new RangeError('There are no fields here.')
  },
  near: () => null
}
