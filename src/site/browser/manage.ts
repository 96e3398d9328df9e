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

interface Names {
  readonly location: string
  readonly channel: string
}

let known: Names | null = null

/** What the place and the channel are called; without an answer their slug and id have to do. */
async function namesOf({ location, channel }: Names): Promise<Names> {
  const query = new URLSearchParams({ location, channel, lang: document.documentElement.lang })
  try {
    const answer = await fetch(`${page?.dataset['names']}?${query}`)
    if (answer.ok) known = (await answer.json()) as Names
  } catch {
    // Shown as they are written.
  }
  return known ?? { location, channel }
}

function write(member: string, text: string): void {
  const place = page?.querySelector(`[data-member=${member}]`)
  if (place) place.textContent = text
}

async function show(subscription: Readonly<Record<string, unknown>>): Promise<void> {
  if (page === null) return
  const written = (member: string): string => String(subscription[member] ?? '')
  const names = known ?? (await namesOf({ location: written('location'), channel: written('channel') }))
  write('location', names.location)
  write('channel', names.channel)
  write('status', page.dataset[written('status')] ?? written('status'))
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
    await show(told.subscription)
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
