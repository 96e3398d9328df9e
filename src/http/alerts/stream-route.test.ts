import { expect, it } from 'vitest'
import { createStreamPlaces } from './stream-route.ts'

/**
 * Opens one stream for each client, each with its own secret; returns how many were accepted, and the limits
 * of the others.
 */
function open(places: ReturnType<typeof createStreamPlaces>, clients: readonly string[]) {
  const answers = clients.map((client, index) => places.take(`${client} ${index}`, client))
  return {
    taken: answers.filter((limit) => limit === null).length,
    limits: [...new Set(answers.filter((limit) => limit !== null))]
  }
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)
/** As many /64s of one /48. */
const within48 = (count: number): readonly string[] =>
  range(count).map((one) => `2001:4860:1:${one.toString(16)}::/64`)
/** As many /48s of one /32. */
const within32 = (count: number, first = '2001:4860'): readonly string[] =>
  range(count).map((one) => `${first}:${one.toString(16)}:1::/64`)

it('the /64s of one network fill a share of the streams, whatever their number', () => {
  const places = createStreamPlaces()
  expect(open(places, within48(2500))).toEqual({ taken: 223, limits: ['streams-per-network'] })
  expect(open(places, within32(2500)).taken).toBeLessThan(667)
  expect(places.open()).toBeLessThanOrEqual(667)
  expect(
    open(
      places,
      range(256).map((one) => `93.184.215.${one}`)
    ).taken
  ).toBeLessThan(150)
  expect(places.take('honest', '85.105.1.1')).toBeNull()
})

it('a client of a network that has none finds a place while ten providers try to fill them', () => {
  const places = createStreamPlaces()
  for (const provider of range(10)) open(places, within32(3000, `2a${provider + 10}:1`))
  expect(places.open()).toBeGreaterThan(1900)
  expect(places.take('honest', '85.105.1.1')).toBeNull()
})

it('what is closed is free again, for the network too', () => {
  const places = createStreamPlaces()
  const clients = within48(224)
  open(places, clients)
  expect(places.take('next', '2001:4860:1:ffff::/64')).toBe('streams-per-network')
  for (const [index, client] of clients.entries())
    if (index < 223) places.release(`${client} ${index}`, client)
  expect(places.open()).toBe(0)
  expect(open(places, clients).taken).toBe(223)
})

it('addresses that are not public share no network, but a client has few', () => {
  const places = createStreamPlaces()
  expect(
    open(
      places,
      range(700).map((one) => `10.0.0.${one % 100}`)
    )
  ).toEqual({ taken: 700, limits: [] })
  expect(open(places, Array(11).fill('192.168.0.1'))).toEqual({ taken: 10, limits: ['streams-per-client'] })
})
