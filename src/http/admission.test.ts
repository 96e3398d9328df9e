import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { beforeEach, expect, it } from 'vitest'
import { type AdmissionDeps, admit, admitByKnownKey, countMore, holderOf } from './admission.ts'
import { createKeyLookUps } from './key-look-ups.ts'
import { createLimiter, type Tier } from './limiter.ts'

const free: Tier = { name: 'free', quota: 60, windowSeconds: 60 }
const partner: Tier = { name: 'partner', quota: 1000, windowSeconds: 60 }
const holder = { id: 'k1', tier: 'partner', isOperator: false }

let lookedUp: number
let deps: AdmissionDeps

beforeEach(() => {
  lookedUp = 0
  deps = {
    limiter: createLimiter(100),
    clients: { of: () => 'one address', ofPeer: () => null, sawUntrustedForwarding: () => false },
    tiers: new Map([free, partner].map((tier) => [tier.name, tier])),
    freeTier: free,
    keys: createKeyLookUps(async () => {
      lookedUp += 1
      // Only the very first key is known.
      return lookedUp === 1 ? holder : null
    })
  }
})

function requestWith(key: string): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  request.headers['x-api-key'] = key
  return request
}

it('a key costs one query a minute', async () => {
  for (let time = 0; time < 100; time += 1)
    expect(await admit(deps, requestWith('known'), time)).toMatchObject({
      client: 'key k1',
      tier: partner,
      keyIsWrong: false
    })
  expect(lookedUp).toBe(1)
})

it('a known key is admitted at once, without a promise, in its own tier; any other must be looked up', async () => {
  expect(admitByKnownKey(deps, 'known', 0)).toBeNull()
  await admit(deps, requestWith('known'), 0)
  expect(admitByKnownKey(deps, 'known', 1)).toMatchObject({ client: 'key k1', apiKey: holder, tier: partner })
  for (const key of ['', 'other', 'known'.repeat(50)]) expect(admitByKnownKey(deps, key, 1)).toBeNull()
  expect(admitByKnownKey(deps, 'known', 60_000)).toBeNull()
  expect(lookedUp).toBe(1)
})

it('invented keys are looked up no more often than the free tier allows, and keep nobody with a known one out', async () => {
  await admit(deps, requestWith('known'), 0)
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, one) => admit(deps, requestWith(`invented ${one}`), 1))
  )
  expect(lookedUp).toBe(60)
  expect(answers.filter(({ verdict }) => !verdict.allowed).length).toBeGreaterThanOrEqual(240)
  expect(answers.every(({ keyIsWrong }) => keyIsWrong)).toBe(true)
  for (let one = 0; one < 10; one += 1)
    expect((await holderOf(deps, requestWith(`other ${one}`), 2)).kind).toBe('too_many')
  expect(lookedUp).toBe(60)
  expect((await admit(deps, requestWith('known'), 2)).verdict.allowed).toBe(true)
  await admit(deps, requestWith('invented again'), 60_001)
  expect(lookedUp).toBe(61)
})

it('a request that counts as more takes all that is left, and nothing where that is too little', async () => {
  const tier = { ...free, quota: 4 }
  const verdict = { allowed: true, remaining: 3, resetSeconds: 60 }
  const more = async (requests: number) =>
    countMore(deps, { client: 'a', apiKey: null, tier, verdict }, { requests, nowAt: 0 })
  expect((await more(4)).problem).toMatchObject({ code: 'quota_exceeded' })
  expect(await more(3)).toMatchObject({ problem: null, verdict: { remaining: 1 } })
})
