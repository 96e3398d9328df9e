/** The lists of nights that messages name. */
import { BoundedMap } from '../common/bounded-map.ts'
import type { SentBefore } from './alert-night.ts'
import type { FixedMessage } from './outbox-ports.ts'

const mostLists = 1000
/** Thousands of messages name the same few nights: each list of them, by date, is created once and shared. */
const lists = new BoundedMap<string, FixedMessage['nights']>(mostLists)

export function nightsOf(
  raised: readonly { readonly date: string; readonly before?: SentBefore | null; readonly isNew?: boolean }[],
  cleared: readonly { readonly date: string; readonly isAwake?: true }[],
  seen: string | null = null
): FixedMessage['nights'] {
  let key = seen ?? ''
  for (const { date, before, isNew } of raised)
    key += ` ${isNew ? '*' : '+'}${date}${before == null ? '' : JSON.stringify(before)}`
  for (const { date, isAwake } of cleared) key += ` ${isAwake ? '!' : '-'}${date}`
  const known = lists.get(key)
  if (known !== undefined) return known
  const nights: FixedMessage['nights'] = [
    ...(seen === null ? [] : [{ date: seen, standing: 'seen' as const }]),
    ...raised.map(({ date, before, isNew }) => ({
      date,
      standing: 'raised' as const,
      ...(before != null && { before }),
      ...(isNew && { isNew })
    })),
    ...cleared.map(({ date, isAwake }) => ({
      date,
      standing: 'cleared' as const,
      ...(isAwake && { rings: isAwake })
    }))
  ].toSorted((one, other) => (one.date < other.date ? -1 : 1))
  lists.set(key, nights)
  return nights
}
