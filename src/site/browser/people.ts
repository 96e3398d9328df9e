// Contacts and quiet hours on the manage page: a part that this very site makes again after each of its forms.
const part = document.querySelector<HTMLDetailsElement>('#people')
const shown = part?.querySelector('div')
const said = part?.querySelector('[data-said]')

async function fill(form: URLSearchParams): Promise<void> {
  if (!part || !shown) return
  form.set('token', location.hash.slice(1))
  form.set('part', 'section')
  const answer = await fetch(part.dataset['path'] ?? '', { method: 'POST', body: form }).catch(() => null)
  const isPart = answer?.headers.has('X-Part') === true
  if (answer === null || !isPart) {
    said?.replaceChildren(part.dataset['unsent'] ?? '')
    return
  }
  said?.replaceChildren()
  shown.innerHTML = await answer.text()
  part.hidden = false
  shown.querySelector<HTMLElement>('[tabindex]')?.focus()
}

part?.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement)) return
  event.preventDefault()
  const entries = [...new FormData(event.target)].map(([name, value]) => [name, String(value)])
  fill(new URLSearchParams(entries))
})
if (location.hash.length > 1) fill(new URLSearchParams())
