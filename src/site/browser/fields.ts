// Places and fields that the visitor asked to have at hand, in this browser's own storage: their list is sent nowhere.

const shelfName = 'ayaz-fields'
const maxFields = 20
/** In a link that carries the list to another browser: what follows the # is not sent. */
const carriedName = '#my-fields='

interface SavedField {
  readonly path: string
  readonly name: string
}

/** Saved fields, one for each point; the first is the newest. */
function read(): readonly SavedField[] {
  try {
    return fieldsIn(localStorage.getItem(shelfName) ?? '[]')
  } catch {
    return []
  }
}

function fieldsIn(text: string): readonly SavedField[] {
  const saved: unknown = JSON.parse(text)
  return distinct(Array.isArray(saved) ? saved.filter(isField) : [])
}

function distinct(fields: readonly SavedField[]): readonly SavedField[] {
  return fields.filter((one, index) => fields.findIndex((other) => isSamePoint(one, other)) === index)
}

function isSamePoint(one: Pick<SavedField, 'path'>, other: Pick<SavedField, 'path'>): boolean {
  return pointIn(one.path) === pointIn(other.path)
}

/** The end of the path: the same in every language. */
function pointIn(path: string): string {
  return new URL(path, location.origin).pathname.split('/').at(-1) ?? ''
}

/** A path of this site: what else may be in the storage is not a link. */
function isField(value: unknown): value is SavedField {
  const { path, name } = Object(value)
  return (
    typeof path === 'string' &&
    /^\/(tr\/(tarla|yer)|en\/(field|place))\/[^/]/.test(path) &&
    typeof name === 'string'
  )
}

function write(fields: readonly SavedField[]): void {
  try {
    if (fields.length === 0) localStorage.removeItem(shelfName)
    else localStorage.setItem(shelfName, JSON.stringify(fields))
  } catch {
    // A browser that has no room, or no storage at all.
  }
}

function attachButton(button: HTMLButtonElement): void {
  const { field: path = '', name = '', full = '' } = button.dataset
  const form = button.parentElement?.querySelector('form')
  const input = form?.querySelector('input')
  const isSaved = (): boolean => read().some((one) => isSamePoint(one, { path }))
  const say = (text: string): void =>
    button.parentElement?.querySelector('[role=status]')?.replaceChildren(text)
  const show = (): void => {
    button.textContent = button.dataset[isSaved() ? 'remove' : 'save'] ?? ''
    button.setAttribute('aria-pressed', String(isSaved()))
    button.hidden = false
    if (form) form.hidden = true
  }
  button.addEventListener('click', () => {
    const fields = read()
    const others = fields.filter((one) => !isSamePoint(one, { path }))
    say('')
    if (others.length < fields.length) write(others)
    else if (fields.length >= maxFields) return say(full)
    else if (form && input) {
      button.hidden = true
      form.hidden = false
      input.value = name
      return input.select()
    }
    show()
  })
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    const typed = input?.value.trim() || name
    write([{ path: named(path, typed), name: typed }, ...read()])
    show()
    button.focus()
  })
  if (isSaved()) write(read().map((one) => (isSamePoint(one, { path }) ? askedLast(one, path) : one)))
  show()
}

/** A named place keeps its own name on its page. */
function named(path: string, label: string): string {
  if (!pointIn(path).includes(',')) return path
  const url = new URL(path, location.origin)
  url.searchParams.set('label', label)
  return url.pathname + url.search
}

/** A remembered field opens with the crop and stage that were last looked at there. */
function askedLast(saved: SavedField, path: string): SavedField {
  const stored = new URL(saved.path, location.origin)
  const asked = new URL(path, location.origin).searchParams
  if (!asked.has('crop')) return saved
  for (const name of ['crop', 'stage', 'exposure']) {
    const value = asked.get(name)
    if (value === null) stored.searchParams.delete(name)
    else stored.searchParams.set(name, value)
  }
  return { ...saved, path: stored.pathname + stored.search }
}

/** Lists fields with their nights, once the links have the chosen crop: it holds for fields without their own. */
function list(section: HTMLElement): void {
  const fields = read()
  const links = fields.map(({ path, name }) => {
    const link = document.createElement('a')
    link.href = path
    link.textContent = name
    return link
  })
  const items = links.map((link) => {
    const item = document.createElement('li')
    item.append(link, document.createElement('span'))
    return item
  })
  section.querySelector('ul')?.replaceChildren(...items)
  const carry = section.querySelector<HTMLAnchorElement>('a[data-carry]')
  if (carry && fields.length > 0)
    carry.href = location.pathname + carriedName + encodeURIComponent(JSON.stringify(fields))
  section.hidden = items.length === 0
  queueMicrotask(() => {
    for (const link of links) void showNight(link, section.dataset['night'] ?? '').catch(() => undefined)
  })
}

async function showNight(link: HTMLAnchorElement, address: string): Promise<void> {
  const query = new URL(link.href).searchParams
  query.set('at', decodeURIComponent(pointIn(link.href)))
  query.set('lang', document.documentElement.lang)
  const here = new URLSearchParams(location.search)
  if (here.get('units') !== null) query.set('units', here.get('units') ?? '')
  query.delete('label')
  const answer = await fetch(`${address}?${query}`)
  if (!answer.ok || link.nextElementSibling === null) return
  const { line }: { readonly line: string } = await answer.json()
  link.nextElementSibling.innerHTML = line
}

function offerCarried(section: HTMLElement): void {
  if (!location.hash.startsWith(carriedName)) return
  const question = section.querySelector<HTMLElement>('[data-take]')
  const button = question?.querySelector('button')
  const carried = fieldsIn(decodeURIComponent(location.hash.slice(carriedName.length)))
  const names = question?.querySelector('b')
  if (!question || !button || !names || carried.length === 0) return
  names.textContent = carried.map(({ name }) => name).join(', ')
  button.addEventListener('click', () => {
    write(distinct([...carried, ...read()]).slice(0, maxFields))
    question.hidden = true
    history.replaceState(null, '', location.pathname + location.search)
    list(section)
  })
  question.hidden = false
  section.hidden = false
}

/** Sends the link on, or opens it where nothing can be sent. */
function carryOn(event: Event): void {
  const { href } = event.currentTarget as HTMLAnchorElement
  if (!('share' in navigator)) return
  event.preventDefault()
  // A sheet that is closed again is not a fault.
  navigator.share({ url: href }).catch(() => undefined)
}

const button = document.querySelector<HTMLButtonElement>('button[data-field]')
if (button !== null) attachButton(button)
const section = document.querySelector<HTMLElement>('#my-fields')
if (section !== null) {
  list(section)
  section.querySelector('a[data-carry]')?.addEventListener('click', carryOn)
  try {
    offerCarried(section)
  } catch {
    // A link that was cut.
  }
}
