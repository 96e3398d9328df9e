/** Which minimum a question of the record looks at. */
import type { Exposure } from '../../frost/frost-night.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import type { MinimumKind } from '../../observations/ports.ts'
import { minimumKinds } from '../../observations/row-parts.ts'
import { withDefault, wordParameter } from '../parameter.ts'

export const kindParameter = withDefault<MinimumKind>(
  wordParameter({
    name: 'kind',
    description: 'Which minimum is verified: that of the air at 2 m, or of plants of an `exposure`.',
    words: minimumKinds
  }),
  'air_2m'
)

export const plantExposureParameter = withDefault<Exposure>(
  wordParameter({
    name: 'exposure',
    description: 'Where the plants are that `kind=plant` looks at; without a meaning for the air.',
    words: exposures
  }),
  'ground'
)
