// The embed builder: asks for itself again as soon as something is chosen, and copies the code.

const builder = document.querySelector<HTMLFormElement>('#builder')

// The page that the form would lead to is the truth about code and frame: take both from there.
async function show(): Promise<void> {
  if (builder === null || !builder.reportValidity()) return
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(builder)) query.set(name, String(value))
  const address = `${builder.action.split('?')[0]}?${query}`
  const answer = await fetch(address).catch(() => null)
  if (answer === null || !answer.ok) {
    if (answer !== null) location.href = address
    return
  }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  history.replaceState(null, '', address)
  for (const id of ['frame-code', 'script-code']) {
    const fresh = page.querySelector<HTMLTextAreaElement>(`#${id}`)
    const shown = document.querySelector<HTMLTextAreaElement>(`#${id}`)
    if (fresh !== null && shown !== null) shown.value = fresh.value
  }
  const fresh = page.querySelector<HTMLIFrameElement>('#live')
  const live = document.querySelector<HTMLIFrameElement>('#live')
  if (fresh === null || live === null) return
  live.width = fresh.width
  live.height = fresh.height
  live.title = fresh.title
  if (live.getAttribute('src') !== fresh.getAttribute('src')) live.src = fresh.getAttribute('src') ?? ''
}

builder?.addEventListener('change', () => void show())

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
  const frame = button.closest<HTMLElement>('.copy')
  if (frame !== null) frame.hidden = false
  button.addEventListener('click', async () => {
    const code = document.querySelector<HTMLTextAreaElement>(`#${button.dataset['copies'] ?? ''}`)
    const status = button.parentElement?.querySelector('[role=status]')
    if (code === null) return
    try {
      await navigator.clipboard.writeText(code.value)
      if (status) status.textContent = button.dataset['done'] ?? ''
    } catch {
      code.select()
    }
  })
}
