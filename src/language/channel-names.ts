/** What people call the ways by which messages come. */
import { type Language, type Localized, localized, wordsIn } from './language.ts'

/** A channel as the registry has it. */
export interface NamedChannel {
  /** For `channel`: its kind, or a name that the operator chose. */
  readonly id: string
  readonly kind: string
  /** From the channel's folder; null for a channel that this version does not have. */
  readonly names: Localized | null
}

/**
 * A channel's name: from the language's catalogue, else from the channel's folder. A name that the operator chose stays
 * as it is, and so does a kind without a name.
 */
export function channelName({ id, kind, names }: NamedChannel, lang: Language): string {
  if (id !== kind) return id
  const own = wordsIn(lang).channels.names
  if (Object.hasOwn(own, kind)) return own[kind] ?? id
  return names === null ? id : localized(names, lang)
}
