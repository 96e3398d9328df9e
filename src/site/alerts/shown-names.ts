/** A subscription's place and channel as people call them. */
import type { Alerts } from '../../alerts/alerts.ts'
import { channelName } from '../../language/channel-names.ts'
import type { Language } from '../../language/language.ts'

export interface ShownNames {
  readonly location: string
  readonly channel: string
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
