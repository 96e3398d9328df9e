import type { Catalogue } from '../en.ts'

export const channels: Catalogue['channels'] = {
  names: {
    webhook: 'Webhook',
    ntfy: 'ntfy',
    telegram: 'Telegram',
    email: 'E-posta',
    feed: 'Atom akışı',
    webpush: 'Tarayıcı bildirimi',
    sse: 'Olay akışı',
    mqtt: 'MQTT'
  },
  feedTitle: (place, threshold) => `${place}: don uyarıları (eşik ${threshold})`,
  push: {
    welcomeTitle: (place) => `${place}: don uyarıları açık`,
    welcome: 'Don uyarıları bu tarayıcıda gösterilecek.'
  }
}
