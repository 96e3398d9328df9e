// Inside the widget: tells the host page its height, renews itself while seen, keeps nothing.

const seconds = Number(document.documentElement.dataset['refresh']) || 600
let refreshedAt = performance.now()

function reportHeight(): void {
  const main = document.querySelector('main')
  if (window.parent === window || main === null) return
  const height = Math.ceil(main.getBoundingClientRect().height)
  window.parent.postMessage({ ayaz: 'height', height, title: document.title }, '*')
}

function isDue(): boolean {
  return document.visibilityState === 'visible' && performance.now() - refreshedAt > seconds * 1000
}

async function refresh(): Promise<void> {
  if (!isDue()) return
  refreshedAt = performance.now()
  try {
    const answer = await fetch(location.href, { cache: 'no-cache', credentials: 'omit' })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const fresh = page.querySelector('main')
    const old = document.querySelector('main')
    if (fresh === null || old === null || fresh.innerHTML === old.innerHTML) return
    const hadFocus = old.contains(document.activeElement)
    old.replaceChildren(...fresh.childNodes)
    if (hadFocus) document.querySelector<HTMLElement>('main a')?.focus()
  } catch {
    // No connection: what is shown carries its own age, so the next try is soon enough.
  }
}

new ResizeObserver(reportHeight).observe(document.body)
addEventListener('message', (event) => {
  if (event.data?.ayaz === 'ask') reportHeight()
})
document.addEventListener('visibilitychange', () => void refresh())
// Not all copies of a widget come back in the same second.
setInterval(() => void refresh(), 60_000 + Math.random() * 15_000)
reportHeight()
