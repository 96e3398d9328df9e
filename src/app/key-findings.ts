/** API keys whose tier TIERS no longer has: they get the quota of `free`. */

import { type Language, wordsIn } from '../language/language.ts'
import type { Store } from '../store/open.ts'
import type { Configuration } from './configuration.ts'
import type { Finding } from './finding.ts'

/** One finding for each such tier of active keys. */
export async function keyFindings(
  { tiers }: Pick<Configuration, 'tiers'>,
  { apiKeys }: Pick<Store, 'apiKeys'>,
  lang: Language
): Promise<readonly Finding[]> {
  const words = wordsIn(lang).doctor
  const known = new Set(tiers.map(({ name }) => name))
  const lost = (await apiKeys.list()).filter(({ tier, revokedAt }) => revokedAt === null && !known.has(tier))
  return [...Map.groupBy(lost, ({ tier }) => tier)].map(([tier, keys]) => ({
    severity: 'fault',
    subject: words.subjects.keys,
    text: words.tierUnknown(tier, keys.length),
    remedy: words.tierUnknownRemedy
  }))
}
