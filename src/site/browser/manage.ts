// The manage page: the token behind the # asks the API of this very site, and nobody else.

const page = document.querySelector<HTMLElement>('#manage')
const token = location.hash.slice(1)
const idLength = 26
const address = `/api/v1/alerts/subscriptions/${encodeURIComponent(token.slice(0, idLength))}`

interface Answer {
  readonly subscription?: Readonly<Record<string, unknown>>
  readonly code?: string
  readonly request_id?: string
}

/** What to say of a problem, in the page's language: see manage-problems.ts. */
const sentences: Readonly<Record<string, string>> = JSON.parse(page?.dataset['problems'] ?? '{}')

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

/** What `Retry-After` says in words; the API gives it in seconds. */
function whenAgain(answer: Response): string {
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN)
  if (!(seconds > 0)) return sentences['later'] ?? ''
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang)
  if (seconds < 90) return words.format(Math.ceil(seconds), 'second')
  if (seconds < 5400) return words.format(Math.ceil(seconds / 60), 'minute')
  return words.format(Math.ceil(seconds / 3600), 'hour')
}

function sentenceOf(answer: Response, { code, request_id }: Answer): string {
  const { status } = answer
  const like = status >= 500 ? '5xx' : status >= 400 ? '4xx' : 'offline'
  const sentence = sentences[code ?? ''] ?? sentences[status] ?? sentences[like] ?? ''
  // The operator finds the fault in the log under this id.
  const trace = request_id === undefined ? '' : ` (${request_id})`
  return sentence.replace('{when}', whenAgain(answer)) + trace
}

interface Act {
  readonly method: string
  /** Behind the subscription's address. */
  readonly suffix: string
  readonly body: object | null
  /** What is shown once it is done. */
  readonly done: string
}

async function ask({ method, suffix, body, done }: Act): Promise<void> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body === null ? {} : { 'Content-Type': 'application/json' })
  }
  const answer = await fetch(address + suffix, {
    method,
    headers,
    body: body === null ? null : JSON.stringify(body)
  })
  // What stands between us and the service answers for itself, and not in JSON.
  const reported: Answer = await answer.json().catch(() => ({}))
  if (reported.subscription === undefined) {
    say(sentenceOf(answer, reported))
    return
  }
  await show(reported.subscription)
  say(done)
}

/** Which sentence says why the address opens nothing; null where the service has to be asked. */
const nothing = token === '' ? '404' : token === 'preview' ? 'preview' : null

function act(asked: Act): void {
  if (nothing !== null) say(sentences[nothing] ?? '')
  else ask(asked).catch(() => say(sentences['offline'] ?? ''))
}

for (const button of page?.querySelectorAll<HTMLButtonElement>('[data-act]') ?? []) {
  const { act: name = '', done = '' } = button.dataset
  const asked = name === 'end' ? { method: 'DELETE', suffix: '' } : { method: 'POST', suffix: `/${name}` }
  button.addEventListener('click', () => act({ ...asked, body: null, done }))
}
const form = page?.querySelector('form')
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  const written = page?.querySelector<HTMLInputElement>('input[name=threshold]')?.value ?? ''
  const body = { threshold: Number(written) }
  act({ method: 'PATCH', suffix: '', body, done: form.dataset['done'] ?? '' })
})
// The way to the other language leads to the same subscription.
for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a[lang]')) link.hash = location.hash
act({ method: 'GET', suffix: '', body: null, done: '' })
