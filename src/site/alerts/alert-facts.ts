import type { Alerts } from '../../alerts/alerts.ts'
import type { Subscription } from '../../alerts/subscription.ts'
import { plantPartOf } from '../../frost/scoring-profile.ts'
import { channelName } from '../../language/labels.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { scoreThresholdName, thresholdWords } from '../../language/threshold-words.ts'
import { html, type Markup } from '../html.ts'
import { profileLabel } from '../profile-words.ts'
import type { Visitor } from '../visitor.ts'

export function cropName({ crop, stage }: Pick<Subscription, 'crop' | 'stage'>, lang: Language): string {
  const profile = crop === 'generic' ? { crop: null, stage: null } : { crop, stage }
  return profileLabel(profile, lang) ?? wordsIn(lang).subscribe.anyPlant
}

export function shownChannel({ channels }: Pick<Alerts, 'channels'>, id: string, lang: Language): string {
  const { kind, names } = channels.get(id) ?? { kind: id, names: null }
  return channelName({ id, kind, names }, lang)
}

export function alertFacts(
  alerts: Pick<Alerts, 'channels'>,
  shown: Pick<Subscription, 'channel' | 'crop' | 'stage' | 'threshold'> & { readonly placeName: string },
  { lang }: Visitor
): Markup {
  const { linkPages: words, place } = wordsIn(lang)
  const { threshold, stage } = shown
  // Named as in the form of the alert.
  const thresholdName =
    typeof threshold === 'number' ? scoreThresholdName(plantPartOf({ stage }), lang) : words.temperature
  const rows = [
    [words.place, shown.placeName],
    [place.crop, cropName(shown, lang)],
    [words.channel, shownChannel(alerts, shown.channel, lang)],
    [thresholdName, thresholdWords(threshold, lang)]
  ]
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}
