/** A subscription's place and channel as people call them. */
import type { Alerts } from '../../alerts/alerts.ts'
import { channelName } from '../../language/channel-names.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { curveLabel } from '../curve-label.ts'

export interface ShownNames {
  readonly location: string
  readonly channel: string
}

/** Which place and channel, and what the nights are scored for; `generic` and null where no crop was given. */
export interface NamedSubscription extends ShownNames {
  readonly crop: string
  readonly stage: string | null
}

/** Crop and stage in words. */
export function cropName({ crop, stage }: Pick<NamedSubscription, 'crop' | 'stage'>, lang: Language): string {
  const curve = crop === 'generic' ? { crop: null, stage: null } : { crop, stage }
  return curveLabel(curve, lang) ?? wordsIn(lang).subscribe.anyPlant
}

/** The names behind a slug and a channel's id; one that nothing is known of any more stays as it is written. */
export function shownNames(
  { places, channels }: Pick<Alerts, 'places' | 'channels'>,
  { location, channel }: ShownNames,
  lang: Language
): ShownNames {
  const { kind, names } = channels.get(channel) ?? { kind: channel, names: null }
  return {
    location: places.find(location)?.name ?? location,
    channel: channelName({ id: channel, kind, names }, lang)
  }
}
