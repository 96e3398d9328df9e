/** From what was decided to the message a channel gets. */
import { BoundedMap } from '../common/bounded-map.ts'
import { wordsIn } from '../language/language.ts'
import { isFieldLocation } from '../weather/field.ts'
import { dateOfTonight } from './alert-night.ts'
import type { Alerts } from './alerts.ts'
import { shownLabel } from './label.ts'
import { messagePlaceOf, placeUrlOf } from './message-place.ts'
import type { AlertMessage, MessageNight } from './message-ports.ts'
import type { DueMessage, FixedMessage, StoredRun } from './outbox-ports.ts'
import { isStageOld, nightConfirmedAt } from './rules.ts'
import type { Subscription } from './subscription.ts'
import { challengeOf, codeOf, messageToken, tokenFor } from './tokens.ts'
import { urgencyOf } from './urgency.ts'

interface Composition {
  /** The link to acknowledge is made from this number; absent: the message has no link. */
  readonly seq?: number
  readonly subscription: DueMessage['subscription']
  readonly stageIsOld: boolean
  readonly message: FixedMessage
  readonly run: StoredRun | null
}

type Composer = Pick<Alerts, 'places' | 'keys' | 'siteUrl'>

/** A message names a night that its run does not have. It is never sent: no one would know which night it warns of. */
class MissingNightError extends Error {
  override readonly name = 'MissingNightError'
}

/** The same composition gives the same message. @throws {MissingNightError} where its run lacks one of its nights */
export function compose(deps: Composer, composition: Composition): AlertMessage {
  const composed = new Composed(deps, composition)
  const { kind, nights } = composition.message
  if (composed.nights.length < nights.length || (needsNights.has(kind) && nights.length === 0)) {
    throw new MissingNightError(`A message of kind ${kind} lacks a night.`)
  }
  return composed
}

const needsNights: ReadonlySet<AlertMessage['kind']> = new Set([
  'raised',
  'updated',
  'cleared',
  'dusk',
  'escalated'
])

interface LoggedComposition extends Omit<Composition, 'stageIsOld'> {
  readonly subscription: Subscription
  /** Whether the stage is old now, for the present numbers; absent: whether it was old at the message. */
  readonly stageIsOld?: boolean
}

/** The log has no age of the stage: it is counted up to the message. Maintenance may mark it up to an hour later. */
export function composeLogged(deps: Composer, logged: LoggedComposition): AlertMessage {
  const wasOld = isStageOld(logged.subscription.stageGivenAt, logged.message.madeAt)
  return new Composed(deps, { ...logged, stageIsOld: logged.stageIsOld ?? wasOld })
}

/** A class: `links` is derived only when a channel reads it. */
class Composed implements AlertMessage {
  readonly kind: AlertMessage['kind']
  readonly subscriptionId: string
  readonly channel: string
  readonly language: AlertMessage['language']
  readonly label: string | null
  readonly labelIsOthers: boolean
  readonly alsoFor?: readonly string[]
  readonly threshold: AlertMessage['threshold']
  readonly place: AlertMessage['place']
  readonly crop: AlertMessage['crop']
  readonly nights: readonly MessageNight[]
  readonly tonight: string | null
  readonly urgency: AlertMessage['urgency']
  readonly endsDataGap: boolean
  readonly issuedAt: number | null
  readonly confirmedAt: number | null
  readonly attribution: string | null
  readonly synthetic: boolean
  readonly createdAt: number
  readonly challenge: string | null
  readonly #deps: Composer
  readonly #composition: Composition
  #links: AlertMessage['links'] | null = null

