// What the pages of tonight can do on a phone: be read without a connection, be sent on, and say how much time is left.

/** As in push-worker.ts. */
const shelf = 'pages-1'

/** The worker keeps each page that it sees; the first visit began without it, so its page is kept from here. */
async function storeFirstPage(): Promise<void> {
  const isFirst = navigator.serviceWorker.controller === null
  await navigator.serviceWorker.register('/push-worker.js')
  if (isFirst) await (await caches.open(shelf)).add(location.href)
}

if ('serviceWorker' in navigator && document.querySelector('[data-offline]') !== null) {
  addEventListener('load', () => void storeFirstPage().catch(() => undefined))
}

const share = document.querySelector<HTMLButtonElement>('#share')
if (share !== null && ('share' in navigator || 'clipboard' in navigator)) {
  share.hidden = false
  share.addEventListener('click', async () => {
    const canonical = document.querySelector<HTMLMetaElement>('meta[property="og:url"]')
    const url = canonical?.content ?? location.href
    // A sheet that is closed again is no fault.
    if ('share' in navigator) await navigator.share({ title: document.title, url }).catch(() => undefined)
    else {
      await (navigator as Navigator).clipboard.writeText(url)
      share.textContent = share.dataset['done'] ?? ''
    }
  })
}

/** A page was made in the hour it says; a clock that is before that by more than this many minutes is wrong. */
const mostBefore = 10

/** How long it is to the hours of tonight, and where in it we are; a page that is read again later counts from now. */
function countDown(): void {
  const madeAt = Number(document.querySelector<HTMLElement>('[data-made]')?.dataset['made'] ?? 0)
  if ((madeAt - Date.now()) / 60_000 > mostBefore) return
  for (const left of document.querySelectorAll<HTMLElement>('.left[data-at]')) {
    const minutes = Math.ceil((Number(left.dataset['at']) - Date.now()) / 60_000)
    const name = minutes <= 0 ? 'past' : minutes < 60 ? 'leftMinutes' : 'left'
    left.textContent = (left.dataset[name] ?? '')
      .replace('{h}', String(Math.floor(minutes / 60)))
      .replace('{m}', String(minutes % 60))
  }
  for (const line of document.querySelectorAll<SVGElement>('.bars .now')) {
    // A bar stands for the half hours around its whole hour, and is 20 wide.
    const x = ((Date.now() - Number(line.dataset['from'])) / 3_600_000 + 0.5) * 20
    line.setAttribute('transform', `translate(${Math.min(Number(line.dataset['width']), x)} 0)`)
  }
}

countDown()
setInterval(countDown, 20_000)

const cropShelf = 'ayaz-crop'

/** The crop that was last chosen stays on this device, and goes along to the pages of places. */
function rememberCrop(): void {
  const chips = document.querySelector<HTMLElement>('.crops')
  const shown = chips?.dataset['crop'] ?? ''
  if (shown !== '') localStorage.setItem(cropShelf, shown)
  chips?.querySelector('[data-forget]')?.addEventListener('click', () => localStorage.removeItem(cropShelf))
  const remembered = new URLSearchParams(localStorage.getItem(cropShelf) ?? '')
  if (!remembered.has('crop')) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]:not(.crops a)')) {
    const url = new URL(link.href)
    if (!/^\/(tr|en)(\/|$)/.test(url.pathname) || url.searchParams.has('crop')) continue
    for (const [name, value] of remembered) url.searchParams.set(name, value)
    link.href = url.pathname + url.search + url.hash
  }
}

try {
  rememberCrop()
} catch {
  // A browser without storage.
}
