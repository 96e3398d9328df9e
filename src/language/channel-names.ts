/** What people call the ways by which messages come. */
import type { Language } from './language.ts'

/** A channel as the registry has it. */
export interface NamedChannel {
  /** For `channel`: its kind, or a name that the operator chose. */
  readonly id: string
  readonly kind: string
}

const english: Readonly<Record<string, string>> = {
  webhook: 'Webhook',
  ntfy: 'ntfy',
  telegram: 'Telegram',
  email: 'E-mail',
  feed: 'Atom feed',
  webpush: 'Browser notification',
  sse: 'Event stream',
  mqtt: 'MQTT'
}

const turkish: Readonly<Record<string, string>> = {
  ...english,
  email: 'E-posta',
  feed: 'Atom akışı',
  webpush: 'Tarayıcı bildirimi',
  sse: 'Olay akışı'
}

/** A channel's name; a name that the operator chose stays what it is, and so does a kind without a name. */
export function channelName({ id, kind }: NamedChannel, lang: Language): string {
  if (id !== kind) return id
  const names = lang === 'tr' ? turkish : english
  return Object.hasOwn(names, kind) ? (names[kind] ?? id) : id
}
