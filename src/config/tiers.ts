/** The quotas of clients by name, from `free=60/60, coop=600/60 subscriptions_per_day=5000`. */
import Type, { type TArray, type TString } from 'typebox'
import type { Tier } from '../http/limiter.ts'
import { formatNumber } from '../language/numbers.ts'
import { type Parsed, said, variable } from './environment.ts'

/** The largest numbers that the pattern allows. */
const most = { requests: 9_999_999, seconds: 99_999 } as const
const tierPattern =
  /^([a-z][a-z0-9-]{0,31})=([1-9]\d{0,6})\/([1-9]\d{0,4})(?: subscriptions_per_day=(\d{1,7}))?(?: subscriptions=(\d{1,7}))?(?: points_per_day=(\d{1,7}))?$/

/** Reads `free=60/60`: name = requests / seconds, then what its keys may make; 0 = no limit. */
function readTiers(parts: readonly string[]): Parsed<readonly Tier[]> {
  const tiers = parts.map((part) => {
    const [, name = '', quota = '', seconds = '', perDay, living, points] = tierPattern.exec(part) ?? []
    return {
      name,
      quota: Number(quota),
      windowSeconds: Number(seconds),
      ...(perDay !== undefined && { subscriptionsPerDay: Number(perDay) }),
      ...(living !== undefined && { subscriptions: Number(living) }),
      ...(points !== undefined && { pointsPerDay: Number(points) })
    }
  })
  const twice = tiers.find(({ name }, index) => tiers.findIndex((one) => one.name === name) < index)
  if (twice === undefined) return { value: tiers }
  return {
    mistake: said(({ tierTwice }) => tierTwice(twice.name)),
    remedy: said(({ giveTierOnce }) => giveTierOnce(twice.name))
  }
}

/** The tiers that are named; without one of the name `free` that tier has its usual quota. */
export const tiersVariable = variable<readonly Tier[], TArray<TString>>({
  name: 'TIERS',
  description:
    'Quotas by name: `free=60/60, coop=600/60 subscriptions_per_day=5000 subscriptions=20000 points_per_day=2000` ' +
    '(requests/seconds; then new subscriptions of a key in 24 hours, living ones, ' +
    'and its new points in a UTC day, 0 = no limit); API keys name a tier.',
  default: [],
  schema: Type.Array(Type.String({ pattern: tierPattern.source })),
  allowed: said(({ allowed }) => allowed.tiers),
  remedy: said(({ giveTiers }, lang) =>
    giveTiers(formatNumber(most.requests, 0, lang), formatNumber(most.seconds, 0, lang))
  ),
  read: readTiers
})
