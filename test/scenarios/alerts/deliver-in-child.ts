/**
 * A worker in a process of its own: opens the store that its arguments name, reports that, and delivers what
 * is due when a message asks for it. With `silent` it waits for ever for the outcome of its first attempts,
 * as a process that is about to die.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { deliverDue } from '../../../src/alerts/dispatch/dispatch.ts'
import type { Channel } from '../../../src/alerts/ports.ts'
import { createAlertsHarness } from './alerts-harness.ts'

export interface ChildWork {
  readonly url: string | null
  readonly dataDir: string
  /** Where messages are posted. */
  readonly receiver: string
  /** The clock of Malatya, where time stands still. */
  readonly clock: string
  readonly worker: string
  readonly silent: boolean
}

const work = JSON.parse(process.argv[2] ?? '{}') as ChildWork
const synthetic = await createAlertsHarness(work)
synthetic.goTo(work.clock)
const plain = synthetic.alerts.channels.get('plain')
if (plain === undefined) throw new Error('no channel')
const deliver: Channel['deliver'] = async (message, _destination, { messageId, attempt }) => {
  const body = JSON.stringify({
    ...{ worker: work.worker, subscription: message.subscriptionId, messageId, attempt }
  })
  await fetch(work.receiver, { method: 'POST', body })
  if (work.silent) await new Promise(() => undefined)
  return { outcome: 'sent', thread: null }
}
const app = {
  ...synthetic.alerts,
  random: (bytes: number) => new Uint8Array(randomBytes(bytes)),
  channels: new Map([['plain', { ...plain, deliver }]])
}
process.send?.('ready')
await once(process, 'message')
await deliverDue(app, {
  ...synthetic.delivery,
  worker: work.worker,
  batch: 8,
  maxWaiting: 16,
  perReceiver: 4
})
await synthetic.close()
process.disconnect?.()
