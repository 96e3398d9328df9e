// The manage page: the token behind the # asks the API of this very site, and no one else.

const page = document.querySelector<HTMLElement>('#manage')
const token = location.hash.slice(1)
const idLength = 26
const address = `/api/v1/alerts/subscriptions/${encodeURIComponent(token.slice(0, idLength))}`
const bearer = { Authorization: `Bearer ${token}` }

type Members = Readonly<Record<string, unknown>>
type Words = Readonly<Record<string, string>>
type Field = HTMLInputElement | HTMLSelectElement

interface Answer
  extends Readonly<Partial<Record<'code' | 'status' | 'request_id' | 'calendar_url', string>>> {
  readonly subscription?: Members
  readonly deliveries?: readonly Members[]
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[]
}

type Texts = Readonly<
  Record<'states' | 'done' | 'kinds' | 'outcomes', Words> &
    Record<'locale' | 'clockMark' | 'goBack' | 'resend', string>
>

const texts: Texts = JSON.parse(page?.dataset['texts'] ?? '{}')
/** What to say about a problem, in the page's language: see manage-problems.ts. */
const sentences: Words = JSON.parse(page?.dataset['problems'] ?? '{}')

function say(text: string): void {
  page?.querySelector('[role=status]')?.replaceChildren(text)
}

interface Names {
  readonly location: string
  readonly channel: string
  readonly crop: string
  readonly place?: string
  /** The channel offers to send messages again. */
  readonly resends?: boolean
  /** The cards of the crop's stages, as markup of this very site. */
  readonly stages?: string
  /** The name of a threshold of the score: with a crop it is a share of its buds. */
  readonly score?: string
}

const namedMembers = 'location lat lon elevation label channel crop stage stage_is_old exposure'.split(' ')

/** What place, channel and crop are called; without an answer their slug and ids have to do. */
async function namesOf(subscription: Members): Promise<Names> {
  const written = (member: string): string => String(subscription[member] ?? '')
  const query = new URLSearchParams({ lang: document.documentElement.lang })
  for (const member of namedMembers) query.set(member, written(member))
  try {
    const answer = await fetch(`${page?.dataset['names']}?${query}`)
    if (answer.ok) return (await answer.json()) as Names
  } catch {
    // Shown as they are written.
  }
  return { location: written('location'), channel: written('channel'), crop: written('crop') }
}

function write(member: string, content: string | Node): void {
  page?.querySelector(`[data-member=${member}]`)?.replaceChildren(content)
}

function placeLink({ location: name, place }: Names): string | Node {
  if (place === undefined) return name
  const link = document.createElement('a')
  link.href = place
  link.textContent = name
  return link
}

/** Whether an action is offered for an alert in its state. */
function isOffered(what: string, state: string): boolean {
  const isLiving = state !== 'unsubscribed' && state !== 'expired'
  if (what === 'living') return isLiving
  if (what === 'confirmed') return isLiving && state !== 'pending_confirmation'
  return what === state
}

async function show(subscription: Members): Promise<void> {
  if (page === null) return
  shownState = String(subscription['status'] ?? '')
  const names = await namesOf(subscription)
  write('location', placeLink(names))
  write('crop', names.crop)
  write('channel', names.channel)
  write('status', texts.states[shownState] ?? shownState)
  showThreshold(subscription)
  resends = names.resends === true && subscription['preview'] !== true
  showStages(names)
  const score = page.querySelector('[name=threshold]')?.parentElement?.firstChild
  if (score && names.score !== undefined) score.textContent = names.score
  for (const one of page.querySelectorAll<HTMLElement>('[data-for]')) {
    const what = one.dataset['for'] ?? ''
    one.hidden = what === 'resumable' ? !subscription['resumable_until'] : !isOffered(what, shownState)
  }
  for (const one of page.querySelectorAll('[data-opened]')) one.removeAttribute('hidden')
}

/** With a score threshold no temperature is chosen: its subject and probability then have their defaults. */
function showThreshold(subscription: Members): void {
  for (const member of [...numbers, 'threshold_of']) {
    const input = page?.querySelector<Field>(`[name=${member}]`)
    const value = subscription[member] ?? null
    if (input instanceof HTMLInputElement) input.value = String(value ?? '')
    else if (input && value !== null) choose(input, String(value))
  }
}

