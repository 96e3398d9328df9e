/** `/preview`: every message as it would have looked, while the service runs on demo data. */
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { ageLabel } from '../../language/dates.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import type { PreviewMessage, SiteData } from '../ports.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'
import { statusWords } from './status-words.ts'

const mostShown = 100

/** The page of previews; never kept. */
export function previewPage(frame: SiteFrame, data: SiteData): Page {
  return {
    method: 'GET',
    path: '/preview',
    policy: 'page',
    render: (request) => renderPreviews(frame, data, request)
  }
}

async function renderPreviews(frame: SiteFrame, data: SiteData, request: PageRequest): Promise<PageAnswer> {
  const visitor = negotiatedVisitor(request)
  const words = statusWords(visitor.lang)
  const messages = (await data.previews()).slice(0, mostShown)
  return pageAnswer(frame, {
    visitor,
    title: `${words.previews} – Ayaz`,
    description: words.previewIntro,
    main: html`<div class="stack"><h1>${words.previews}</h1><p class="lede">${words.previewIntro}</p>${
      messages.length === 0
        ? html`<p>${words.noPreviews}</p>`
        : html`<ol class="previews">${messages.map((message) => card(message, visitor, request.nowAt))}</ol>`
    }</div>`,
    alternates: null,
    maxAgeSeconds: null,
    synthetic: true,
    unlisted: true
  })
}

function card(message: PreviewMessage, visitor: Visitor, nowAt: number): Markup {
  const when = ageLabel((nowAt - message.at) / 1000, visitor.lang)
  return html`<li id="${message.id}" class="panel ${shapeOf(message.channel)}"><p class="quiet small">${message.channel} · ${when}</p>
<div class="shown" lang="${message.lang}"><h2>${message.title}</h2><pre class="letter" tabindex="0">${message.text}</pre></div>${
    message.request === null
      ? null
      : html`<pre class="wire" tabindex="0">${message.request.headers.join('\n')}\n\n${message.request.body}</pre>`
  }</li>`
}

/** How it is set: a bubble, a notification, a letter, or a request on the wire. */
function shapeOf(channel: string): string {
  if (channel.includes('telegram')) return 'bubble'
  if (channel === 'webpush' || channel === 'ntfy') return 'push-card'
  return channel === 'email' ? 'mail' : 'plain'
}
