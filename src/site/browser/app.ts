// What the pages of tonight can do on a phone: be read without a connection, be sent on, and say how much time is left.

const shelf = 'pages-1'

/** The worker keeps each page that it sees; the first visit began without it, so its page is stored from here. */
async function storeFirstPage(): Promise<void> {
  const isFirst = navigator.serviceWorker.controller === null
  await navigator.serviceWorker.register('/push-worker.js')
  if (isFirst) await (await caches.open(shelf)).add(location.href)
}

if ('serviceWorker' in navigator && document.querySelector('[data-offline]') !== null) {
  addEventListener('load', () => void storeFirstPage().catch(() => undefined))
}

const later = document.querySelector<HTMLElement>('main')?.dataset ?? {}

/** Its script starts with the first touch of one of these; without it the page works as it is. */
function withScript(path: string | undefined, touched: Iterable<HTMLElement>): void {
  let isThere = path === undefined
  for (const one of touched)
    one.addEventListener('click', (event) => {
      if (isThere || path === undefined) return
      event.preventDefault()
      const touchAgain = (): void => {
        if (isThere) return
        isThere = true
        one.click()
      }
      import(path).then(touchAgain, touchAgain)
    })
}

// The search comes with the first touch of its box, or of the button for the position.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-suggest]')) {
  const button = form.querySelector<HTMLButtonElement>('[data-position]')
  if (!later['search'] || button === null) continue
  form.addEventListener('focusin', () => import(later['search'] ?? ''), { once: true })
  withScript(later['search'], [button])
  if (isSecureContext && 'geolocation' in navigator) button.parentElement?.removeAttribute('hidden')
}

withScript(later['alert'], document.querySelectorAll('.alert > summary, a[href="#warn"]'))

/** Where something is remembered, the script has to look whether this is. */
function attachRemember(button: HTMLButtonElement): void {
  if (later['fields'] && localStorage.getItem('ayaz-fields') !== null) return void import(later['fields'])
  button.hidden = false
  withScript(later['fields'], [button])
}

const remember = document.querySelector<HTMLButtonElement>('[data-field]')
try {
  if (remember !== null) attachRemember(remember)
} catch {
  // A browser without storage.
}

const share = document.querySelector<HTMLButtonElement>('#share')
if (share !== null && ('share' in navigator || 'clipboard' in navigator)) {
  share.hidden = false
  share.addEventListener('click', async () => {
    const canonical = document.querySelector<HTMLMetaElement>('meta[property="og:url"]')
    const url = canonical?.content ?? location.href
    // A sheet that is closed again is not a fault.
    if ('share' in navigator) await navigator.share({ title: document.title, url }).catch(() => undefined)
    else {
      await (navigator as Navigator).clipboard.writeText(url)
      share.textContent = share.dataset['done'] ?? ''
    }
  })
}

/** Minutes by which the clock may be behind the hour of the page. */
const maxBefore = 10

/** `in 3 h 5 min`, `in 3 h`, `in 5 min`. */
function timeLeft(parts: string, minutes: number): string {
  const counts = { '{h}': Math.floor(minutes / 60), '{m}': minutes % 60 }
  const words = parts.split('|').map((part) => {
    const name = part.includes('{h}') ? '{h}' : '{m}'
    if (!part.includes(name)) return part
    return counts[name] === 0 ? '' : part.replace(name, String(counts[name]))
  })
  return words.filter((word) => word !== '').join(' ')
}

/** The time left until the hours of tonight, and the present position in the night; counted anew at each look. */
function countDown(): void {
  const madeAt = Number(document.querySelector<HTMLElement>('[data-made]')?.dataset['made'] ?? 0)
  if ((madeAt - Date.now()) / 60_000 > maxBefore) return
  for (const left of document.querySelectorAll<HTMLElement>('.left[data-at]')) {
    const minutes = Math.ceil((Number(left.dataset['at']) - Date.now()) / 60_000)
    const { past = '', left: parts = '' } = left.dataset
    left.textContent = minutes <= 0 ? past : timeLeft(parts, minutes)
  }
  for (const line of document.querySelectorAll<SVGElement>('.now')) {
    const [from = 0, until = 1] = ['from', 'until'].map((name) => Number(line.dataset[name]))
    const share = (Date.now() - from) / (until - from)
    line.setAttribute('x', `${share * 100}%`)
    const inside = Math.min(0.92, Math.max(0.08, share)) - share
    line.querySelector('text')?.setAttribute('x', `${inside * 100}%`)
    line.style.display = share > 1 ? 'none' : ''
  }
}

countDown()
setInterval(countDown, 20_000)

const cropShelf = 'ayaz-crop'

/** The crop that was last chosen stays on this device, and goes along to the pages of places. */
function rememberCrop(): void {
  const chips = document.querySelector<HTMLElement>('.crops')
  const shown = chips?.dataset['crop'] ?? ''
  const last = new URLSearchParams(localStorage.getItem(cropShelf) ?? '')
  const chosen = new URLSearchParams(shown)
  // A map has a crop without a stage: that which was chosen at a place stays.
  const isSame = chosen.get('crop') === last.get('crop') && !chosen.has('stage')
  if (shown !== '' && !isSame) localStorage.setItem(cropShelf, shown)
  chips?.querySelector('[data-forget]')?.addEventListener('click', () => localStorage.removeItem(cropShelf))
  const remembered = new URLSearchParams(localStorage.getItem(cropShelf) ?? '')
  const crop = remembered.get('crop')
  if (crop === null) return
  const here = new URL(location.href)
  if (chips?.dataset['takesRemembered'] === '' && !here.searchParams.has('crop')) {
    here.searchParams.set('crop', crop)
    location.replace(here)
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]:not(.crops a)')) {
    const url = new URL(link.href)
    if (!/^\/(tr|en)(\/|$)/.test(url.pathname) || url.searchParams.has('crop')) continue
    // The map of a country has the crop alone: its stage is not the same everywhere.
    const isMap = /^\/(tr|en)$/.test(url.pathname)
    for (const [name, value] of isMap ? [['crop', crop] as const] : remembered)
      url.searchParams.set(name, value)
    link.href = url.pathname + url.search + url.hash
  }
}

try {
  rememberCrop()
} catch {
  // A browser without storage.
}
