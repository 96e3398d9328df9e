import { secondMs } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { ageLabel } from '../../language/dates.ts'
import { channelName } from '../../language/labels.ts'
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import type { PreviewMessage, SiteData } from '../ports.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'

const mostShown = 100

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
  const words = wordsIn(visitor.lang).status
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
    path: '/preview',
    maxAgeSeconds: null,
    synthetic: data.isDemo(),
    unlisted: true
  })
}

function card({ id, at, channel, lang, shown }: PreviewMessage, visitor: Visitor, nowAt: number): Markup {
  const when = ageLabel((nowAt - at) / secondMs, visitor.lang)
  const headers = shown.headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return html`<li id="${id}" class="panel shows-${shown.appearance}"><p class="quiet small">
    ${channelName(channel, visitor.lang)} · ${when}</p>
${headers === '' ? null : html`<pre class="wire" tabindex="0">${headers}</pre>`}<div class="shown" lang="${lang}">${
    shown.title === null ? null : html`<h2>${shown.title}</h2>`
  }<pre class="letter" tabindex="0">${shown.text}</pre></div></li>`
}
