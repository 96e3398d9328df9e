/** How much attention a message may demand. */

import { levelOf } from '../frost/published.ts'
import type { Threshold } from '../frost/temperature-threshold.ts'
import { isNear } from './decisions.ts'
import type { MessageKind, MessageNight, MessageUrgency } from './message-ports.ts'
import { levelRanks } from './rules.ts'

/** The facts of a message that decide its urgency. */
export interface UrgentFacts {
  readonly kind: MessageKind
  readonly threshold: Threshold
  /** When it was created. */
  readonly madeAt: number
  readonly nights: readonly Pick<MessageNight, 'standing' | 'level' | 'coldestAt'>[]
}

const quietKinds: ReadonlySet<MessageKind> = new Set(['cleared', 'sighted', 'still_watching'])

/**
 * Only tonight raises an alarm: where it is raised and its level is `high` or more, or where the subscriber
 * asked to be warned below that. A later night never does, however cold.
 */
export function urgencyOf({ kind, threshold, madeAt, nights }: UrgentFacts): MessageUrgency {
  if (quietKinds.has(kind)) return 'quiet'
  // A temperature is what the subscriber asks to be woken for, whatever its level.
  const asksForLess = typeof threshold !== 'number' || levelRanks[levelOf(threshold)] < levelRanks.high
  const raisesAlarm = nights.some(
    ({ standing, level, coldestAt }) =>
      standing === 'raised' &&
      level !== 'unknown' &&
      isNear({ coldestAt }, madeAt) &&
      (asksForLess || levelRanks[level] >= levelRanks.high)
  )
  return raisesAlarm ? 'alarm' : 'notice'
}
