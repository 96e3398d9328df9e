// The subscribe form: asks for an address only where the channel needs one, and subscribes this browser by one button.

const form = document.querySelector<HTMLFormElement>('#subscribe')
const choice = form?.querySelector<HTMLSelectElement>('select[name=channel]')
const destination = form?.querySelector<HTMLInputElement>('input[name=destination]')

function fitDestination(): void {
  const needs = choice?.selectedOptions[0]?.dataset['needs']
  const label = destination?.closest('label')
  if (destination === null || destination === undefined || label === null || label === undefined) return
  const isNeeded = needs === 'email' || needs === 'url' || needs === 'phone'
  label.hidden = !isNeeded
  destination.disabled = !isNeeded
  destination.required = isNeeded
  destination.type = needs === 'phone' ? 'tel' : needs === 'email' || needs === 'url' ? needs : 'text'
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** A proxy may send a request again, and a person may load its answer again: neither makes a second subscription. */
function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')
}

async function subscribeBrowser(key: string, channel: string): Promise<void> {
  const worker = await navigator.serviceWorker.register('/push-worker.js')
  await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key)
  })
  send(channel, JSON.stringify(subscription))
}

// The same form in the same way as every other channel, so that the answer is a page of its own.
function send(channel: string, subscription: string): void {
  if (form === null) return
  const values = new FormData(form)
  values.set('channel', channel)
  values.set('destination', subscription)
  values.set('idempotency_key', freshKey())
  const filled = document.createElement('form')
  filled.method = 'post'
  filled.action = form.action
  for (const [name, value] of values) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = String(value)
    filled.append(input)
  }
  document.body.append(filled)
  filled.submit()
}

form?.addEventListener('formdata', ({ formData }) => formData.set('idempotency_key', freshKey()))
choice?.addEventListener('change', fitDestination)
fitDestination()

const button = document.querySelector<HTMLButtonElement>('[data-push-key]')
if (button !== null && 'serviceWorker' in navigator && 'PushManager' in window) {
  const frame = button.closest<HTMLElement>('.push')
  if (frame !== null) frame.hidden = false
  button.addEventListener('click', () => {
    // What the browser says of its failure is English and for programmers; what it allows is the same everywhere.
    subscribeBrowser(button.dataset['pushKey'] ?? '', button.dataset['channel'] ?? '').catch(() => {
      const status = button.parentElement?.querySelector('[role=status]')
      const isAllowed = Notification.permission === 'granted'
      if (status) status.textContent = button.dataset[isAllowed ? 'failed' : 'forbidden'] ?? ''
    })
  })
}
