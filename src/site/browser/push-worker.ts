// Shows what is pushed to this browser, and opens the place's page when it is clicked.

interface Pushed {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly lang: string
  readonly url: string
}

const worker = globalThis as unknown as ServiceWorkerGlobalScope

worker.addEventListener('push', (event) => {
  const pushed = event.data?.json() as Pushed | undefined
  if (pushed === undefined) return
  const { title, body, tag, lang, url } = pushed
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      tag,
      lang,
      data: url,
      icon: '/favicon.svg',
      requireInteraction: true
    })
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url: unknown = event.notification.data
  // Only our own pages are opened, whatever a message says.
  if (typeof url === 'string' && new URL(url, worker.location.origin).origin === worker.location.origin) {
    event.waitUntil(worker.clients.openWindow(url))
  }
})
