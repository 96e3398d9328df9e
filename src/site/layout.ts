import type { Operator } from '../common/operator.ts'
import type { PageAnswer } from '../http/page.ts'
import { type Language, languages, wordsIn } from '../language/language.ts'
import { contentSecurityPolicy, type Inlined } from './answers.ts'
import type { BrowserScript } from './browser-code.ts'
import { html, type Markup, trusted } from './html.ts'
import { embedPath, homePath, privacyPath, withQuery } from './paths.ts'
import { englishLink, growersLink } from './pieces.ts'
import type { Visitor } from './visitor.ts'

const siteSign = html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M12 2v20M3.3 7l17.4 10M20.7 7 3.3 17M9.5 3.7 12 6.2l2.5-2.5M9.5 20.3l2.5-2.5 2.5 2.5M3 10.2l3.5-.9-1-3.4
  M21 13.8l-3.5.9 1 3.4M3 13.8l3.5.9-1 3.4M21 10.2l-3.5-.9 1-3.4"/>
  </svg>`

export interface SiteFrame {
  readonly siteUrl: string
  readonly baseUrl: string
  readonly css: Inlined
  readonly operator: Operator
}

/** Path of the operator’s logo. */
export const logoPath = '/operator-logo.png'

export interface PageContent {
  readonly visitor: Visitor
  readonly title: string
  readonly description: string
  /** Says which part of the address was not understood; such a page is not cached. */
  readonly notice?: Markup | null
  readonly main: Markup
  /** This page's path in each language, without carried parameters; null or absent where it has one path for all. */
  readonly alternates?: Readonly<Record<Language, string>> | null
  /** For a page whose language comes from `?lang=`; without it, the link to the other language leads home. */
  readonly path?: string
  readonly scripts?: readonly BrowserScript[]
  /** Scripts that are loaded at the first touch of the part that they serve. */
  readonly later?: Readonly<Record<'search' | 'alert' | 'fields', BrowserScript>>
  /** The path of the picture that messengers show of its address; without it, the icon. */
  readonly picture?: string
  readonly head?: Markup
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Absent or null: no cache keeps it. */
  readonly maxAgeSeconds?: number | null
  readonly frames?: boolean
  /** The page may ask for the visitor's position, at a touch of a button. */
  readonly locates?: boolean
  /** A phone stores the page for reading without a connection: see browser/push-worker.ts. */
  readonly offline?: boolean
  readonly synthetic?: boolean
  /** Stays out of search engines: errors, results, private pages. */
  readonly unlisted?: boolean
}

/** The policy of every page, except that the position is allowed. */
const locatingPolicy = 'geolocation=(self), camera=(), microphone=(), interest-cohort=()'

export function pageAnswer(frame: SiteFrame, page: PageContent): PageAnswer {
  const scripts = page.scripts ?? []
  return {
    status: page.status ?? 200,
    contentType: 'text/html; charset=utf-8',
    body: String(documentOf(frame, page, scripts)),
    contentSecurityPolicy: contentSecurityPolicy({
      styles: [frame.css],
      files: scripts.length > 0,
      forms: true,
      manifest: true,
      frames: page.frames ?? false
    }),
    maxAgeSeconds: (page.notice ?? null) === null ? (page.maxAgeSeconds ?? null) : null,
    headers: { ...page.headers, ...(page.locates === true && { 'Permissions-Policy': locatingPolicy }) }
  }
}

/** A page for one reader: no search engine lists it, no cache keeps it, and its title is its description. */
export function privateAnswer(
  frame: SiteFrame,
  page: Omit<PageContent, 'description' | 'alternates' | 'maxAgeSeconds' | 'unlisted'>
): PageAnswer {
  return pageAnswer(frame, {
    ...page,
    title: `${page.title} – Ayaz`,
    description: page.title,
    unlisted: true
  })
}

function documentOf(frame: SiteFrame, page: PageContent, scripts: readonly BrowserScript[]): Markup {
  const { visitor } = page
  const words = wordsIn(visitor.lang).frame
  return html`<!doctype html>
