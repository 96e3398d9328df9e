/** Names of channels by kind, and what single channels say besides messages. */
export const channels = {
  names: {
    webhook: 'Webhook',
    ntfy: 'ntfy',
    telegram: 'Telegram',
    email: 'E-mail',
    feed: 'Atom feed',
    webpush: 'Browser notification',
    sse: 'Event stream',
    mqtt: 'MQTT'
  } as Readonly<Record<string, string>>,
  feedTitle: (place: string, threshold: string) => `${place}: frost alerts (threshold ${threshold})`,
  push: {
    welcomeTitle: (place: string) => `${place}: frost alerts are on`,
    welcome: 'This browser will show frost alerts.'
  }
}
