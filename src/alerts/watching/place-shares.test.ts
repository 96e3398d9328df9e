import { expect, it } from 'vitest'
import type { PlaceWatcher } from '../store-ports.ts'
import { createPlaceShares, sharesOf } from './place-shares.ts'

function watcher(location: string, network: string, members: Partial<PlaceWatcher> = {}): PlaceWatcher {
  return { location, network, isConfirmed: true, since: 1, ...members }
}

/** Ten places of one network; the rows of a case are about `here`. */
const large = Array.from({ length: 10 }, (_, index) => watcher(`other-${index}`, 'large'))

it.each([
  ['its only network', [watcher('here', 'large')], 'large', true],
  ['the network with the fewest places', [watcher('here', 'large'), watcher('here', 'small')], 'small', true],
  [
    'one that reads what is sent, whatever else it watches',
    [watcher('here', 'small', { isConfirmed: false }), watcher('here', 'large')],
    'large',
    true
  ],
  [
    'an unconfirmed one where there is no other',
    [watcher('here', 'small', { isConfirmed: false })],
    'small',
    false
  ],
  ['a separate share by a key of the operator', [watcher('here', 'key')], null, true],
  ['the same, with other watchers', [watcher('here', 'small'), watcher('here', 'key')], null, true]
])('a place counts towards %s', (_, rows, network, isConfirmed) => {
  const shares = sharesOf([...large, ...rows], new Set(['key']))
  expect(shares.get('here')).toMatchObject({ network, isConfirmed })
  expect(shares.get('other-1')).toEqual({ network: 'large', isConfirmed: true, since: 1 })
})

it('reads the networks again after ten minutes and for a new place, and keeps them where they cannot be read', async () => {
  let now = 0
  let reads = 0
  let rows: readonly PlaceWatcher[] | null = [watcher('here', 'a')]
  const reported: string[] = []
  const shares = createPlaceShares({
    clock: () => now,
    report: (event) => reported.push(event),
    alerts: {
      channels: new Map(),
      subscriptions: {
        watchers: async () => {
          reads += 1
          if (rows === null) throw new Error('away')
          return rows
        }
      }
    }
  })
  const networkOf = async (location: string) => (await shares([location]))(location).network
  expect(await networkOf('here')).toBe('a')
  expect(await networkOf('here')).toBe('a')
  expect(reads).toBe(1)
  rows = [watcher('here', 'a'), watcher('there', 'b')]
  expect(await networkOf('there')).toBe('b')
  expect(reads).toBe(2)
  now += 10 * 60_000
  rows = null
  expect(await networkOf('here')).toBe('a')
  expect(reported).toEqual(['store_failed'])
})