  constructor(deps: Composer, composition: Composition) {
    const { subscription, message, run, stageIsOld } = composition
    const { crop, stage, exposure } = subscription
    const isHidden = subscription.preview && isFieldLocation(subscription.location)
    this.kind = message.kind
    this.subscriptionId = subscription.id
    this.channel = subscription.channel
    this.language = subscription.language
    // The reader of a proof or of a preview may not be the author of the label.
    const isOwn = subscription.labelIsOwn && !subscription.preview && !isProof(message)
    const { label, labelIsOthers } = shownLabel(isHidden ? null : subscription.label, isOwn)
    this.label = label
    this.labelIsOthers = labelIsOthers
    this.threshold = subscription.threshold
    const isPublic = subscription.preview || isProof(message) || message.listed !== undefined
    this.place = messagePlaceOf(deps, subscription, isPublic)
    if (message.listed !== undefined) this.alsoFor = othersOf(message.listed, subscription.language)
    this.crop = { crop, stage, exposure, stageIsOld }
    this.nights = nightsOf(message.nights, run)
    this.tonight = dateOfTonight(run?.nights ?? [], message.madeAt)
    this.urgency = urgencyOf({ ...message, nights: this.nights, threshold: subscription.threshold })
    this.endsDataGap = message.endsDataGap
    this.issuedAt = run?.issuedAt ?? null
    this.confirmedAt = run === null ? null : confirmationOf(message, run)
    this.attribution = run?.attribution ?? null
    this.synthetic = run?.synthetic ?? subscription.preview
    this.createdAt = message.madeAt
    this.challenge = challengeIn(deps, message, subscription.id)
    this.#deps = deps
    this.#composition = composition
  }

  /** Deriving tokens costs more than the rest of a message. */
  get links(): AlertMessage['links'] {
    this.#links ??= linksOf(this.#deps, this.#composition)
    return this.#links
  }
}

function othersOf(
  { others }: NonNullable<FixedMessage['listed']>,
  lang: AlertMessage['language']
): readonly string[] {
  return others.map((name) => name ?? wordsIn(lang).alerts.aField)
}

/** A message about a data gap says when its night was last confirmed. */
function confirmationOf({ kind, madeAt }: FixedMessage, run: StoredRun): number | null {
  return kind === 'blind' ? nightConfirmedAt(run, madeAt) : run.confirmedAt
}

/** Nights of a run are shared for each of the few selections that messages name. */
const notifiedNights = new WeakMap<
  StoredRun['nights'],
  Map<FixedMessage['nights'], readonly MessageNight[]>
>()
const maxChoices = 16

export function nightsOf(choice: FixedMessage['nights'], run: StoredRun | null): readonly MessageNight[] {
  if (run === null) return []
  const choices = notifiedNights.getOrInsertComputed(run.nights, () => new BoundedMap(maxChoices))
  const nights = () =>
    choice.flatMap(({ date, standing, before = null, isNew, rings }) => {
      const night = run.nights.find((one) => one.date === date)
      return night === undefined
        ? []
        : [{ ...night, standing, before, ...(isNew && { isNew }), ...(rings && { rings }) }]
    })
  return choices.getOrInsertComputed(choice, nights)
}

/** Anyone may read a preview, so its links contain no secret. */
function linksOf(
  deps: Composer,
  { subscription, message, stageIsOld, seq }: Composition
): AlertMessage['links'] {
  const { id, language, preview } = subscription
  const token = (purpose: 'unsubscribe' | 'confirm' | 'manage') =>
    preview ? 'preview' : tokenFor(deps.keys, purpose, id)
  return {
    // With an old stage the page would be milder than the message; without one it asks for the stage of today.
    placeUrl: placeUrlOf(
      deps,
      stageIsOld ? { ...subscription, stage: null } : subscription,
      preview || message.listed !== undefined
    ),
    unsubscribeUrl: `${deps.siteUrl}/u/${token('unsubscribe')}`,
    // In the fragment, so that no browser sends the token and no server logs it.
    manageUrl: `${deps.siteUrl}/alerts/manage?lang=${language}#${token('manage')}`,
    seenUrl:
      seq !== undefined && isWarning(message)
        ? `${deps.siteUrl}/a/${messageToken(deps.keys, seq, message.messageId)}`
        : null,
    confirmUrl: isProof(message) ? `${deps.siteUrl}/confirm/${token('confirm')}` : null
  }
}

const warnings: ReadonlySet<FixedMessage['kind']> = new Set([
  'raised',
  'updated',
  'dusk',
  'escalated',
  'blind'
])

function isWarning({ kind, nights }: FixedMessage): boolean {
  return warnings.has(kind) && nights.some(({ standing }) => standing === 'raised')
}

function isProof({ kind }: FixedMessage): boolean {
  return kind === 'confirm' || kind === 'verify'
}

function challengeIn({ keys }: Composer, { kind, madeAt }: FixedMessage, id: string): string | null {
  if (kind === 'confirm') return codeOf(keys, id, madeAt)
  return kind === 'verify' ? challengeOf(keys, id) : null
}
