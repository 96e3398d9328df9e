/** Whether a request may pass: its client, its tier, and whether quota is left. */
import type { IncomingMessage } from 'node:http'
import { type ClientKeys, clientOfKey } from './client-key.ts'
import type { createKeyLookUps } from './key-look-ups.ts'
import type { Limiter, Tier, Verdict } from './limiter.ts'
import type { ApiKeyHolder } from './operation.ts'
import { type Problem, quotaExceeded } from './problem.ts'

export interface AdmissionDeps {
  readonly limiter: Limiter
  readonly clients: ClientKeys
  readonly tiers: ReadonlyMap<string, Tier>
  readonly freeTier: Tier
  readonly keys: ReturnType<typeof createKeyLookUps>
}

export interface Admitted {
  readonly client: string
  readonly apiKey: ApiKeyHolder | null
  readonly tier: Tier
  readonly verdict: Verdict
}

/** Admits a request that has no API key, as the caller has checked. At once where this process counts alone. */
export function admitByAddress(
  { clients, limiter, freeTier }: AdmissionDeps,
  request: IncomingMessage,
  nowAt: number
): Admitted | Promise<Admitted> {
  const client = clients.of(request)
  const admitted = (verdict: Verdict): Admitted => ({ client, apiKey: null, tier: freeTier, verdict })
  const verdict = limiter.take(client, freeTier, nowAt)
  return verdict instanceof Promise ? verdict.then(admitted) : admitted(verdict)
}

/** Admits a request by a key whose holder is known, as `admitByAddress`; null: the key must be looked up first. */
export function admitByKnownKey(
  deps: AdmissionDeps,
  key: string,
  nowAt: number
): Admitted | Promise<Admitted> | null {
  const holder = isPossibleKey(key) ? deps.keys.known(key, nowAt) : null
  return holder === null ? null : admitHolder(deps, holder, nowAt)
}

function admitHolder(
  { tiers, freeTier, limiter }: AdmissionDeps,
  apiKey: ApiKeyHolder,
  nowAt: number
): Admitted | Promise<Admitted> {
  const tier = tiers.get(apiKey.tier) ?? freeTier
  const client = clientOfKey(apiKey.id)
  const admitted = (verdict: Verdict): Admitted => ({ client, apiKey, tier, verdict })
  const verdict = limiter.take(client, tier, nowAt)
  return verdict instanceof Promise ? verdict.then(admitted) : admitted(verdict)
}

function isPossibleKey(key: string): boolean {
  return key.length > 0 && key.length <= 200
}

/** A client is its API key, else its address; a wrong key counts against the address. */
export async function admit(
  deps: AdmissionDeps,
  request: IncomingMessage,
  nowAt: number
): Promise<Admitted & { readonly keyIsWrong: boolean }> {
  if (request.headers['x-api-key'] === undefined) {
    return { ...(await admitByAddress(deps, request, nowAt)), keyIsWrong: false }
  }
  const found = await holderOf(deps, request, nowAt)
  if (found.kind === 'too_many') return { ...found.admitted, keyIsWrong: true }
  const { holder } = found
  if (holder === null) return { ...(await admitByAddress(deps, request, nowAt)), keyIsWrong: true }
  return { ...(await admitHolder(deps, holder, nowAt)), keyIsWrong: false }
}

type KeyAnswer =
  /** Null without a key or with an unknown one. */
  | { readonly kind: 'looked_up'; readonly holder: ApiKeyHolder | null }
  /** Too many keys were looked up for this address: this one was not. */
  | { readonly kind: 'too_many'; readonly admitted: Admitted }

/** Look-ups of unknown keys are limited by address: invented keys cost no more queries than the free tier. */
export async function holderOf(
  { keys, clients, limiter, freeTier }: AdmissionDeps,
  request: IncomingMessage,
  nowAt: number
): Promise<KeyAnswer> {
  const key = String(request.headers['x-api-key'] ?? '')
  if (!isPossibleKey(key)) return { kind: 'looked_up', holder: null }
  const known = keys.known(key, nowAt)
  if (known !== null) return { kind: 'looked_up', holder: known }
  if (!keys.wasFound(key, nowAt)) {
    const client = `key look-ups of ${clients.of(request)}`
    const verdict = await limiter.take(client, freeTier, nowAt)
    if (!verdict.allowed)
      return { kind: 'too_many', admitted: { client, apiKey: null, tier: freeTier, verdict } }
  }
  return { kind: 'looked_up', holder: await keys.find(key, nowAt) }
}

/** Counts further requests of an admitted client, all or none where it counts alone. */
export async function countMore(
  { limiter }: Pick<AdmissionDeps, 'limiter'>,
  { client, tier, verdict }: Admitted,
  { requests, nowAt }: { requests: number; nowAt: number }
): Promise<{ readonly verdict: Verdict; readonly problem: Problem | null }> {
  if (requests > verdict.remaining) return { verdict, problem: tooManyAtOnce({ tier, verdict }, requests) }
  const taken = await Promise.all(Array.from({ length: requests }, () => limiter.take(client, tier, nowAt)))
  const last = taken.at(-1) ?? verdict
  return { verdict: last, problem: last.allowed ? null : quotaProblem({ tier, verdict: last }) }
}

function tooManyAtOnce({ tier, verdict }: Pick<Admitted, 'tier' | 'verdict'>, more: number): Problem {
  const wanted = more + 1
  const advice =
    wanted > tier.quota
      ? 'Ask for fewer places at a time.'
      : `Try again in ${tier.windowSeconds} s, or ask for fewer places.`
  const detail =
    `This counts as ${wanted} requests, and of ${tier.quota} in ${tier.windowSeconds} s ` +
    `${verdict.remaining + 1} are left. ${advice}`
  return quotaExceeded(tier.name, detail, tier.windowSeconds)
}

export function quotaProblem({ tier, verdict }: Pick<Admitted, 'tier' | 'verdict'>): Problem {
  const wait = Math.max(1, verdict.resetSeconds)
  const used = `The quota of ${tier.quota} requests in ${tier.windowSeconds} s is used up.`
  return quotaExceeded(tier.name, `${used} Try again in ${wait} s.`, wait)
}

/** For a request that is refused anyway: where keys cannot be looked up, it counts for the address. */
export async function admitRefused(
  deps: AdmissionDeps,
  request: IncomingMessage,
  nowAt: number
): Promise<Admitted> {
  try {
    return await admit(deps, request, nowAt)
  } catch {
    return admitByAddress(deps, request, nowAt)
  }
}
