/** From what was decided to the message a channel gets. */
import type { Alerts } from './alerts.ts'
import type { FixedMessage, KeptRun } from './outbox-ports.ts'
import type { AlertMessage, MessageLinks, MessageNight } from './ports.ts'
import type { ScoredNight } from './store-ports.ts'
import type { Subscription } from './subscription.ts'
import { challengeOf, tokenFor } from './tokens.ts'

/** What a message is composed from. */
export interface Composition {
  readonly subscription: Subscription
  readonly stageIsOld: boolean
  readonly message: FixedMessage
  readonly run: KeptRun | null
}

/** What of the house composing needs. */
export type Composer = Pick<Alerts, 'places' | 'keys' | 'siteUrl'>

/** The message as data; the same composition always gives the same message. */
export function compose(house: Composer, composition: Composition): AlertMessage {
  const { subscription, message, run, stageIsOld } = composition
  const { id, location, crop, stage, exposure, threshold, label, language, channel } = subscription
  const place = house.places.find(location)
  return {
    kind: message.kind,
    subscriptionId: id,
    channel,
    language,
    label,
    threshold,
    place: {
      slug: location,
      name: place?.name ?? location,
      region: place?.region ?? null,
      country: place?.country ?? '',
      timezone: place?.timezone ?? 'UTC'
    },
    crop: { crop, stage, exposure, stageIsOld },
    nights: nightsOf(message, run),
    issuedAt: run?.issuedAt ?? null,
    confirmedAt: run?.confirmedAt ?? null,
    attribution: run?.attribution ?? null,
    synthetic: run?.synthetic ?? subscription.preview,
    createdAt: message.madeAt,
    // Made when a channel asks: deriving tokens costs more than all the rest of a message.
    get links() {
      return linksOf(house, subscription, message)
    },
    challenge: message.kind === 'verify' ? challengeOf(house.keys, id) : null
  }
}

function nightsOf(message: FixedMessage, run: KeptRun | null): readonly MessageNight[] {
  return message.nights.flatMap(({ date, standing }) => {
    const night = run?.nights.find((one) => one.date === date)
    return night === undefined ? [] : [{ ...factsOf(night), standing }]
  })
}

/** A run's nights are told to everyone on the curve: each is read once. */
const readFacts = new WeakMap<ScoredNight, MessageNight>()

function factsOf(night: ScoredNight): MessageNight {
  const known = readFacts.get(night)
  if (known !== undefined) return known
  const facts = JSON.parse(night.facts) as MessageNight
  readFacts.set(night, facts)
  return facts
}

/** Where the pages of places lie in each language; the addresses were promised so. */
const placePaths = { en: 'en/place', tr: 'tr/yer' } as const

/** A preview may be read by anyone who sees the page: its links lead nowhere secret. */
function linksOf(
  house: Composer,
  { id, location, language, preview }: Subscription,
  message: FixedMessage
): MessageLinks {
  const token = (purpose: 'unsubscribe' | 'confirm' | 'manage') =>
    preview ? 'preview' : tokenFor(house.keys, purpose, id)
  return {
    placeUrl: `${house.siteUrl}/${placePaths[language]}/${location}`,
    unsubscribeUrl: `${house.siteUrl}/u/${token('unsubscribe')}`,
    // The token stands behind the #, so that it is neither sent nor logged when the page is opened.
    manageUrl: `${house.siteUrl}/alerts/manage#${token('manage')}`,
    confirmUrl: message.kind === 'confirm' ? `${house.siteUrl}/confirm/${token('confirm')}` : null
  }
}
