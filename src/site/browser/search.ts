// Finds a place by position or as you type: the ARIA Authoring Practices' combobox with list autocomplete.

interface Offer {
  readonly name: string
  readonly where: string
  readonly level: string | null
  readonly slug: string
  readonly path: string
}

/** Theme, units and crop, which are sent along with the form. */
function carried(form: HTMLFormElement): URLSearchParams {
  const hidden = form.querySelectorAll<HTMLInputElement>('input[type=hidden]')
  return new URLSearchParams([...hidden].map(({ name, value }) => [name, value]))
}

function open(form: HTMLFormElement, path: string): void {
  const query = carried(form)
  location.href = query.size === 0 ? path : `${path}?${query}`
}

/** Asks for the position at a touch of its button only; its altitude is not that above the sea, so it is left out. */
function attachPosition(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('[data-position]')
  if (button === null || !isSecureContext || !('geolocation' in navigator)) return
  button.parentElement?.removeAttribute('hidden')
  const status = button.parentElement?.querySelector('[role=status]')
  button.addEventListener('click', () => {
    button.disabled = true
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        open(
          form,
          `${button.dataset['position']}${coords.latitude.toFixed(3)},${coords.longitude.toFixed(3)}`
        ),
      () => {
        button.disabled = false
        if (status) status.textContent = button.dataset['failed'] ?? ''
      },
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 }
    )
  })
}

function attach(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type=search]')
  const box = form.querySelector<HTMLElement>('.search-box')
  const address = form.dataset['suggest']
  if (input === null || box === null || address === undefined) return
  const list = document.createElement('ul')
  list.id = `${input.id}-list`
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', input.labels?.[0]?.textContent ?? '')
  list.hidden = true
  box.append(list)
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', list.id)
  input.setAttribute('aria-expanded', 'false')
  let offers: readonly Offer[] = []
  let chosen = -1
  let asked = 0

  const show = (): void => {
    list.replaceChildren(
      ...offers.map((offer, index) => {
        const item = document.createElement('li')
        item.id = `${list.id}-${index}`
        item.setAttribute('role', 'option')
        item.setAttribute('aria-selected', String(index === chosen))
        const where = document.createElement('span')
        where.className = 'quiet'
        where.textContent = [offer.where, offer.level]
          .filter((part) => part !== null && part !== '')
          .join(' · ')
        item.append(offer.name, ' ', where)
        item.addEventListener('pointerdown', (event) => {
          event.preventDefault()
          choose(offer)
        })
        return item
      })
    )
    list.hidden = offers.length === 0
    input.setAttribute('aria-expanded', String(offers.length > 0))
    if (chosen < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `${list.id}-${chosen}`)
  }
  const close = (): void => {
    asked += 1
    offers = []
    chosen = -1
    show()
  }
  const choose = (offer: Offer): void => {
    close()
    input.value = offer.name
    const event = new CustomEvent('ayaz-place', { detail: offer, bubbles: true, cancelable: true })
    if (!form.dispatchEvent(event)) return
    open(form, offer.path)
  }
  const ask = async (): Promise<void> => {
    const mine = asked
    const typed = input.value.trim()
    if (typed === '') {
      close()
      return
    }
    const query = carried(form)
    query.set('q', typed)
    query.set('lang', form.dataset['lang'] ?? 'en')
    const answer = await fetch(`${address}?${query}`).catch(() => null)
    if (answer === null || !answer.ok || mine !== asked) return
    offers = await answer.json()
    chosen = -1
    show()
  }

  let waiting = 0
  input.addEventListener('input', () => {
    // Answers to the earlier text are ignored from here on.
    asked += 1
    clearTimeout(waiting)
    waiting = setTimeout(() => void ask(), 120)
  })
  input.addEventListener('keydown', (event) => {
    const offer = offers[chosen]
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && offer !== undefined) {
      event.preventDefault()
      choose(offer)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && offers.length > 0) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      chosen = (chosen + step + offers.length) % offers.length
      show()
    }
  })
  input.addEventListener('blur', close)
  // Where this script came with the touch of the box, letters may be there already.
  if (document.activeElement === input) void ask()
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-suggest]')) {
  attach(form)
  attachPosition(form)
}
