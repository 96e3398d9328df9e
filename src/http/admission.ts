/** Whether a request may pass: whose it is, under which tier, and whether its quota still holds. */
import type { IncomingMessage } from 'node:http'
import type { ClientKeys } from './client-key.ts'
import type { Limiter, Tier, Verdict } from './limiter.ts'
import type { ApiKeyHolder } from './operation.ts'
import type { Problem } from './problem.ts'

export interface AdmissionParts {
  readonly limiter: Limiter
  readonly clients: ClientKeys
  /** By name; `free` is always there. */
  readonly tiers: ReadonlyMap<string, Tier>
  readonly freeTier: Tier
  /** Who a key belongs to, or null for an unknown one. */
  readonly findApiKey: (key: string) => Promise<ApiKeyHolder | null>
}

export interface Admitted {
  readonly client: string
  readonly apiKey: ApiKeyHolder | null
  readonly tier: Tier
  readonly verdict: Verdict
}

/** Admits a request by its address alone; the caller has seen that it carries no API key. */
export function admitByAddress(parts: AdmissionParts, request: IncomingMessage, nowAt: number): Admitted {
  const client = parts.clients.of(request)
  return {
    client,
    apiKey: null,
    tier: parts.freeTier,
    verdict: parts.limiter.take(client, parts.freeTier, nowAt)
  }
}

/** Admits a request by its API key where it carries one, else by its address; a wrong key counts against the address. */
export async function admit(
  parts: AdmissionParts,
  request: IncomingMessage,
  nowAt: number
): Promise<Admitted & { readonly keyIsWrong: boolean }> {
  if (request.headers['x-api-key'] === undefined) {
    return { ...admitByAddress(parts, request, nowAt), keyIsWrong: false }
  }
  const holder = await holderOf(parts, request)
  if (holder === null) return { ...admitByAddress(parts, request, nowAt), keyIsWrong: true }
  const tier = parts.tiers.get(holder.tier) ?? parts.freeTier
  const client = `key ${holder.id}`
  return { client, apiKey: holder, tier, verdict: parts.limiter.take(client, tier, nowAt), keyIsWrong: false }
}

/** Who holds the request's API key; null without a key or with an unknown one. Nothing is counted. */
export async function holderOf(
  parts: Pick<AdmissionParts, 'findApiKey'>,
  request: IncomingMessage
): Promise<ApiKeyHolder | null> {
  const key = String(request.headers['x-api-key'] ?? '')
  return key.length > 0 && key.length <= 200 ? parts.findApiKey(key) : null
}

/** The problem of a refused request. */
export function quotaProblem({ tier, verdict }: Pick<Admitted, 'tier' | 'verdict'>): Problem {
  const wait = Math.max(1, verdict.resetSeconds)
  return {
    code: 'quota_exceeded',
    detail: `The quota of ${tier.quota} requests in ${tier.windowSeconds} s is used up. Try again in ${wait} s.`,
    extensions: { 'violated-policies': [tier.name] },
    headers: { 'Retry-After': String(wait) }
  }
}

/** As `admit`, for who is refused anyway: where keys cannot be looked up, the address counts. */
export async function admitRefused(
  parts: AdmissionParts,
  request: IncomingMessage,
  nowAt: number
): Promise<Admitted> {
  try {
    return await admit(parts, request, nowAt)
  } catch {
    return admitByAddress(parts, request, nowAt)
  }
}
