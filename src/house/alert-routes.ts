/** The routes of alerts outside the base path: feeds, streams, and the pages that messages lead to. */
import type { FastifyInstance } from 'fastify'
import { renderAtom } from '../channels/feed/message.ts'
import { keepAliveEvent, renderServerSentEvent, streamOpening } from '../channels/sse/message.ts'
import { registerFeeds } from '../http/alerts/feed-route.ts'
import type { OutsideParts } from '../http/alerts/outside-routes.ts'
import { registerStreams, type StreamParts } from '../http/alerts/stream-route.ts'
import { type PagesParts, registerPages } from '../http/pages.ts'
import { alertPages } from '../site/alerts/alert-pages.ts'
import { placePath } from '../site/paths.ts'

/** What another process sent is found within this time, and a quiet stream says so as often: proxies wait a minute at least [ms]. */
const lookEveryMs = 10_000

/** Registers them; `parts` are those of the other pages, whose quota they share. */
export async function registerAlertRoutes(
  server: FastifyInstance,
  parts: OutsideParts & Omit<PagesParts, 'pages'> & Pick<StreamParts, 'whenSent'>
): Promise<void> {
  registerFeeds(server, {
    ...parts,
    renderFeed: renderAtom,
    placeUrl: (slug, language) => parts.siteUrl + placePath(language, slug)
  })
  registerStreams(server, {
    ...parts,
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
    registerPages(scope, { ...parts, pages: alertPages(parts.siteUrl, parts.alerts) })
  })
}
