/** A house that closes: what is under way is answered, whoever comes now is told to come back, and closing twice is closing once. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startHouse, type TestHouse } from '../../house.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { type CheckedClient, openClient } from './client.ts'
import { callOf } from './every-operation.ts'

let upstream: Upstream
let house: TestHouse
let client: CheckedClient
beforeEach(async () => {
  upstream = await startUpstream()
})
afterEach(async () => {
  await client.close()
  await house.close()
  await upstream.close()
})

async function open(map: boolean): Promise<void> {
  house = await startHouse({ environment: { ...upstream.environment, SOURCES: 'open-meteo' }, map })
  client = await openClient(house.origin)
}

it('tells every operation’s caller with 503 not_ready to come back, and the balancer by /readyz', async () => {
  // The house waits for its map, which the provider holds back: so long it neither is open nor has it closed.
  const release = upstream.hold()
  await open(true)
  expect((await fetch(`${house.origin}/readyz`)).status).toBe(200)
  const closed = house.close()
  for (const operation of client.contract.operations) {
    const answer = await client.ask(...callOf(operation))
    expect([operation.id, answer.status, answer.json]).toMatchObject([
      operation.id,
      503,
      { code: 'not_ready' }
    ])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  const ready = await fetch(`${house.origin}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not_ready' }])
  expect((await fetch(`${house.origin}/healthz`)).status).toBe(200)
  release()
  await closed
  await expect(fetch(`${house.origin}/healthz`)).rejects.toThrow()
})

it('answers what is under way before it ends, however often it is told to end', async () => {
  await open(false)
  await expect.poll(() => house.log().some((line) => line.includes('"demo_ended"'))).toBe(true)
  const release = upstream.hold()
  const before = upstream.count()
  const asked = client.ask('/weather?lat=10&lon=20')
  await expect.poll(() => upstream.count()).toBe(before + 1)
  const closing = [house.house.close(), house.house.close()]
  await expect.poll(() => fetch(`${house.origin}/healthz`).then(String, String)).toContain('fetch failed')
  release()
  expect((await asked).status).toBe(200)
  await Promise.all(closing)
  await house.house.close()
  // A second closing of what is closed would tell of it.
  expect(house.log().filter((line) => line.includes('not_ended_in_order'))).toEqual([])
})
