const builder = document.querySelector<HTMLFormElement>('#builder')
let asked = 0

// The page that the form would lead to is the truth about code, frame and stages: take them from there.
async function show(chosen: Readonly<Record<string, string>> = {}): Promise<void> {
  if (builder === null || !builder.reportValidity()) return
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(builder)) query.set(name, String(value))
  for (const [name, value] of Object.entries(chosen)) query.set(name, value)
  const address = `${builder.action.split('?')[0]}?${query}`
  asked += 1
  const mine = asked
  const answer = await fetch(address).catch(() => null)
  if (answer === null || mine !== asked) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (page.querySelector('#builder') === null) {
    location.href = address
    return
  }
  history.replaceState(null, '', address)
  for (const id of ['said', 'stage', 'built', 'code']) {
    const shown = document.querySelector(`#${id}`)
    const fresh = page.querySelector(`#${id}`)
    // A frame that stays the same is not loaded again.
    if (shown !== null && fresh !== null && shown.innerHTML !== fresh.innerHTML)
      shown.replaceChildren(...fresh.childNodes)
  }
  showCopyButtons()
  for (const name of ['q', 'location']) takeValue(name, page)
}

/** The place that was found; what was typed stays where none was. */
function takeValue(name: string, page: Document): void {
  const fresh = page.querySelector<HTMLInputElement>(`#builder [name=${name}]`)
  const shown = builder?.querySelector<HTMLInputElement>(`[name=${name}]`)
  if (fresh === null) shown?.remove()
  else if (shown) shown.value = fresh.value
  else builder?.append(fresh)
}

function showCopyButtons(): void {
  for (const frame of document.querySelectorAll<HTMLElement>('.copy')) frame.hidden = false
}

builder?.addEventListener('change', (event) => {
  const { name = '' } = event.target as Partial<HTMLSelectElement>
  void show(name === 'crop' ? { stage: '' } : {})
})
builder?.addEventListener('submit', (event) => {
  event.preventDefault()
  void show()
})
builder?.addEventListener('ayaz-place', (event) => {
  if (!(event instanceof CustomEvent)) return
  event.preventDefault()
  builder.querySelector('[name=label]')?.remove()
  void show({ location: String(event.detail.slug), q: String(event.detail.name) })
})
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-copies]') : null
  const code = document.querySelector<HTMLTextAreaElement>(`#${button?.dataset['copies'] ?? 'none'}`)
  const status = button?.parentElement?.querySelector('[role=status]')
  if (button === null || code === null) return
  try {
    await navigator.clipboard.writeText(code.value)
    if (status) status.textContent = button.dataset['done'] ?? ''
  } catch {
    code.select()
  }
})
showCopyButtons()