/** Only a probability can be another than those that are offered: an API client chose it. */
function choose(select: HTMLSelectElement, value: string): void {
  if (![...select.options].some((option) => option.value === value)) {
    const percent = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' })
    select.prepend(new Option(percent.format(Number(value)), value))
  }
  select.value = value
}

function showStages({ stages = '' }: Names): void {
  const form = page?.querySelector<HTMLFormElement>('[data-form=stage]')
  const cards = form?.querySelector('.stages')
  if (!form || !cards) return
  form.hidden = stages === ''
  cards.innerHTML = stages
}

let resends = false
let shownState = ''

function timeOf(instant: unknown): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const
  const there = new Date(`${String(instant).slice(0, 19)}Z`)
  const words = new Intl.DateTimeFormat(texts.locale, style).format(there)
  return words.replace(/:(?=\d\d$)/, texts.clockMark)
}

/** The outcome in the words of the page without scripts: see managed-main.ts. */
function outcomeOf({ status, reason, kind }: Members): string {
  if (status !== 'queued') return String(status)
  if (!isOffered('living', shownState)) return 'never'
  if (reason === 'too_many_proofs') return reason
  const isHeld = reason === 'until_morning'
  if (shownState === 'active') return isHeld ? reason : status
  return isHeld || !['null', 'test', 'verify', 'confirm'].includes(String(kind)) ? 'while_inactive' : status
}

function listItem(message: Members): Node {
  const { created_at, next_attempt_at, ended_at, kind, message_id, reason } = message
  const item = document.createElement('li')
  const why = message.status !== 'delivered' && String(reason).includes(' ') ? String(reason) : undefined
  const what = texts.kinds[String(kind ?? (reason === 'until_morning' ? 'change' : ''))]
  const said = texts.outcomes[outcomeOf(message)]?.replace('{when}', () => timeOf(next_attempt_at))
  item.textContent = `${timeOf(created_at)}: ${[what, said, why].filter((one) => one !== undefined).join(', ')} `
  if (resends && ended_at !== null && kind !== 'verify') item.append(resendButton(String(message_id)))
  return item
}

function resendButton(messageId: string): Node {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = texts.resend
  const suffix = `/deliveries/${encodeURIComponent(messageId)}/redeliver`
  button.addEventListener('click', () => act({ method: 'POST', suffix }))
  return button
}

async function showSent(): Promise<void> {
  const answer = await fetch(`${address}/deliveries?limit=20`, { headers: bearer }).catch(() => null)
  const { deliveries = [] }: Answer = (await answer?.json().catch(() => ({}))) ?? {}
  const section = page?.querySelector<HTMLElement>('[data-sent]')
  if (!section || deliveries.length === 0) return
  section.querySelector('ol')?.replaceChildren(...deliveries.map(listItem))
  section.hidden = false
}

/** What `Retry-After` says in words; the API gives it in seconds. */
function whenAgain(answer: Response): string {
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN)
  if (!(seconds > 0)) return sentences['later'] ?? ''
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang)
  if (seconds < 90) return words.format(Math.ceil(seconds), 'second')
  const [unit, length] = seconds < 5400 ? (['minute', 60] as const) : (['hour', 3600] as const)
  return words.format(Math.ceil(seconds / length), unit)
}

function sentenceOf(answer: Response, { code, errors, request_id }: Answer): string {
  const [wrong] = errors ?? []
  const like = answer.status >= 500 ? '5xx' : answer.status >= 400 ? '4xx' : 'offline'
  const names = [`${wrong?.pointer} ${wrong?.code}`, wrong?.pointer, code, answer.status, like].map(String)
  const sentence = names.map((name) => sentences[name]).find((one) => one !== undefined) ?? ''
  // The operator finds the fault in the log under this id.
  const trace = request_id === undefined ? '' : ` (${request_id})`
  return sentence.replace('{when}', whenAgain(answer)) + trace
}

