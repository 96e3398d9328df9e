/** What is not a page: scripts, the icon and the service worker. */
import { readFileSync } from 'node:fs'
import { escapeMarkup } from '../common/markup.ts'
import { dayMs, daySeconds, hourSeconds } from '../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { type Language, languages, wordsIn } from '../language/language.ts'
import type { Place } from '../weather/point.ts'
import { fileAnswer } from './answers.ts'
import { type BrowserScript, browserScript } from './browser-code.ts'
import { embedPath, homePath, placePath } from './paths.ts'
import { negotiatedVisitor } from './visitor.ts'

/** The policy of a service worker: it fetches pages of this site and nothing else. */
const workerPolicy = "default-src 'none'; connect-src 'self'"

/* What programs look for at fixed addresses: robots.txt, the sitemap, llms.txt and security.txt. */

interface CrawlerFiles {
  readonly siteUrl: string
  readonly baseUrl: string
  /** The places of the sitemap, made when it is first asked for. */
  readonly places: () => readonly Place[]
  /** Where security problems are reported, a URI; null: there is no security.txt. */
  readonly securityContact: string | null
}

const plain = 'text/plain; charset=utf-8'
/** RFC 9116 recommends less than a year. */
const securityDays = 180

export function crawlerPages(deps: CrawlerFiles): readonly Page[] {
  const { siteUrl, securityContact } = deps
  let sitemap: string | null = null
  const file = (path: string, type: string, body: (request: PageRequest) => string): Page => ({
    method: 'GET',
    path,
    render: async (request): Promise<PageAnswer> => fileAnswer(type, body(request), daySeconds)
  })
  const files = [
    file('/robots.txt', plain, () => robots(siteUrl)),
    file('/llms.txt', plain, () => llms(deps)),
    file('/sitemap.xml', 'application/xml; charset=utf-8', () => (sitemap ??= sitemapOf(deps)))
  ]
  if (securityContact === null) return files
  const security = file('/.well-known/security.txt', plain, ({ nowAt }) => {
    const expires = new Date(nowAt + securityDays * dayMs).toISOString()
    const canonical = `${siteUrl}/.well-known/security.txt`
    return (
      `Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: ${languages.join(', ')}\nCanonical: ` +
      `${canonical}\n`
    )
  })
  return [...files, security]
}

const hidden = ['/preview', '/u/', '/confirm/', '/alerts/', '/feeds/', '/streams/'] as const

function robots(siteUrl: string): string {
  const rules = hidden.map((path) => `Disallow: ${path}`)
  return `${['User-agent: *', ...rules].join('\n')}\n\nSitemap: ${siteUrl}/sitemap.xml\n`
}

/** https://www.sitemaps.org/protocol.html: each page once in each language. */
function sitemapOf({ siteUrl, places }: CrawlerFiles): string {
  const paths = languages.flatMap((lang) => [
    homePath(lang),
    embedPath(lang),
    ...places().map(({ slug }) => placePath(lang, slug))
  ])
  const rows = [...paths, '/docs'].map((path) => `<url><loc>${escapeMarkup(siteUrl + path)}</loc></url>`)
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset ' +
    `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`
  )
}

/** https://llmstxt.org: what the service is, and where a program reads on. */
function llms({ siteUrl, baseUrl }: CrawlerFiles): string {
  return `# Ayaz

> Weather and frost risk for any point on Earth, with frost alerts. Free without a key, with a limit of requests (${baseUrl}/limits). JSON; \`lang=en\` or \`lang=tr\`.

Every answer states its source, licence, age and whether its weather is synthetic (\`meta\`). Unknown values are null with a notice, never 0. The frost score of a night is 0 to 100. Errors are problem documents (RFC 9457) that name the parameter and what is allowed.

## API

- [OpenAPI document](${baseUrl}/openapi.json): every operation, with schemas
- [Find a place](${baseUrl}/locations?q=malatya): slugs for \`location\`
- [Frost risk](${baseUrl}/weather/frost-risk?location=malatya): the score of each night; also by \`lat\` and \`lon\`, for a crop with \`crop\` and \`stage\`
- [Weather](${baseUrl}/weather?location=malatya): days, current weather and frost
- [Crops](${baseUrl}/crops): crops, stages and critical temperatures
- MCP (streamable HTTP): ${siteUrl}/mcp
- [Problems](${siteUrl}/problems): what each error means and what to do

## Documents

- [API](${siteUrl}/docs/api): parameters, limits, caching
- [Alerts](${siteUrl}/docs/alerts): subscriptions and messages
- [Science](${siteUrl}/docs/science): how nights are scored
`
}

