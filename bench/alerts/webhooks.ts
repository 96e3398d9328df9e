/** The whole of a webhook beside the bare loop: words in Turkish, links, signature, guard and limits of the way out. */

import { sql } from 'kysely'
import { webhookKind } from '../../src/channels/webhook/channel.ts'
import { noOperator } from '../../src/common/operator.ts'
import { openOutgoing } from '../../src/outgoing/outgoing.ts'
import type { OutgoingRequest } from '../../src/outgoing/request.ts'
import type { Store } from '../../src/store/open.ts'
import { type Backlog, benchNow, gather } from './crowd.ts'
import { type DeliveryFigures, measureBesideBare, type Posted } from './delivery.ts'

/** The bare loop posts a body that our last turn posted, with its headers, to the same receiver. */
export async function measureWebhooks(
  store: Store,
  backlog: Backlog,
  rounds: number
): Promise<DeliveryFigures> {
  await gather(store, backlog)
  return measureBesideBare(store, rounds, async (port) => {
    const destination = JSON.stringify({ url: `http://127.0.0.1:${port}/` })
    await sql`update subscriptions set destination = ${destination}`.execute(store.database.queries)
    const way = openOutgoing({ reach: 'public', allowHttp: true, allow: [`127.0.0.1:${port}`] })
    let posted: Posted = { body: '', headers: {} }
    const send = (request: OutgoingRequest) => {
      posted = { body: String(request.body), headers: request.headers ?? {} }
      return way.send(request)
    }
    const { open } = webhookKind.configure({})
    const { channel } = await open({
      ...{ sendToSubscriber: send, sendToOperator: send, checkSubscriberUrl: way.check },
      ...{ save: async (_name, make) => make(), wait: async () => undefined, report: () => undefined },
      uses: { take: async () => true, add: async () => 0 },
      ...{ clock: () => benchNow, random: (bytes) => new Uint8Array(bytes) },
      ...{ siteUrl: 'http://localhost', operator: noOperator }
    })
    return { channel, bare: () => posted, close: () => way.close() }
  })
}
