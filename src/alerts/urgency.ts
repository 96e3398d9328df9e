import { type Threshold, thresholdProbability } from '../frost/temperature-threshold.ts'
import { isNear } from './decisions.ts'
import type { MessageKind, MessageNight, MessageUrgency } from './message-ports.ts'
import { levelRanks } from './rules.ts'

interface UrgentFacts {
  readonly kind: MessageKind
  readonly threshold: Threshold
  readonly madeAt: number
  readonly nights: readonly Pick<
    MessageNight,
    'standing' | 'level' | 'coldestAt' | 'isNew' | 'rings' | 'before' | 'distribution'
  >[]
}

const quietKinds: ReadonlySet<MessageKind> = new Set(['cleared', 'sighted', 'still_watching'])
const newsKinds: ReadonlySet<MessageKind> = new Set(['raised', 'updated', 'escalated'])

/** From here on a temperature that was asked for is likely. */
const likely = 0.5

/** Alarm: new about tonight, harm likely. Warning: else about tonight. Later nights: no more sound, however cold. */
export function urgencyOf({ kind, threshold, madeAt, nights }: UrgentFacts): MessageUrgency {
  if (kind === 'cleared' && nights.some(({ rings }) => rings)) return 'warning'
  if (quietKinds.has(kind)) return 'quiet'
  let isTonight = false
  for (const night of nights) {
    if (night.standing !== 'raised' || night.level === 'unknown' || !isNear(night, madeAt)) continue
    isTonight = true
    const isNews = kind === 'escalated' || night.isNew === true || night.before !== null
    if (isNews && newsKinds.has(kind) && isLikely(threshold, night)) return 'alarm'
  }
  return isTonight ? 'warning' : 'notice'
}

function isLikely(threshold: Threshold, night: Pick<MessageNight, 'level' | 'distribution'>): boolean {
  if (typeof threshold === 'number') return levelRanks[night.level] >= levelRanks.high
  return (thresholdProbability(threshold, night) ?? 0) >= likely
}
