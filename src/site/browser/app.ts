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

/** How long it is to the hours of tonight; a page that stays open, or is read again from a cache, counts from now. */
function countDown(): void {
  for (const left of document.querySelectorAll<HTMLElement>('.left[data-at]')) {
    const minutes = Math.ceil((Number(left.dataset['at']) - Date.now()) / 60_000)
    const name = minutes <= 0 ? 'past' : minutes < 60 ? 'leftMinutes' : 'left'
    left.textContent = (left.dataset[name] ?? '')
      .replace('{h}', String(Math.floor(minutes / 60)))
      .replace('{m}', String(minutes % 60))
  }
}

countDown()
setInterval(countDown, 20_000)
