/** `ayaz deliveries`: what waits, what went out today, and the log of one subscription. */
import { countMessages } from '../store/message-counts.ts'
import type { Store } from '../store/open.ts'
import { dayMs } from '../weather/time.ts'
import type { Command } from './command.ts'
import { columns, jsonOption, withStore } from './store-command.ts'

const usage = `ayaz deliveries [SUBSCRIPTION_ID]
  What waits to be sent and what was delivered or refused since midnight (UTC). With the id of a subscription: its last
  50 messages and what became of each. "delivered" means accepted by the channel.

  --json    for machines`

export const deliveriesCommand: Command = {
  name: 'deliveries',
  summary: 'what waits, what was delivered, what was refused',
  usage,
  run: deliveries
}

const mostShown = 50

async function deliveries(argv: readonly string[]): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const [id, ...rest] = words
  if (rest.length > 0 || id?.startsWith('-') === true) {
    console.error(usage)
    return 64
  }
  return withStore((store) => (id === undefined ? overview(store, isJson) : log(store, id, isJson)))
}

async function overview(store: Store, isJson: boolean): Promise<number> {
  const now = Date.now()
  const counts = await countMessages(store.database, now - (now % dayMs), now)
  const { count, oldestDueAt } = await store.outbox.waiting()
  if (isJson) {
    const oldest = oldestDueAt === null ? null : new Date(oldestDueAt).toISOString()
    console.log(JSON.stringify({ ...counts, waiting: count, oldest_due_at: oldest }, null, 2))
    return 0
  }
  console.log(
    columns([
      ['waiting', count],
      ['due now', counts.due],
      ['late by over 10 minutes', counts.late],
      ['delivered today', counts.delivered],
      ['refused today', counts.refused]
    ])
  )
  return counts.late === 0 ? 0 : 1
}

async function log(store: Store, id: string, isJson: boolean): Promise<number> {
  if ((await store.subscriptions.byId(id)) === null) {
    console.error(`There is no subscription "${id}".`)
    return 1
  }
  const logged = await store.deliveryLog.of(id, mostShown, null)
  const rows = logged.map((one) => ({
    created_at: new Date(one.createdAt).toISOString(),
    kind: one.kind ?? one.trigger,
    status: one.state === 'sent' ? 'delivered' : one.state,
    attempts: one.attempts,
    reason: one.reason,
    nights: (one.fixed?.nights ?? []).map(({ date, standing }) => `${date} ${standing}`)
  }))
  if (isJson) console.log(JSON.stringify(rows, null, 2))
  else if (rows.length === 0) console.log('Nothing was said to it yet.')
  else {
    const lines = rows.map((row) => [
      row.created_at,
      row.kind,
      row.status,
      row.attempts,
      [row.reason ?? '', ...row.nights].filter((text) => text !== '').join('; ')
    ])
    console.log(columns([['made', 'kind', 'status', 'tries', 'remark'], ...lines]))
  }
  return 0
}
