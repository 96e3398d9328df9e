// Inside the widget: sends the host page its height, renews itself while seen, stores nothing.

const seconds = Number(document.documentElement.dataset['refresh']) || 600
const growsWithContent = document.documentElement.dataset['fit'] === 'height'
let refreshedAt = performance.now()
let served = document.querySelector('main')?.innerHTML

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
    if (fresh === null || old === null || fresh.innerHTML === served) return
    served = fresh.innerHTML
    const hadFocus = old.contains(document.activeElement)
    old.replaceChildren(...fresh.childNodes)
    leaveOut()
    if (hadFocus) document.querySelector<HTMLElement>('main a')?.focus()
  } catch {
    // No connection: what is shown carries its own age, so the next try is soon enough.
  }
}

/** Least important first: each is left out whole where not all has room. */
const leftOutFirst = [
  'main footer',
  'main .nights',
  'main .hours',
  'main .night-bars',
  'main .odds',
  'main .days',
  'main .stage',
  'main .crop',
  'main time',
  'main .title',
  'main .score',
  'main .what > span:not(.age, .prepare)',
  'main .level .risk',
  'main .what .prepare',
  'main .wait p + p',
  'main .wait ul',
  'main .wait p'
]

/** What the style sheet cannot know: whether these very words fit at this very size. */
function leaveOut(): void {
  if (growsWithContent) return
  const parts = leftOutFirst.flatMap((one) => [...document.querySelectorAll(one)].reverse())
  for (const part of parts) part.classList.remove('left-out')
  for (const part of parts) {
    if (isWhole()) return
    part.classList.add('left-out')
  }
}

/** Whether no part leaves the frame, lies on another one or is shortened. */
function isWhole(): boolean {
  const name = document.querySelector('.place a')
  if (name !== null && name.scrollWidth > name.clientWidth + 1) return false
  const boxes = [...document.querySelectorAll('header, main > :not(.unseen, header), .wait')].flatMap(
    (one) => {
      const { left, right, top, height } = one.getBoundingClientRect()
      const hides = getComputedStyle(one).overflowY !== 'visible'
      const foot = top + (hides ? height : Math.max(height, one.scrollHeight))
      // Lower lines that a box hides are left out whole; a line that is too wide would be cut.
      const begins = one.firstElementChild?.getBoundingClientRect().left ?? left
      const isCut = hides && (one.scrollWidth > one.clientWidth || begins < left - 1)
      const width = isCut ? innerWidth : one.scrollWidth
      return right > left ? [{ left, right: Math.max(right, left + width), top, foot }] : []
    }
  )
  return boxes.every(
    (one, at) =>
      one.top >= 0 &&
      one.right <= innerWidth + 1 &&
      one.foot <= innerHeight + 1 &&
      boxes
        .slice(at + 1)
        .every(
          (other) =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) < 2 ||
            Math.min(one.foot, other.foot) - Math.max(one.top, other.top) < 3
        )
  )
}

new ResizeObserver(() => {
  leaveOut()
  reportHeight()
}).observe(document.body)
addEventListener('message', (event) => {
  if (event.data?.ayaz === 'ask') reportHeight()
})
document.addEventListener('visibilitychange', () => void refresh())
// Not all copies of a widget come back in the same second.
setInterval(() => void refresh(), 60_000 + Math.random() * 15_000)
leaveOut()
reportHeight()