/** Marks the fields that were refused, and only those, leads from them to what was said, and goes to the first. */
function mark(wrong: readonly string[]): void {
  for (const field of page?.querySelectorAll<HTMLElement>('.fields [name]') ?? []) {
    const isWrong = wrong.includes(field.getAttribute('name') ?? '')
    field.ariaInvalid = isWrong ? 'true' : null
    if (isWrong) field.setAttribute('aria-describedby', 'said')
    else field.removeAttribute('aria-describedby')
  }
  page?.querySelector<HTMLElement>('.fields [aria-invalid]')?.focus()
}

interface Call {
  readonly method: string
  readonly suffix?: string
  readonly body?: object
  readonly done?: string
}

async function ask({ method, suffix = '', body, done = '' }: Call): Promise<void> {
  const headers = { ...bearer, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
  const content = body === undefined ? null : JSON.stringify(body)
  const answer = await fetch(address + suffix, { method, headers, body: content })
  // What is between us and the service answers for itself, and not in JSON.
  const reported: Answer = await answer.json().catch(() => ({}))
  if (reported.status === 'delivered' || reported.status === 'refused')
    return say(texts.done[reported.status] ?? '')
  if (reported.subscription === undefined) say(sentenceOf(answer, reported))
  mark(reported.errors?.map(({ pointer }) => pointer.slice(1)) ?? [])
  if (reported.subscription === undefined) return
  await show(reported.subscription)
  page?.querySelector('[data-calendar]')?.setAttribute('href', reported.calendar_url ?? '')
  say(texts.done[done] ?? '')
  document.dispatchEvent(new Event('alert-changed'))
  await showSent()
}

/** The sentence that says why the address opens nothing; null where the service has to be asked. */
const nothing = token === '' ? '404' : token === 'preview' ? 'preview' : null

function act(call: Call): void {
  if (nothing !== null) say(sentences[nothing] ?? '')
  else ask(call).catch(() => say(sentences['offline'] ?? ''))
}

/** Asks once more below: where the finger was, a second touch keeps the alert. */
function attachEnd(button: HTMLButtonElement): void {
  const [first, question] = [button.textContent, page?.querySelector<HTMLElement>('[data-sure]')]
  const toggle = (asks: boolean): void => {
    button.textContent = asks ? texts.goBack : first
    if (question) question.hidden = !asks
    say('')
  }
  button.addEventListener('click', () => toggle(button.textContent === first))
  question?.querySelector('button')?.addEventListener('click', () => {
    toggle(false)
    act({ method: 'DELETE', done: 'end' })
  })
}

/** What is written in a form, by member, numbers as numbers. Only one kind of threshold is meant. */
function membersOf(form: HTMLFormElement): Members {
  const inputs = [...form.querySelectorAll<Field>('[name]:not([type=radio]:not(:checked))')]
  const isScore = form.querySelector<HTMLInputElement>('[name=threshold_temperature]')?.value === ''
  const meant = inputs.filter(({ name }) => (isScore ? name === 'threshold' : name !== 'threshold'))
  return Object.fromEntries(
    meant.map(({ name, value }) => [name, numbers.includes(name) ? Number(value) : value])
  )
}

const numbers = ['threshold', 'threshold_temperature', 'threshold_probability']

// A score and a temperature exclude each other: writing one empties the other.
const exclusive = [...(page?.querySelectorAll<HTMLInputElement>('input[name^=threshold]') ?? [])]
for (const field of exclusive) {
  field.addEventListener('input', () => {
    for (const other of exclusive) if (other !== field) other.value = ''
  })
}
for (const button of page?.querySelectorAll<HTMLButtonElement>('[data-act]') ?? []) {
  const name = button.dataset['act'] ?? ''
  if (name === 'end') attachEnd(button)
  else button.addEventListener('click', () => act({ method: 'POST', suffix: `/${name}`, done: name }))
}
for (const form of page?.querySelectorAll<HTMLFormElement>('[data-form]') ?? []) {
  const member = form.dataset['form'] ?? ''
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const body = membersOf(form)
    act({ method: 'PATCH', body, done: 'threshold_temperature' in body ? 'threshold_temperature' : member })
  })
}
// The way to the other language leads to the same subscription.
for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a[lang]')) link.hash = location.hash
act({ method: 'GET' })
