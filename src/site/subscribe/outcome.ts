/** What came of the subscribe form. */
import { usualTemperatureThreshold } from '../../alerts/subscription-schema.ts'
import { plantPartOf } from '../../frost/plant-part.ts'
import type { ScoringProfile } from '../../frost/scoring-profile.ts'
import { channelName, type NamedChannel } from '../../language/channel-names.ts'
import { clockAt } from '../../language/dates.ts'
import type { Catalogue } from '../../language/en.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatScore, formatThreshold, percent, shownScore } from '../../language/numbers.ts'
import { scoreThresholdName, thresholdWords } from '../../language/threshold-words.ts'
import { codeForm } from '../alerts/manage-fields.ts'
import { html, type Markup } from '../html.ts'
import { profileLabel } from '../profile-label.ts'
import type { FormThreshold, SubscribeOutcome } from '../subscribe-ports.ts'
import type { Visitor } from '../visitor.ts'

type Subscribed = SubscribeOutcome & { readonly kind: 'subscribed' }

/** What the alert is for, as it was sent. */
export interface SubscribedFacts {
  readonly place: string
  /** Of the place; `UTC` where it is not known. */
  readonly timezone: string
  readonly profile: Pick<ScoringProfile, 'crop' | 'stage'>
  readonly channel: NamedChannel
  readonly threshold: FormThreshold
}

/** The heading of the outcome's page. */
export function outcomeHeading(outcome: SubscribeOutcome, words: Catalogue['subscribe']): string {
  if (outcome.kind === 'refused') return words.refused
  return outcome.status === 'active' ? words.subscribed : words.pending
}

/** What was subscribed, whether it is on, and the ways to change and end it. */
export function subscribedMain(outcome: Subscribed, facts: SubscribedFacts, visitor: Visitor): Markup {
  const { lang } = visitor
  const words = wordsIn(lang).subscribe
  const preview = outcome.pushes ? words.previewOnly : words.previewFetched
  const said = outcome.preview ? preview : outcome.instructions
  // A confirmation that waits is what happens next.
  const [first, ...rest] = [
    ...(said === null ? [] : [said]),
    ...outcome.notices,
    ...(isOn(outcome) ? [words.active] : [])
  ]
  const rows = [
    [wordsIn(lang).linkPages.place, facts.place],
    [wordsIn(lang).place.crop, profileLabel(facts.profile, lang) ?? words.anyPlant],
    [words.channel, channelName(facts.channel, lang)],
    thresholdRow(facts, lang)
  ]
  return html`<p class="lede">${first}</p>${rest.map((sentence) => html`<p>${sentence}</p>`)}
${outcome.preview && outcome.instructions !== null ? html`<p>${outcome.instructions}</p>` : null}
${outcome.codeToken === undefined ? null : codeForm(outcome.codeToken, visitor)}
<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${outcome.currentScore === null ? null : html`<p>${presentSentence(outcome, outcome.currentScore, { ...facts, lang })}</p>`}
<ul class="addresses">${addressesOf(outcome, words).map(addressItem)}</ul>
<p class="quiet small">${words.keepSecret}</p>`
}

/** Nothing else is said of it. */
function isOn({ preview, instructions, notices }: Subscribed): boolean {
  return !preview && instructions === null && notices.length === 0
}

/** From when on the alert is sent: its name and its value. */
function thresholdRow({ profile, threshold }: SubscribedFacts, lang: Language): readonly [string, string] {
  if ('threshold' in threshold) {
    return [scoreThresholdName(plantPartOf(profile), lang), formatThreshold(threshold.threshold, lang)]
  }
  const { threshold_temperature: temperatureC, threshold_of: subject } = threshold
  const of = subject === 'air' ? 'air' : 'plant'
  const degrees = { temperatureC, of, probability: probabilityOf(threshold) } as const
  return [
    wordsIn(lang).linkPages.temperature,
    thresholdWords(degrees, { crop: profile.crop ?? 'generic', stage: profile.stage }, lang)
  ]
}

/** From which the message is sent, of a threshold in degrees. */
function probabilityOf(threshold: FormThreshold): number {
  const { probability } = usualTemperatureThreshold
  return 'threshold' in threshold ? probability : (threshold.threshold_probability ?? probability)
}

function presentSentence(
  outcome: Subscribed,
  score: number,
  { threshold, timezone, lang }: Pick<SubscribedFacts, 'threshold' | 'timezone'> & { readonly lang: Language }
): string {
  const words = wordsIn(lang).subscribe
  const { waitsUntil } = outcome
  const isSent = outcome.wouldFireNow && !outcome.preview && outcome.status === 'active'
  const leavesAt = waitsUntil === null ? null : clockAt(waitsUntil, timezone, lang)
  if (outcome.currentProbability !== null) {
    const share = (probability: number): string => percent(100 * probability, lang)
    const reached = words.probabilityNow(share(outcome.currentProbability), share(probabilityOf(threshold)))
    return isSent ? `${reached} ${words.firstMessage(leavesAt)}` : reached
  }
  const shown = scoreBeside(threshold, score, lang)
  if (!outcome.wouldFireNow) return words.wouldNotFire(shown)
  if (!isSent) return leavesAt === null ? words.wouldFire(shown) : words.wouldFireAt(shown, leavesAt)
  return leavesAt === null ? words.fired(shown) : words.firesAt(shown, leavesAt)
}

/** As everywhere else; where its rounding passes the threshold that it is compared with, it says that it is rounded. */
function scoreBeside(threshold: FormThreshold, score: number, lang: Language): string {
  const shown = formatScore(score, lang)
  const least = 'threshold' in threshold ? threshold.threshold : score
  return shownScore(score) >= least === score >= least ? shown : wordsIn(lang).subscribe.rounded(shown)
}

function addressesOf(outcome: Subscribed, words: Catalogue['subscribe']): Subscribed['links'] {
  return [
    ...outcome.links,
    ...(outcome.manageUrl === null ? [] : [{ label: words.manage, url: outcome.manageUrl }]),
    ...(outcome.unsubscribeUrl === null ? [] : [{ label: words.stop, url: outcome.unsubscribeUrl }])
  ]
}

/** An address that a person gives to another program stands there in full; the others are behind their words. */
function addressItem({ label, url, isGivenOn }: Subscribed['links'][number]): Markup {
  const href = safeAddress(url)
  return isGivenOn === true
    ? html`<li>${label}: <a href="${href}" rel="noopener">${url}</a></li>`
    : html`<li><a href="${href}" rel="noopener">${label}</a></li>`
}

/** Only web addresses and paths of this service become links, whatever a channel hands over. */
function safeAddress(url: string): string {
  return /^(https?:\/\/|\/(?!\/))/.test(url) ? url : '#'
}
