/** What people call the ways by which messages come. */
import { type Language, wordsIn } from './language.ts'

/** A channel as the registry has it. */
export interface NamedChannel {
  /** For `channel`: its kind, or a name that the operator chose. */
  readonly id: string
  readonly kind: string
}

/** A channel's name; a name that the operator chose stays what it is, and so does a kind without a name. */
export function channelName({ id, kind }: NamedChannel, lang: Language): string {
  if (id !== kind) return id
  const names = wordsIn(lang).channels.names
  return Object.hasOwn(names, kind) ? (names[kind] ?? id) : id
}
