/** Equal values count once, others contradict each other. */

import { faultOf, type RowFault } from './row-parts.ts'

export interface Telling {
  readonly key: string
  readonly value: string
  readonly shown: string
  /** Where it was told, for the other one's refusal. */
  readonly where: string
}

type Repeat =
  | { readonly kind: 'first' }
  | { readonly kind: 'again'; readonly first: number }
  | { readonly kind: 'contradicted'; readonly by: Telling }

export function repeatsIn(tellings: readonly Telling[]): readonly Repeat[] {
  const firstOf = new Map<string, number>()
  const otherOf = new Map<string, number>()
  tellings.forEach(({ key, value }, index) => {
    const first = firstOf.get(key)
    if (first === undefined) firstOf.set(key, index)
    else if (tellings[first]?.value !== value && !otherOf.has(key)) otherOf.set(key, index)
  })
  return tellings.map(({ key }, index): Repeat => {
    const first = firstOf.get(key) ?? index
    const by = tellings[first === index ? (otherOf.get(key) ?? index) : first]
    if (otherOf.has(key) && by !== undefined) return { kind: 'contradicted', by }
    return first === index ? { kind: 'first' } : { kind: 'again', first }
  })
}

/** Of both: neither is stored, because nothing says which is right. */
export function contradiction(member: string, when: string, { where, shown }: Telling): RowFault {
  const detail =
    `The same sensor has another "${member}" for ${when} in ${where} (${shown}): neither is stored. Send one ` +
    'value, of a night the lowest.'
  return faultOf(member, 'not_allowed', detail.replace('(-', '(−'))
}
