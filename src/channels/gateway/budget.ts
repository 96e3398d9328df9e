import type { AlertMessage } from '../../alerts/message-ports.ts'
import type { DeliveryOutcome } from '../../alerts/ports.ts'
import { hourSeconds, minuteMs, secondMs } from '../../common/time.ts'
import type { ChannelDeps } from '../channel-kind.ts'
import type { Gateway } from './schema.ts'

/** Codes to unproven numbers cannot use up the month. */
const proofsPerMinute = 20
const proofShare = 0.1
/** The operator is notified from here on, and with each further tenth beyond the whole. */
const noticeShare = 0.8
const stepShare = 0.1
/** Longest wait for a turn [ms]: an attempt has 20 s. */
const patienceMs = 8 * secondMs

export function openBudget(gateway: Gateway, deps: ChannelDeps) {
  const { id, monthly } = gateway
  const scope = `gateway:${id}`
  const month = () => ({ scope, key: 'month', now: monthStart(deps.clock()) })
  return {
    /** Waits for its turn and counts a message; null: it may be sent. */
    async take(message: AlertMessage, signal: AbortSignal): Promise<DeliveryOutcome | null> {
      if (message.kind === 'confirm' && !(await takeProof(gateway, deps, scope)))
        return waiting('too_many_proofs', minuteMs / secondMs)
      const used = await deps.uses.add(month(), 1)
      if (used > monthly && !isOfTonight(message)) {
        await deps.uses.add(month(), -1)
        return waiting('monthly_budget_used', hourSeconds)
      }
      if (isNoticeable(used, monthly)) {
        const percent = Math.round((100 * used) / monthly)
        deps.report({
          channel: id,
          text: `The gateway ${id} has used ${percent} % of its month (${monthly}).`
        })
      }
      if (await turn(gateway, { ...deps, scope }, signal)) return null
      await deps.uses.add(month(), -1)
      return waiting('not_its_turn_yet', 1)
    },
    used: () => deps.uses.add(month(), 0),
    /** Uncounts a message that was certainly not sent. */
    giveBack: async (): Promise<void> => {
      await deps.uses.add(month(), -1)
    }
  }
}

function waiting(reason: string, afterSeconds: number): DeliveryOutcome {
  return { outcome: 'retry', afterSeconds, reason, reachedNoRecipient: true }
}

/** Whether a message is about tonight: only these are sent beyond the monthly limit. */
function isOfTonight({ urgency }: AlertMessage): boolean {
  return urgency === 'alarm' || urgency === 'warning'
}

/** Whether the use crosses a share of which the operator is notified. */
function isNoticeable(used: number, monthly: number): boolean {
  const shareOf = (count: number) => Math.floor(count / monthly / stepShare + 1e-9)
  const isCrossed = shareOf(used) > shareOf(used - 1)
  const share = used / monthly
  return isCrossed && (share >= 1 || (share >= noticeShare && share < noticeShare + stepShare))
}

async function takeProof(
  { monthly }: Gateway,
  { uses, clock }: ChannelDeps,
  scope: string
): Promise<boolean> {
  const now = clock()
  const minute = { scope, key: 'proofs', now, limit: proofsPerMinute, windowMs: minuteMs }
  if (!(await uses.take(minute))) return false
  const month = { scope, key: 'proofs of the month', now: monthStart(now) }
  if ((await uses.add(month, 1)) <= Math.floor(monthly * proofShare)) return true
  await uses.add(month, -1)
  return false
}

/** Waits for a turn; false where it takes too long. */
async function turn(
  { per_second: perSecond }: Gateway,
  { clock, uses, wait, scope }: ChannelDeps & { scope: string },
  signal: AbortSignal
): Promise<boolean> {
  const limit = Math.max(1, Math.floor(perSecond))
  const windowMs = Math.ceil((secondMs * limit) / perSecond)
  const until = clock() + patienceMs
  for (;;) {
    const now = clock()
    if (await uses.take({ scope, key: 'turns', now, limit, windowMs })) return true
    if (signal.aborted || now >= until) return false
    await wait((windowMs - (now % windowMs)) / secondMs, signal)
  }
}

function monthStart(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}
