/** What is no page: scripts, the icon, the service worker, and what robots may read. */
import type { Page } from '../http/page.ts'
import { fileAnswer } from './answers.ts'
import { type BrowserScript, browserScript } from './browser-code.ts'

const javascript = 'text/javascript; charset=utf-8'
const yearSeconds = 31_536_000
const hourSeconds = 3600

/** A dark and a light crystal, so that it can be seen on any browser's tab. */
const favicon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0a5878" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><style>@media(prefers-color-scheme:dark){svg{stroke:#83cbee}}</style><path d="M12 2v20M3.3 7l17.4 10M20.7 7 3.3 17M9.5 3.7 12 6.2l2.5-2.5M9.5 20.3l2.5-2.5 2.5 2.5M3 10.2l3.5-.9-1-3.4M21 13.8l-3.5.9 1 3.4M3 13.8l3.5.9-1 3.4M21 10.2l-3.5-.9 1-3.4"/></svg>'

/** Every file that the pages and their guests ask for. */
export function staticPages(scripts: readonly BrowserScript[]): readonly Page[] {
  const host = browserScript('widget-host')
  const worker = browserScript('push-worker')
  const file = (path: string, type: string, body: string, seconds: number, headers = {}): Page => ({
    method: 'GET',
    path,
    policy: 'page',
    render: async () => fileAnswer(type, body, seconds, headers)
  })
  return [
    // The name changes with the content, so it may be kept for ever.
    ...scripts.map((script) => file(script.path, javascript, script.text, yearSeconds)),
    file('/widget.js', javascript, host.text, hourSeconds, {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin'
    }),
    // A service worker's address must stay and its content must be looked up again.
    file('/push-worker.js', javascript, worker.text, 10),
    file('/favicon.svg', 'image/svg+xml', favicon, hourSeconds),
    file(
      '/robots.txt',
      'text/plain; charset=utf-8',
      'User-agent: *\nDisallow: /preview\nDisallow: /u/\nDisallow: /confirm/\nDisallow: /alerts/\nDisallow: /feeds/\nDisallow: /streams/\n',
      hourSeconds
    )
  ]
}
