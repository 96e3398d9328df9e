/** The routes of alerts outside the base path: feeds, streams, and the pages that messages link to. */
import type { FastifyInstance } from 'fastify'
import { renderAtom } from '../channels/feed/message.ts'
import { keepAliveEvent, renderServerSentEvent, streamOpening } from '../channels/sse/message.ts'
import { registerFeeds } from '../http/alerts/feed-route.ts'
import { registerGateways } from '../http/alerts/gateway-route.ts'
import type { OutsideDeps } from '../http/alerts/outside-routes.ts'
import { registerStreams } from '../http/alerts/stream-route.ts'
import { type PagesDeps, registerPages } from '../http/pages.ts'
import { alertPages } from '../site/alerts/alert-pages.ts'
import type { ManageFormDeps } from '../site/alerts/manage-form.ts'
import type { AlertsModule } from './alerts.ts'

/** Proxies wait at least a minute for a sign of life [ms]. */
const keepAliveEveryMs = 10_000
/** How often the delivery log is looked at for what another process has sent [ms]. */
const lookEveryMs = { postgresql: 1000, sqlite: keepAliveEveryMs }

interface StreamsDeps {
  readonly engine: keyof typeof lookEveryMs
  readonly whenSent: AlertsModule['whenSent']
}

/** Registers them; `deps` are those of the other pages, with the same quota. */
export async function registerAlertRoutes(
  server: FastifyInstance,
  deps: OutsideDeps & Omit<PagesDeps, 'pages'> & StreamsDeps & ManageFormDeps
): Promise<void> {
  registerFeeds(server, { ...deps, renderFeed: renderAtom })
  await registerGateways(server, deps)
  registerStreams(server, {
    ...deps,
    renderEvent: ({ messageId, message }) => renderServerSentEvent(messageId, message),
    opening: streamOpening,
    keepAlive: keepAliveEvent,
    whenSent: (listener) => deps.whenSent((ids) => ids.forEach(listener)),
    lookEveryMs: lookEveryMs[deps.engine],
    looksPerKeepAlive: keepAliveEveryMs / lookEveryMs[deps.engine]
  })
  // A mail program may send its one click (RFC 8058) as multipart too; the content is not needed.
  await server.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, new URLSearchParams())
    )
    registerPages(scope, { ...deps, pages: alertPages(deps.siteUrl, deps) })
  })
}
