// Shows what is pushed to this browser, and opens the place's page when it is clicked.

interface Pushed {
  readonly title: string
  readonly body: string
  readonly tag: string
  /** Whether it rings although it takes the place of an older one. */
  readonly renotify: boolean
  readonly lang: string
  readonly url: string
}

/** `renotify` is missing in TypeScript's own type (https://notifications.spec.whatwg.org/#dictdef-notificationoptions). */
type ShownOptions = NotificationOptions & { readonly renotify: boolean }

const worker = globalThis as unknown as ServiceWorkerGlobalScope

worker.addEventListener('push', (event) => {
  const pushed = event.data?.json() as Pushed | undefined
  if (pushed === undefined) return
  const { title, body, tag, renotify, lang, url } = pushed
  const options: ShownOptions = {
    body,
    tag,
    renotify,
    lang,
    data: url,
    icon: '/favicon.svg',
    requireInteraction: true
  }
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url: unknown = event.notification.data
  // Only our own pages are opened, whatever a message says.
  if (typeof url === 'string' && new URL(url, worker.location.origin).origin === worker.location.origin) {
    event.waitUntil(worker.clients.openWindow(url))
  }
})
