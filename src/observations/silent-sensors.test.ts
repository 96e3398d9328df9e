import { expect, it } from 'vitest'
import { syntheticPoint, syntheticSensor } from '../../test/made/synthetic-nights.ts'
import { hourMs } from '../common/time.ts'
import type { IntakeChannel } from './intake-ports.ts'
import { missedThermometers } from './silent-sensors.ts'

const now = Date.UTC(2026, 3, 11, 12)

type OwnedChannel = IntakeChannel & { readonly label: string; readonly owner: string }

const channel = (owner: string, silentHours: number): OwnedChannel => ({
  device: 'orchard',
  field: 'air',
  lastValue: '4',
  unit: 'C',
  isIndoors: false,
  firstAt: 0,
  lastAt: now - silentHours * hourMs,
  clock: null,
  sensor: { place: { location: 'malatya' }, kind: 'air_2m', exposure: null, station: '' },
  label: '',
  owner
})

it('thermometers that are missed are found by one query, in the order in which they were heard last', async () => {
  const asked: (readonly string[])[] = []
  const missed = await missedThermometers({
    store: {
      mappedChannels: async () => [
        channel('ayse', 30),
        channel('bekir', 20),
        channel('ceren', 15),
        channel('ayse', 10)
      ],
      revoked: async (owners) => {
        asked.push(owners)
        return [syntheticSensor(1, { owner: 'bekir', revokedAt: now })]
      }
    },
    findPlace: async () => ({ kind: 'point', point: syntheticPoint }),
    now
  })
  expect(asked).toEqual([['ayse', 'bekir', 'ceren']])
  expect(missed.map(({ owner, lastAt }) => [owner, (now - lastAt) / hourMs])).toEqual([
    ['ayse', 30],
    ['ceren', 15],
    ['ayse', 10]
  ])
})

it('thermometers are missed after six hours, for thirty days', async () => {
  const at = [6 - 0.01, 6, 30 * 24, 30 * 24 + 0.01]
  const missed = await missedThermometers({
    store: { mappedChannels: async () => at.map((hours) => channel('ayse', hours)), revoked: async () => [] },
    findPlace: async () => ({ kind: 'point', point: syntheticPoint }),
    now
  })
  expect(missed.map(({ lastAt }) => (now - lastAt) / hourMs)).toEqual([6, 720])
})
