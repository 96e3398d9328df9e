import type { Alerts } from '../../alerts/alerts.ts'
import type { Subscription } from '../../alerts/subscription.ts'
import { channelName } from '../../language/labels.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { profileLabel } from '../profile-label.ts'

export function cropName({ crop, stage }: Pick<Subscription, 'crop' | 'stage'>, lang: Language): string {
  const profile = crop === 'generic' ? { crop: null, stage: null } : { crop, stage }
  return profileLabel(profile, lang) ?? wordsIn(lang).subscribe.anyPlant
}

export function shownChannel({ channels }: Pick<Alerts, 'channels'>, id: string, lang: Language): string {
  const { kind, names } = channels.get(id) ?? { kind: id, names: null }
  return channelName({ id, kind, names }, lang)
}