<html lang="${visitor.lang}" data-theme="${visitor.theme}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${page.title}</title>
<meta name="description" content="${page.description}">
${page.unlisted ? html`<meta name="robots" content="noindex">` : links(frame, page)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/icon-180.png">
  <link rel="manifest" href="/manifest.webmanifest?lang=${visitor.lang}">
<style>${trusted(frame.css.text)}</style>${page.head}
${scripts.map((script) => html`<script type="module" src="${script.path}"></script>`)}
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
${masthead(frame, page)}
${page.synthetic ? html`<aside class="demo-banner"><strong>${words.demoMark}</strong> ${words.demo}</aside>` : null}
<main id="content"${Object.entries(page.later ?? {}).map(([name, { path }]) => html` data-${name}="${path}"`)}${
    page.offline ? html` data-offline="${words.offline}" data-locale="${words.locale}"` : null
  }${page.frames ? html` aria-label="${page.title}"` : null}>
  ${page.notice}${page.main}</main>
<footer class="foot"><p>${words.generalNotice}</p><p>
  ${englishLink('/docs', words.documents, visitor)} · ${englishLink(
    '/reference',
    wordsIn(visitor.lang).documents.names.reference,
    visitor
  )} · <a href="${withQuery('/status', { ...visitor.carried, lang: visitor.lang })}">
  ${words.status}</a> · <a href="${withQuery(embedPath(visitor.lang), { ...visitor.carried, lang: null })}">
  ${words.embed}</a></p>${operatorLine(frame, visitor)}${switches(page)}</footer>
</body></html>`
}

/** Who runs the service, and where it is said what is stored of people. */
function operatorLine({ operator }: SiteFrame, { lang, carried }: Visitor): Markup {
  const words = wordsIn(lang).frame
  const path = withQuery(privacyPath(lang), { ...carried, lang: null })
  const { name, contact } = operator
  return html`<p>${
    name === null
      ? null
      : html`<span>${words.operator} <b>${name}
    </b> · </span>`
  }${contact === null ? null : html`<a href="${contact}">${words.contact}</a> · `}
    <a href="${path}">${words.privacy}</a> · <a href="${path}#imprint">${words.imprint}</a></p>`
}

function sign({ operator }: SiteFrame): Markup {
  if (operator.logo === null) return siteSign
  return html`<img class="logo" src="${logoPath}" alt="${operator.name}" height="28">`
}

function masthead(frame: SiteFrame, page: PageContent): Markup {
  const { visitor } = page
  const words = wordsIn(visitor.lang).frame
  const carried = { ...visitor.carried, lang: null }
  const others = languages.filter((lang) => lang !== visitor.lang)
  return html`<header class="masthead"><a class="brand" href="${withQuery(homePath(visitor.lang), carried)}">
    ${sign(frame)}<span>Ayaz</span></a>
<nav aria-label="${words.navigation}"><a href="${withQuery(homePath(visitor.lang), carried)}">${words.home}</a>
  ${growersLink(words.help, visitor)}<span class="aside"><a href="${withQuery(embedPath(visitor.lang), carried)}">
  ${words.embed}</a>${englishLink('/docs', words.documents, visitor)}</span>${others.map(
    (lang) =>
      html`<a href="${addressIn(lang, page)}" lang="${lang}" hreflang="${lang}">${wordsIn(lang).frame.languageName}</a>`
  )}</nav></header>`
}

const themes = ['auto', 'light', 'dark'] as const
const unitSystems = { metric: '°C', imperial: '°F' } as const

/** The same page in another theme or in other units; nothing where a page has no address of its own. */
function switches({ visitor, alternates = null, path }: PageContent): Markup | null {
  const here = alternates?.[visitor.lang] ?? path
  if (here === undefined) return null
  const { embed } = wordsIn(visitor.lang)
  const choice = (
    label: string,
    change: Readonly<Record<string, string | null>>,
    isChosen: boolean
  ): Markup => {
    const lang = alternates === null ? visitor.lang : null
    const href = withQuery(here, { ...visitor.carried, ...change, lang })
    return isChosen
      ? html`<a href="${href}" aria-current="true">${label}</a>`
      : html`<a href="${href}">${label}</a>`
  }
  return html`<p class="switches"><span>${embed.look}: ${themes.map((theme) =>
    choice(embed[theme], { theme: theme === 'auto' ? null : theme }, theme === visitor.theme)
  )}</span><span>${embed.units}: ${(['metric', 'imperial'] as const).map((units) =>
    choice(unitSystems[units], { units: units === 'metric' ? null : units }, units === visitor.units)
  )}</span></p>`
}

/** The same page in another language, or home where there is none. */
function addressIn(lang: Language, { visitor, alternates = null, path }: PageContent): string {
  if (alternates === null && path !== undefined) return withQuery(path, { ...visitor.carried, lang })
  return withQuery(alternates?.[lang] ?? homePath(lang), { ...visitor.carried, lang: null })
}

function links(
  frame: SiteFrame,
  { visitor, alternates = null, title, description, picture }: PageContent
): Markup | null {
  if (alternates === null) return null
  const shared = {
    site_name: 'Ayaz',
    title,
    description,
    url: withQuery(frame.siteUrl + alternates[visitor.lang], { ...visitor.carried, theme: null, lang: null }),
    image: `${frame.siteUrl}${picture ?? '/icon-512.png'}`,
    locale: wordsIn(visitor.lang).frame.locale.replace('-', '_')
  }
  return html`${Object.entries(shared).map(
    ([name, value]) => html`<meta property="og:${name}" content="${value}">`
  )}<link rel="canonical" href="${frame.siteUrl + alternates[visitor.lang]}">${languages.map(
    (lang) => html`<link rel="alternate" hreflang="${lang}" href="${frame.siteUrl + alternates[lang]}">`
  )}`
}
