// Fields that the visitor asked to have at hand, in this browser's own storage: nothing of them is sent anywhere.

const shelfName = 'ayaz-fields'
const mostFields = 20

interface SavedField {
  readonly path: string
  readonly name: string
}

/** One a point, whatever was asked of it besides; the first is the newest. */
function read(): readonly SavedField[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(shelfName) ?? '[]')
    const fields = Array.isArray(saved) ? saved.filter(isField) : []
    return fields.filter((one, index) => fields.findIndex((other) => isSamePoint(one, other)) === index)
  } catch {
    return []
  }
}

function isSamePoint(one: Pick<SavedField, 'path'>, other: Pick<SavedField, 'path'>): boolean {
  return pointIn(one.path) === pointIn(other.path)
}

/** The end of the path: the same in every language. */
function pointIn(path: string): string {
  return new URL(path, location.origin).pathname.split('/').at(-1) ?? ''
}

/** A path of this site: what else may stand in the storage is no link. */
function isField(value: unknown): value is SavedField {
  const { path, name } = Object(value)
  return typeof path === 'string' && /^\/(tr\/tarla|en\/field)\//.test(path) && typeof name === 'string'
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
  const field = { path: button.dataset['field'] ?? '', name: button.dataset['name'] ?? '' }
  const isSaved = (): boolean => read().some((one) => isSamePoint(one, field))
  const show = (): void => {
    button.textContent = button.dataset[isSaved() ? 'remove' : 'save'] ?? ''
    button.setAttribute('aria-pressed', String(isSaved()))
  }
  button.addEventListener('click', () => {
    const others = read().filter((one) => !isSamePoint(one, field))
    const isFull = !isSaved() && others.length >= mostFields
    if (!isFull) write(isSaved() ? others : [field, ...others])
    const status = button.parentElement?.querySelector('[role=status]')
    if (status) status.textContent = isFull ? (button.dataset['full'] ?? '') : ''
    show()
  })
  if (isSaved()) write(read().map((one) => (isSamePoint(one, field) ? askedLast(one, field.path) : one)))
  show()
  button.hidden = false
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

function list(section: HTMLElement): void {
  const items = read().map(({ path, name }) => {
    const link = document.createElement('a')
    link.href = path
    link.textContent = name
    const item = document.createElement('li')
    item.append(link)
    return item
  })
  section.querySelector('ul')?.replaceChildren(...items)
  section.hidden = items.length === 0
}

const button = document.querySelector<HTMLButtonElement>('button[data-field]')
if (button !== null) attachButton(button)
const section = document.querySelector<HTMLElement>('#my-fields')
if (section !== null) list(section)
