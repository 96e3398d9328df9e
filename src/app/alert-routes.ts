import { renderAtom } from '../channels/feed/channel.ts'
import { keepAliveEvent, renderServerSentEvent, streamOpening } from '../channels/sse/channel.ts'
import type { Operator } from '../common/operator.ts'
import { registerFeeds } from '../http/alerts/feed-route.ts'
import { type OutsideDeps, registerGateways } from '../http/alerts/outside-routes.ts'
import { registerStreams } from '../http/alerts/stream-route.ts'
import { readClick } from '../http/bodies.ts'
import { clientOfKey } from '../http/client-key.ts'
import { type PagesDeps, registerPages } from '../http/pages.ts'
import type { Router } from '../http/router.ts'
import type { ManageFormDeps } from '../site/alerts/manage-form.ts'
import { alertPages } from '../site/alerts/registry.ts'
import type { Thermometers } from '../site/thermometers/thermometer-ports.ts'
import type { AlertsModule } from './alerts.ts'

/** Proxies wait at least a minute for a sign of life [ms]. */
const keepAliveEveryMs = 10_000
/** How often the delivery log is looked at for what another process has sent [ms]. */
const lookEveryMs = { postgresql: 1000, sqlite: keepAliveEveryMs }

/** Registers them; `deps` are those of the other pages, with the same quota. Returns what ends the open streams. */
export function registerAlertRoutes(
  router: Router,
  deps: OutsideDeps &
    Omit<PagesDeps, 'pages'> & {
      readonly engine: keyof typeof lookEveryMs
      readonly whenSent: AlertsModule['whenSent']
    } & ManageFormDeps & { readonly thermometers: Thermometers; readonly operator: Operator }
): () => void {
  const clientOfSecret = async (key: string): Promise<string | null> => {
    const visit = await deps.thermometers.visitBy(key)
    const isKey = visit !== null && !visit.holder.isSubscription && visit.only === null
    return isKey ? clientOfKey(visit.holder.id) : null
  }
  registerFeeds(router, { ...deps, renderFeed: renderAtom })
  registerGateways(router, deps)
  registerPages(router, { ...deps, pages: alertPages(deps, { ...deps, clientOfSecret }) }, readClick)
  return registerStreams(router, {
    ...deps,
    renderEvent: ({ messageId, message }) => renderServerSentEvent(messageId, message),
    opening: streamOpening,
    keepAlive: keepAliveEvent,
    whenSent: (listener) => deps.whenSent((ids) => ids.forEach(listener)),
    lookEveryMs: lookEveryMs[deps.engine],
    looksPerKeepAlive: keepAliveEveryMs / lookEveryMs[deps.engine]
  })
}
