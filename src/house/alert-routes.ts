/** The routes of alerts outside the base path: feeds, streams, and the pages that messages lead to. */
import type { FastifyInstance } from 'fastify'
import { renderAtom } from '../channels/feed/message.ts'
import { keepAliveEvent, renderServerSentEvent, streamOpening } from '../channels/sse/message.ts'
import { registerFeeds } from '../http/alerts/feed-route.ts'
import type { OutsideParts } from '../http/alerts/outside-routes.ts'
import { registerStreams } from '../http/alerts/stream-route.ts'
import { type PagesParts, registerPages } from '../http/pages.ts'
import { alertPages } from '../site/alerts/alert-pages.ts'
import { placePath } from '../site/paths.ts'

/** Registers them; `parts` are those of the other pages, whose quota they share. */
export async function registerAlertRoutes(
  server: FastifyInstance,
  parts: OutsideParts & Omit<PagesParts, 'pages'>
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
    keepAlive: keepAliveEvent
  })
  // A mail program may send its one click (RFC 8058) as multipart too; what it says is not needed.
  await server.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, new URLSearchParams())
    )
    registerPages(scope, { ...parts, pages: alertPages(parts.siteUrl, parts.alerts) })
  })
}
