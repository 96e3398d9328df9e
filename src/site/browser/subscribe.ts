// The alert form as a sheet over the page, one step at a time; without this script its steps are below each other.

const steps = 2
/** Where the form was in the page before the sheet had it. */
const fold = document.querySelector<HTMLDetailsElement>('details.alert')
let sheet: HTMLDialogElement | null = null

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** A proxy may send a request again, and a person may load its answer again: neither makes a second subscription. */
function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')
}

async function browserSubscription(key: string): Promise<string> {
  const worker = await navigator.serviceWorker.register('/push-worker.js')
  await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) }
  return JSON.stringify(await worker.pushManager.subscribe(options))
}

const wayOf = (form: HTMLFormElement): HTMLInputElement | null => form.querySelector('[name=channel]:checked')

/** Asks for an address only where the way needs one, and for the number of the chosen kind alone. */
function fitFields(form: HTMLFormElement): void {
  const needs = wayOf(form)?.dataset['needs'] ?? ''
  const isNeeded = ['email', 'url', 'phone'].includes(needs)
  const address = form.querySelector<HTMLInputElement>('[name=destination]')
  if (address !== null) {
    address.disabled = !isNeeded
    address.required = isNeeded
    address.type = needs === 'phone' ? 'tel' : isNeeded ? needs : 'text'
  }
  const kind = form.querySelector<HTMLInputElement>('[name=threshold_kind]:checked')?.value
  for (const amount of form.querySelectorAll<HTMLElement>('.amount')) {
    amount.hidden = !amount.classList.contains(`of-${kind}`)
    for (const input of amount.querySelectorAll<HTMLInputElement>('input')) input.disabled = amount.hidden
  }
}

function stepOf(form: HTMLFormElement): number {
  return Number(form.dataset['at'] ?? 1)
}

function showStep(form: HTMLFormElement, step: number): void {
  form.dataset['at'] = String(step)
  for (const part of form.querySelectorAll<HTMLElement>('[data-step]'))
    part.hidden = part.dataset['step'] !== String(step)
}

function say(form: HTMLFormElement, text: string): void {
  form.querySelector('[role=status]')?.replaceChildren(text)
}

/** Goes to the next step if the fields of this one are filled in. */
function advance(form: HTMLFormElement): void {
  const part = form.querySelector(`[data-step="${stepOf(form)}"]`)
  const fields = [...(part?.querySelectorAll<HTMLInputElement>('input') ?? [])]
  if (fields.every((one) => one.reportValidity())) showStep(form, Math.min(steps, stepOf(form) + 1))
}

/** One key for each filled-in form: sent twice, it makes one alert. */
const keys = new WeakMap<HTMLFormElement, string>()

function keyOf(form: HTMLFormElement): string {
  const key = keys.get(form) ?? freshKey()
  keys.set(form, key)
  return key
}

async function send(form: HTMLFormElement): Promise<void> {
  const push = wayOf(form)
  const key = push?.dataset['pushKey']
  const values = new FormData(form)
  values.set('idempotency_key', keyOf(form))
  if (push !== null && key !== undefined) {
    try {
      values.set('destination', await browserSubscription(key))
    } catch {
      // What the browser says about its failure is English and for programmers; what it allows is the same everywhere.
      const isAllowed = Notification.permission === 'granted'
      return say(form, push.dataset[isAllowed ? 'failed' : 'forbidden'] ?? '')
    }
  }
  const body = new URLSearchParams([...values].map(([name, value]) => [name, String(value)]))
  const answer = await fetch(form.action, { method: 'POST', body, headers: { accept: 'text/html' } })
  // Another page's style has no right to be here.
  const text = (await answer.text()).replace(/<style>[^<]*<\/style>/, '')
  show(form, new DOMParser().parseFromString(text, 'text/html'), answer)
}

/** Shows the new alert at its own address; a refused form stays as typed, at the step with the fault. */
function show(form: HTMLFormElement, answered: Document, answer: Response): void {
  const again = answered.querySelector<HTMLFormElement>('#subscribe')
  const refusal = answered.querySelector('#refusal')
  sheet?.querySelector('#refusal')?.remove()
  if (answer.ok) {
    const made = answered.querySelector('main > *')
    form.replaceWith(...(made === null ? [] : [made]))
    history.pushState(null, '', answer.url)
    // Back from what was made leads to the page as it was.
    addEventListener('popstate', () => location.reload())
    document.title = answered.title
    sheet?.querySelector('h1')?.setAttribute('tabindex', '-1')
    sheet?.querySelector<HTMLElement>('h1')?.focus()
    return
  }
  if (again !== null) {
    form.replaceWith(again)
    attach(again)
    const wrong = again.querySelector('[aria-invalid]')?.closest<HTMLElement>('[data-step]')
    showStep(again, Number(wrong?.dataset['step'] ?? steps))
  }
  const shown = again ?? form
  if (!(refusal instanceof HTMLElement)) say(shown, shown.dataset['unsent'] ?? '')
  else {
    shown.before(refusal)
    refusal.focus()
  }
}

function attach(form: HTMLFormElement): void {
  const push = form.querySelector('[data-push-key]')?.closest('label')
  if (push && 'serviceWorker' in navigator && 'PushManager' in window) push.hidden = false
  form.classList.add('stepped')
  form.addEventListener('change', () => {
    keys.delete(form)
    fitFields(form)
  })
  form.addEventListener('click', ({ target, detail }) => {
    const address = form.querySelector<HTMLInputElement>('[name=destination]')
    // Clicks by arrow keys have a count of 0: the focus stays in the list.
    if (detail === 0 || !(target instanceof HTMLInputElement) || target.name !== 'channel') return
    fitFields(form)
    if (address?.disabled === false) address.focus()
  })
  for (const button of form.querySelectorAll<HTMLElement>('[data-move]'))
    button.addEventListener('click', () => {
      if (button.dataset['move'] === 'next') advance(form)
      else showStep(form, stepOf(form) - 1)
    })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    say(form, '')
    if (stepOf(form) < steps) return advance(form)
    send(form).catch(() => say(form, form.dataset['unsent'] ?? ''))
  })
  form.dispatchEvent(new Event('alert-form', { bubbles: true }))
  fitFields(form)
  showStep(form, 1)
}

function openSheet(form: HTMLFormElement): void {
  sheet ??= sheetOf(form)
  sheet.showModal()
}

function sheetOf(form: HTMLFormElement): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.className = 'sheet'
  dialog.setAttribute('aria-label', document.querySelector('#alert')?.textContent ?? '')
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'plain close'
  close.textContent = '×'
  close.setAttribute('aria-label', form.dataset['close'] ?? '')
  close.addEventListener('click', () => dialog.close())
  dialog.append(close, form)
  document.body.append(dialog)
  attach(form)
  return dialog
}

const first = document.querySelector<HTMLFormElement>('#subscribe')
if (first !== null && fold !== null && 'showModal' in HTMLDialogElement.prototype) {
  const open = (event: Event): void => {
    event.preventDefault()
    openSheet(first)
  }
  fold.querySelector('summary')?.addEventListener('click', open)
  for (const link of document.querySelectorAll('a[href="#warn"]')) link.addEventListener('click', open)
} else if (first !== null) {
  first.addEventListener('formdata', ({ formData }) => formData.set('idempotency_key', freshKey()))
}