const javascript = 'text/javascript; charset=utf-8'
const yearSeconds = 365 * daySeconds

/** A dark and a light crystal, so that it can be seen on any browser's tab. */
const favicon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0a5878" ' +
  'stroke-width="2" stroke-linecap="round" ' +
  'stroke-linejoin="round"><style>@media(prefers-color-scheme:dark){svg{stroke:#83cbee}}</style><path ' +
  'd="M12 2v20M3.3 7l17.4 10M20.7 7 3.3 17M9.5 3.7 12 6.2l2.5-2.5M9.5 20.3l2.5-2.5 2.5 2.5M3 ' +
  '10.2l3.5-.9-1-3.4M21 13.8l-3.5.9 1 3.4M3 13.8l3.5.9-1 3.4M21 10.2l-3.5-.9 1-3.4"/></svg>'

/** Sizes for phones: the icon of an installed page, also cut to a circle, and that of a shared link. */
const iconSizes = [180, 192, 512] as const

function iconOf(size: number): Uint8Array {
  return readFileSync(new URL(`./icons/icon-${size}.png`, import.meta.url))
}

/** https://www.w3.org/TR/appmanifest/ in the language of the page that links to it. */
function manifest(request: PageRequest): string {
  const { lang } = negotiatedVisitor(request)
  const words = wordsIn(lang)
  const icons = iconSizes.map((size) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable'
  }))
  return JSON.stringify({
    name: words.home.title,
    short_name: 'Ayaz',
    description: words.home.description,
    lang,
    start_url: homePath(lang),
    scope: '/',
    display: 'standalone',
    background_color: '#f5f7f8',
    theme_color: '#0a5878',
    icons
  })
}

function withConstant(name: string, textIn: (lang: Language) => string, { text }: BrowserScript): string {
  const texts = Object.fromEntries(languages.map((lang) => [lang, textIn(lang)]))
  return `{\nconst ${name} = ${JSON.stringify(texts)};\n${text}\n}`
}

export function staticPages(scripts: readonly BrowserScript[]): readonly Page[] {
  const host = withConstant('titles', (lang) => wordsIn(lang).widget.title, browserScript('widget-host'))
  const worker = withConstant('placePaths', (lang) => wordsIn(lang).paths.place, browserScript('push-worker'))
  const file = (
    path: string,
    type: string,
    body: string | Uint8Array,
    seconds: number,
    headers = {}
  ): Page => ({ method: 'GET', path, render: async () => fileAnswer(type, body, seconds, headers) })
  return [
    // The name changes with the content, so it may be cached for ever.
    ...scripts.map((script) => file(script.path, javascript, script.text, yearSeconds)),
    file('/widget.js', javascript, host, hourSeconds, {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin'
    }),
    // A service worker's address must stay and its content must be looked up again.
    {
      ...file('/push-worker.js', javascript, worker, 10),
      render: async () => ({
        ...fileAnswer(javascript, worker, 10),
        contentSecurityPolicy: workerPolicy
      })
    },
    ...iconSizes.map((size) => file(`/icon-${size}.png`, 'image/png', iconOf(size), daySeconds)),
    {
      ...file('/manifest.webmanifest', '', '', hourSeconds),
      render: async (request) => fileAnswer('application/manifest+json', manifest(request), hourSeconds)
    },
    file('/favicon.svg', 'image/svg+xml', favicon, hourSeconds),
    // Asked for without a link; every browser reads a PNG by that name.
    file('/favicon.ico', 'image/png', iconOf(180), daySeconds)
  ]
}
