/** Proofs that people never asked for cannot use up the month of a gateway. */
import { afterAll, expect, it } from 'vitest'
import type { AlertMessage } from '../../../src/alerts/message-ports.ts'
import type { ChannelDeps } from '../../../src/channels/channel-kind.ts'
import { openBudget } from '../../../src/channels/gateway/budget.ts'
import type { Gateway } from '../../../src/channels/gateway/schema.ts'
import { secondMs } from '../../../src/common/time.ts'
import { openStore } from '../../../src/store/open.ts'

const monthly = 5000
let now = Date.parse('2026-04-10T12:00:00Z')
const store = await openStore({ url: null, dataDir: ':memory:', now })
afterAll(() => store.close())

it('of 2,000 hostile ones at most a tenth of the month is sent, and warnings go on', async () => {
  const deps = {
    uses: store.allowances,
    clock: () => now,
    report: () => undefined,
    wait: async () => undefined
  }
  const gateway = { id: 'sms', monthly, per_second: 100 } as Gateway
  const budget = openBudget(gateway, deps as unknown as ChannelDeps)
  const { signal } = new AbortController()
  const send = async (kind: 'confirm' | 'raised') =>
    (await budget.take({ kind, urgency: 'alarm' } as AlertMessage, signal)) === null
  let proofs = 0
  for (let asked = 0; asked < 2000; asked++) {
    now += secondMs
    if (await send('confirm')) proofs++
  }
  // 20 a minute for 25 minutes, then none for the rest of the month.
  expect(proofs).toBe(monthly / 10)
  now += 60 * secondMs
  expect([await send('confirm'), await send('raised')]).toEqual([false, true])
  now = Date.parse('2026-05-01T00:00:00Z')
  expect(await send('confirm')).toBe(true)
})

it('beyond its month it sends what is about tonight alone, and counts nothing else', async () => {
  const deps = {
    uses: store.allowances,
    clock: () => now,
    report: () => undefined,
    wait: async () => undefined
  }
  const gateway = { id: 'small', monthly: 1, per_second: 100 } as Gateway
  const budget = openBudget(gateway, deps as unknown as ChannelDeps)
  const send = async (urgency: AlertMessage['urgency']) => {
    now += secondMs
    return (
      (await budget.take({ kind: 'raised', urgency } as AlertMessage, new AbortController().signal)) === null
    )
  }
  expect(await send('notice')).toBe(true)
  expect([await send('notice'), await send('quiet'), await budget.used()]).toEqual([false, false, 1])
  expect([await send('warning'), await send('alarm'), await budget.used()]).toEqual([true, true, 3])
})
