import Type from 'typebox'
import { checkOf } from '../common/schema-check.ts'
import { dayMs, minuteMs } from '../common/time.ts'
import type { Alerts } from './alerts.ts'
import { living, type ManageRequest } from './authorised.ts'
import { evaluateSubscription } from './evaluate.ts'
import { type Managed, viewSubscription } from './manage.ts'
import type { FixedMessage } from './outbox-ports.ts'
import { type AlertProblem, memberProblem, problem } from './problems.ts'
import type { Subscription } from './subscription.ts'
import { codeOf } from './tokens.ts'

const goodMs = 10 * minuteMs
const tries = 3
/** Only the newest messages have a valid code. */
const newest = 5

export const codeRequest = Type.Object(
  { code: Type.String({ maxLength: 40, description: 'Six digits.' }) },
  { title: 'ConfirmationCode', additionalProperties: false, examples: [{ code: '073519' }] }
)

const check = checkOf(codeRequest)

export async function confirmByCode(
  deps: Alerts,
  request: ManageRequest,
  body: unknown
): Promise<Managed | AlertProblem> {
  const found = await living(deps, request)
  if ('ok' in found) return found
  return (await enterCode(deps, found, body)) ?? viewSubscription(deps, request)
}

/** Checks a code; null: the subscription is confirmed. */
export async function enterCode(
  deps: Alerts,
  found: Subscription,
  body: unknown
): Promise<AlertProblem | null> {
  const checked = check(body)
  if ('faults' in checked) {
    const [{ pointer, kind }] = checked.faults
    return memberProblem(kind, pointer, 'Send the six digits as {"code": "…"}.')
  }
  if (found.state !== 'pending_confirmation') return null
  const now = deps.now()
  const sent = await deps.deliveryLog.of(found.id, newest, null)
  const good: readonly FixedMessage[] = sent.flatMap(({ fixed, lastAttemptAt }) =>
    fixed?.kind === 'confirm' && lastAttemptAt !== null && now - lastAttemptAt < goodMs ? [fixed] : []
  )
  if (good.length === 0) return problem('confirmation_expired', 'The code is too old; ask for another one.')
  const digits = checked.value.code.normalize('NFKC').replaceAll(/\D/g, '')
  for (const { messageId, madeAt } of good) {
    const use = { scope: 'code', key: deps.keys.hash(messageId), limit: tries, windowMs: dayMs, now: madeAt }
    if (!(await deps.allowances.take(use))) continue
    if (digits !== codeOf(deps.keys, found.id, madeAt)) continue
    const binding = { destination: null, destinationKey: null, language: null, now }
    if (await deps.subscriptions.confirm(found.id, binding))
      await evaluateSubscription(deps, { ...found, state: 'active' })
    return null
  }
  const detail = 'This is not the code that was sent. After three tries ask for another one.'
  return memberProblem('not_allowed', '/code', detail)
}
