/** The routes of alerts outside the base path: feeds, streams, and the pages that messages lead to. */
import type { FastifyInstance } from 'fastify'
import { renderAtom } from '../channels/feed/message.ts'
import { keepAliveEvent, renderServerSentEvent, streamOpening } from '../channels/sse/message.ts'
import { registerFeeds } from '../http/alerts/feed-route.ts'
import type { OutsideDeps } from '../http/alerts/outside-routes.ts'
import { registerStreams, type StreamDeps } from '../http/alerts/stream-route.ts'
import { type PagesDeps, registerPages } from '../http/pages.ts'
import { alertPages } from '../site/alerts/alert-pages.ts'
import { placePath } from '../site/paths.ts'

/** What another process sent is found within this time, and a quiet stream says so as often: proxies wait a minute at least [ms]. */
const lookEveryMs = 10_000

/** Registers them; `deps` are those of the other pages, whose quota they share. */
export async function registerAlertRoutes(
  server: FastifyInstance,
  deps: OutsideDeps & Omit<PagesDeps, 'pages'> & Pick<StreamDeps, 'whenSent'>
): Promise<void> {
  registerFeeds(server, {
    ...deps,
    renderFeed: renderAtom,
    placeUrl: (slug, language) => deps.siteUrl + placePath(language, slug)
  })
  registerStreams(server, {
    ...deps,
    renderEvent: ({ messageId, message }) => renderServerSentEvent(messageId, message),
    opening: streamOpening,
    keepAlive: keepAliveEvent,
    lookEveryMs
  })
  // A mail program may send its one click (RFC 8058) as multipart too; what it says is not needed.
  await server.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, new URLSearchParams())
    )
    registerPages(scope, { ...deps, pages: alertPages(deps.siteUrl, deps.alerts) })
  })
}
