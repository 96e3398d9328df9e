import { expect, it } from 'vitest'
import { createStateApi } from './shown-states.ts'
import type { WatchedProfile } from './watched-forecasts.ts'

it('shows the profiles of named places, never those of fields', async () => {
  const generic = { crop: 'generic', stage: null, exposure: null }
  const apricot = { crop: 'apricot', stage: 'full-bloom', exposure: null }
  const profiles = async (): Promise<readonly (WatchedProfile & { seq: number; stageIsOld: boolean })[]> => [
    { seq: 1, stageIsOld: false, location: '39.123,37.456,1234 Europe/Istanbul', ...apricot },
    { seq: 2, stageIsOld: false, location: '39.123,37.456 Europe/Istanbul', ...generic },
    { seq: 3, stageIsOld: false, location: 'malatya', ...apricot }
  ]
  const subscriptions = { profiles, unwatchedProfiles: profiles }
  const deps = { subscriptions } as unknown as Parameters<typeof createStateApi>[0]
  const api = createStateApi(deps, 'mqtt', { takeEvaluated: () => new Set(), term: () => 0 })
  const shown = [
    { location: 'malatya', ...generic },
    { location: 'malatya', ...apricot }
  ]
  expect(await api.watched()).toEqual(shown)
  expect(await api.unwatched(0)).toEqual(shown)
})
