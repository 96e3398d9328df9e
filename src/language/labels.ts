import type { Catalogue } from './en/registry.ts'
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

/** What its licence asks for; the source's own words where the languages do not know it. */
export function attributionIn({ attribution, synthetic }: Credited, lang: Language): string {
  const words = wordsIn(lang).attribution
  if (synthetic) return words.synthetic
  const source = sentences.find(([, sentence]) => sentence === attribution)?.[0]
  return source === undefined ? attribution : words.sources[source]
}

export interface NamedChannel {
  /** For `channel`: its kind, or a name that the operator chose. */
  readonly id: string
  readonly kind: string
  /** From the channel's folder; null: this version does not have the channel. */
  readonly names: Localized | null
}

/** From the catalogue, else the folder. A name that the operator chose stays, as does a kind without a name. */
export function channelName({ id, kind, names }: NamedChannel, lang: Language): string {
  if (id !== kind) return id
  const own = wordsIn(lang).channels.names
  if (Object.hasOwn(own, kind)) return own[kind] ?? id
  return names === null ? id : localized(names, lang)
}

export function weatherLabel(code: number | null, lang: Language): string | null {
  return code === null ? null : (wordsIn(lang).weather.labels[code] ?? null)
}

/** From which a wind blows [degrees from north]. */
export function compassLabel(directionDegrees: number | null, lang: Language): string | null {
  if (directionDegrees === null) return null
  const eighth = ((Math.round(directionDegrees / 45) % 8) + 8) % 8
  return wordsIn(lang).weather.compass[eighth] ?? null
}
