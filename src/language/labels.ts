/** Words for channels, sources and weather codes. */
import type { Catalogue } from './en.ts'
import { type Language, type Localized, localized, wordsIn } from './language.ts'

interface Credited {
  /** The source's own words. */
  readonly attribution: string
  readonly synthetic: boolean
}

const sentences = Object.entries(wordsIn('en').attribution.sources) as readonly (readonly [
  keyof Catalogue['attribution']['sources'],
  string
])[]

/** The sentence that the source's licence asks for; in the source's own words where the languages do not know it. */
export function attributionIn({ attribution, synthetic }: Credited, lang: Language): string {
  const words = wordsIn(lang).attribution
  if (synthetic) return words.synthetic
  const source = sentences.find(([, sentence]) => sentence === attribution)?.[0]
  return source === undefined ? attribution : words.sources[source]
}

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

/** The words for a weather code, or null where the code is unknown or not one of the subset. */
export function weatherLabel(code: number | null, lang: Language): string | null {
  return code === null ? null : (wordsIn(lang).weather.labels[code] ?? null)
}

/** The eighth of the compass from which a wind blows [degrees from north], or null where it is not known. */
export function compassLabel(directionDegrees: number | null, lang: Language): string | null {
  if (directionDegrees === null) return null
  const eighth = ((Math.round(directionDegrees / 45) % 8) + 8) % 8
  return wordsIn(lang).weather.compass[eighth] ?? null
}
