/** What programs look for at fixed addresses: robots.txt, the sitemap, llms.txt and security.txt. */
import { escapeMarkup } from '../common/markup.ts'
import { dayMs, daySeconds } from '../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { languages } from '../language/language.ts'
import type { Place } from '../weather/point.ts'
import { fileAnswer } from './answers.ts'
import { embedPath, homePath, placePath } from './paths.ts'

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
    policy: 'page',
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
