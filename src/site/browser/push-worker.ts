// Shows what is pushed, opens its page at a click, and keeps the last pages of tonight to be read offline.

interface Pushed {
  readonly title: string
  readonly body: string
  readonly tag: string
  /** Whether it makes a sound although it replaces an older notification. */
  readonly renotify: boolean
  readonly lang: string
  readonly url: string
  /** The URL that acknowledges the warning, and the words of the button. */
  readonly seen_url?: string
  readonly seen?: string
}

/** TypeScript lacks `renotify` (https://notifications.spec.whatwg.org/#dictdef-notificationoptions). */
type ShownOptions = NotificationOptions & {
  readonly renotify: boolean
  readonly actions?: readonly { readonly action: string; readonly title: string }[]
}

const worker = globalThis as unknown as ServiceWorkerGlobalScope

worker.addEventListener('push', (event) => {
  const pushed = event.data?.json() as Pushed | undefined
  if (pushed === undefined) return
  const { title, body, tag, renotify, lang, url, seen_url: seenUrl, seen } = pushed
  const options: ShownOptions = {
    body,
    tag,
    renotify,
    lang,
    data: { url, seenUrl },
    ...(seenUrl !== undefined && seen !== undefined && { actions: [{ action: 'seen', title: seen }] }),
    icon: '/icon-192.png',
    requireInteraction: true
  }
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const shown: unknown = event.notification.data
  // A notification of an earlier version has the address alone.
  const { url, seenUrl }: Record<string, unknown> = typeof shown === 'string' ? { url: shown } : Object(shown)
  if (event.action === 'seen' && typeof seenUrl === 'string') {
    const own = new URL(new URL(seenUrl).pathname, worker.location.origin)
    event.waitUntil(
      fetch(own, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    )
    return
  }
  // Only our own pages are opened, whatever a message says.
  if (typeof url === 'string' && new URL(url, worker.location.origin).origin === worker.location.origin) {
    event.waitUntil(worker.clients.openWindow(url))
  }
})

/** A new number forgets what older workers stored. */
const shelf = 'pages-1'
const maxStored = 30
/** Written before this script by the server: the first part of each page's path, and what follows it for a place. */
declare const placePaths: Readonly<Record<string, string>>
function isStoredPage(pathname: string): boolean {
  const [, lang = '', place, slug, ...more] = pathname.split('/')
  if (!Object.hasOwn(placePaths, lang) || more.length > 0) return false
  return place === undefined || (place === placePaths[lang] && (slug ?? '') !== '')
}

/** The cache of the page shown offline in place of a page that is not stored; one for each language. */
const offlineShelf = 'offline-2'
const offlinePath = (lang: string): string => `/${lang}/offline`

const isStoredFile = /^\/(assets\/|favicon\.svg|icon-|manifest\.)/

worker.addEventListener('install', (event) => {
  void worker.skipWaiting()
  const paths = Object.keys(placePaths).map(offlinePath)
  event.waitUntil(caches.open(offlineShelf).then((cache) => cache.addAll(paths)))
})
worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name !== shelf && name !== offlineShelf) await caches.delete(name)
      await worker.clients.claim()
    })()
  )
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate' && !isStoredPage(pathname)) event.respondWith(freshOrList(request))
  else if (request.mode === 'navigate' || isStoredFile.test(pathname)) event.respondWith(freshOrStored(event))
})

/** The present answer, which is stored; without a connection the one that was stored, with its age. */
async function freshOrStored(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(shelf)
  try {
    const answer = await fetch(event.request)
    if (answer.ok) event.waitUntil(keep(cache, event.request, answer.clone()))
    return answer
  } catch {
    const stored = await cache.match(event.request, { ignoreVary: true })
    if (stored === undefined)
      return event.request.mode === 'navigate' ? listOfStored(event.request) : Response.error()
    return event.request.mode === 'navigate' ? withAge(stored) : stored
  }
}

/** A page that is not stored: without a connection our own page lists those that are. */
async function freshOrList(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return listOfStored(request)
  }
}

async function listOfStored({ url }: Request): Promise<Response> {
  const [, first = ''] = new URL(url).pathname.split('/')
  const lang = Object.hasOwn(placePaths, first) ? first : navigator.language.startsWith('tr') ? 'tr' : 'en'
  const page = await (await caches.open(offlineShelf)).match(offlinePath(lang))
  if (page === undefined) return Response.error()
  const cache = await caches.open(shelf)
  const items: string[] = []
  for (const request of (await cache.keys()).toReversed()) {
    const stored = new URL(request.url)
    if (!isStoredPage(stored.pathname)) continue
    const text = (await (await cache.match(request, { ignoreVary: true }))?.text()) ?? ''
    // The title is escaped as in our own page; a URL has no quotes, and its & before a name and = need no escape.
    const title = /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? ''
    items.push(`<li><a href="${stored.pathname}${stored.search}">${title}</a></li>`)
  }
  const text = await page.text()
  if (items.length === 0) return new Response(text, { headers: page.headers })
  const list = `<ul>${items.join('')}</ul></section>`
  const listed = text.replace('id="stored" hidden', 'id="stored"').replace('<ul></ul></section>', () => list)
  return new Response(listed, { headers: page.headers })
}

/** Stores a page; the pages read last come last. */
async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.delete(request, { ignoreVary: true })
  await cache.put(request, answer)
  const all = await cache.keys()
  for (const old of all.slice(0, Math.max(0, all.length - maxStored))) await cache.delete(old)
}

/** The page with a sentence before its content: when it was stored, and how old that makes it. */
async function withAge(stored: Response): Promise<Response> {
  const text = await stored.text()
  const lang = /<html lang="(\w+)"/.exec(text)?.[1] ?? 'en'
  const sentence = /data-offline="([^"]*)"/.exec(text)?.[1] ?? ''
  const at = Date.parse(stored.headers.get('Date') ?? '')
  const locale = /data-locale="([\w-]+)"/.exec(text)?.[1] ?? lang
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const words = sentence.replace('{when}', when.format(at)).replace('{age}', ago(at, lang))
  const page = text.replace(/<main id="content"[^<>]*>/, `$&<p class="offline" role="status">${words}</p>`)
  return new Response(page, { headers: stored.headers })
}

function ago(at: number, lang: string): string {
  const minutes = Math.round((Date.now() - at) / 60_000)
  const words = new Intl.RelativeTimeFormat(lang)
  return minutes < 90 ? words.format(-minutes, 'minute') : words.format(-Math.round(minutes / 60), 'hour')
}
