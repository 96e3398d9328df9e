/** The person who gets the messages stops them: no key may vouch for the destination until that person asks again. */
import type { Alerts } from './alerts.ts'
import { end } from './manage.ts'

/** False where the subscription had ended before. */
export async function stop(
  deps: Pick<Alerts, 'subscriptions' | 'members'>,
  id: string,
  now: number
): Promise<boolean> {
  await deps.members.noteStop(id, now)
  return end(deps, id, now)
}
