// The manage page: the token behind the # asks the API of this very site, and nobody else.

const page = document.querySelector<HTMLElement>('#manage')
const token = location.hash.slice(1)
const idLength = 26
const address = `/api/v1/alerts/subscriptions/${encodeURIComponent(token.slice(0, idLength))}`

interface Answer {
  readonly subscription?: Readonly<Record<string, unknown>>
  readonly detail?: string
}

function say(text: string): void {
  const status = page?.querySelector('[role=status]')
  if (status) status.textContent = text
}

function show(subscription: Readonly<Record<string, unknown>>): void {
  if (page === null) return
  for (const place of page.querySelectorAll<HTMLElement>('[data-member]')) {
    const value = String(subscription[place.dataset['member'] ?? ''] ?? '')
    place.textContent = page.dataset[value] ?? value
  }
  const threshold = page.querySelector<HTMLInputElement>('input[name=threshold]')
  if (threshold) threshold.value = String(subscription['threshold'] ?? '')
}

async function ask(method: string, suffix: string, body: object | null): Promise<void> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body === null ? {} : { 'Content-Type': 'application/json' })
  }
  const answer = await fetch(address + suffix, {
    method,
    headers,
    body: body === null ? null : JSON.stringify(body)
  })
  const told = (await answer.json()) as Answer
  if (told.subscription !== undefined) {
    show(told.subscription)
    say(method === 'GET' ? '' : (page?.dataset['done'] ?? ''))
  } else if (answer.status === 404) say(page?.dataset['unknown'] ?? '')
  else say(`${page?.dataset['failed'] ?? ''} ${told.detail ?? answer.status}`)
}

function act(method: string, suffix: string, body: object | null = null): void {
  ask(method, suffix, body).catch((error: unknown) => {
    say(`${page?.dataset['failed'] ?? ''} ${error instanceof Error ? error.message : ''}`)
  })
}

for (const button of page?.querySelectorAll<HTMLButtonElement>('[data-act]') ?? []) {
  const name = button.dataset['act'] ?? ''
  button.addEventListener('click', () => (name === 'end' ? act('DELETE', '') : act('POST', `/${name}`)))
}
page?.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  const written = page.querySelector<HTMLInputElement>('input[name=threshold]')?.value ?? ''
  act('PATCH', '', { threshold: Number(written) })
})
if (token === '') say(page?.dataset['unknown'] ?? '')
else act('GET', '')
