// Fields that the visitor asked to have at hand, in this browser's own storage: nothing of them is sent anywhere.

const shelfName = 'ayaz-fields'
const mostFields = 20

interface SavedField {
  readonly path: string
  readonly name: string
}

function read(): readonly SavedField[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(shelfName) ?? '[]')
    return Array.isArray(saved) ? saved.filter(isField) : []
  } catch {
    return []
  }
}

/** A path of this site: what else may stand in the storage is no link. */
function isField(value: unknown): value is SavedField {
  const { path, name } = Object(value)
  return typeof path === 'string' && /^\/(tr\/tarla|en\/field)\//.test(path) && typeof name === 'string'
}

function write(fields: readonly SavedField[]): void {
  if (fields.length === 0) localStorage.removeItem(shelfName)
  else localStorage.setItem(shelfName, JSON.stringify(fields.slice(0, mostFields)))
}

function attachButton(button: HTMLButtonElement): void {
  const path = button.dataset['field'] ?? ''
  const isSaved = (): boolean => read().some((one) => one.path === path)
  const show = (): void => {
    button.textContent = button.dataset[isSaved() ? 'remove' : 'save'] ?? ''
    button.setAttribute('aria-pressed', String(isSaved()))
  }
  button.addEventListener('click', () => {
    const others = read().filter((one) => one.path !== path)
    try {
      write(isSaved() ? others : [{ path, name: button.dataset['name'] ?? path }, ...others])
    } catch {
      // A browser that has no room, or no storage at all.
    }
    show()
  })
  show()
  button.hidden = false
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
