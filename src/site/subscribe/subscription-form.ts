/** What the pages may do with alerts: offer channels, create a subscription, show previews. */
import type { Alerts } from '../../alerts/alerts.ts'
import type { DeliverySettings } from '../../alerts/dispatch/settings.ts'
import { meantLabel } from '../../alerts/label.ts'
import type { Channel, ClientNetworks } from '../../alerts/ports.ts'
import { previewedMessages } from '../../alerts/previews.ts'
import type { AlertProblem, BodyFault } from '../../alerts/problems.ts'
import { type SubscribeResult, subscribe } from '../../alerts/subscribe.ts'
import { noticesOf } from '../../alerts/subscription-answer.ts'
import { minuteMs } from '../../common/time.ts'
import { type ProblemCode, problemCatalogue } from '../../http/problem-catalogue.ts'
import { instructionSentence } from '../../language/alert-messages/instructions.ts'
import { clockAt } from '../../language/dates.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import type { AskedPoint } from '../../places/point.ts'
import type { Place } from '../../weather/point.ts'
import type { SiteData } from '../ports.ts'
import type { ChannelOffer, SubscribeForm, SubscribeOutcome } from '../subscribe-ports.ts'

export type SubscriptionForm = Pick<
  SiteData,
  'channels' | 'subscribe' | 'isDemo' | 'previews' | 'pushPublicKey'
>

export interface SubscriptionFormDeps {
  readonly alerts: Alerts
  readonly delivery: DeliverySettings
  /** Brings the forecast of a place into memory on behalf of a client. */
  readonly ensureForecast: (place: Place, stage: string | null, client: string) => Promise<void>
  /** Tells the rounds that something may be due now. */
  readonly wake: () => void
  /** The networks of a client, which it shares with others. */
  readonly networksOf: (client: string) => ClientNetworks | null
  /** Why nothing could be stored, of an error that says that the database is away; null of any other. */
  readonly unavailable: (error: unknown) => Refusal | null
  /** The VAPID public key, null where web push is off. */
  readonly applicationServerKey: string | null
}

interface Refusal {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors?: readonly BodyFault[]
}

const mostPreviews = 50

export function openSubscriptionForm(deps: SubscriptionFormDeps): SubscriptionForm {
  const { alerts } = deps
  return {
    channels: () => [...alerts.channels.values()].flatMap((channel) => offerOf(channel, alerts.isDemo())),
    subscribe: (form, client) => take(deps, form, client).catch((error) => unstored(deps, form, error)),
    isDemo: alerts.isDemo,
    previews: async () => {
      const messages = await previewedMessages(alerts, mostPreviews)
      const ids = messages.map(({ message }) => message.subscriptionId)
      return messages.map(({ message, channelKind, sentAt, appearance }, index) => ({
        id: anchorOf(ids, index),
        at: sentAt,
        channel: {
          id: channelKind,
          kind: channelKind,
          names: alerts.channels.get(channelKind)?.names ?? null
        },
        lang: message.language,
        shown: appearance
      }))
    },
    pushPublicKey: () => deps.applicationServerKey
  }
}

/**
 * `preview_url` ends in the subscription's id, so its newest message has that anchor and the others a number
 * after it.
 */
function anchorOf(ids: readonly string[], index: number): string {
  const id = ids[index] ?? ''
  return ids.indexOf(id) === index ? id : `${id}-${index}`
}

/**
 * What a visitor without a key is offered: available channels, and on demo data those that can be previewed.
 */
function offerOf(channel: Channel, isDemo: boolean): readonly ChannelOffer[] {
  const isUsable = channel.isConfigured || (isDemo && channel.pushes)
  if (!isUsable || channel.needsOperatorKey) return []
  return [
    {
      id: channel.id,
      kind: channel.kind,
      names: channel.names,
      needs: channel.formField ?? 'nothing',
      rankForPeople: channel.rankForPeople ?? null,
      pushes: channel.pushes,
      preview: isDemo && channel.pushes
    }
  ]
}

async function take(
  deps: SubscriptionFormDeps,
  form: SubscribeForm,
  client: string
): Promise<SubscribeOutcome> {
  const { alerts, delivery, wake } = deps
  const channel = alerts.channels.get(form.channel)
  const destination = destinationOf(channel, form.destination)
  const { location, label = null, threshold, lang, crop, stage, exposure } = form
  const body = {
    ...(typeof location === 'string' ? { location } : pointMembers(location)),
    channel: form.channel,
    ...threshold,
    lang,
    crop,
    stage,
    exposure,
    label,
    ...(destination === null ? {} : { destination })
  }
  const asked = { body, client, networks: deps.networksOf(client), isOperator: false }
  const result = await subscribe(alerts, delivery, {
    ...asked,
    idempotencyKey: form.idempotencyKey,
    language: lang,
    ensureForecast: (place, stage) => deps.ensureForecast(place, stage, client)
  })
  wake()
  return result.ok ? subscribed(result, form.lang, alerts.siteUrl) : refused(result, form)
}

function pointMembers({ lat, lon, elevation = null }: AskedPoint): object {
  return { lat, lon, ...(elevation === null ? {} : { elevation }) }
}

/**
 * A visitor who subscribes while the database is unavailable reads so in the page's language; other errors
 * are thrown on.
 */
function unstored(
  { alerts, unavailable }: SubscriptionFormDeps,
  { lang }: SubscribeForm,
  error: unknown
): SubscribeOutcome {
  const refusal = unavailable(error)
  if (refusal === null) throw error
  const { code } = refusal
  alerts.report(code, { message: error instanceof Error ? error.message : String(error) })
  const detail = refusalIn(lang, refusal)
  return { kind: 'refused', status: problemCatalogue[code].status, code, detail, wrong: [] }
}

function destinationOf(channel: Channel | undefined, text: string | null): unknown {
  if (text === null || text.trim() === '' || channel === undefined) return null
  if (channel.formField === 'push') return parsed(text)
  const member = channel.destinationMembers[0]?.split('/').at(-1)
  return member === undefined ? null : { [member]: text.trim() }
}

/**
 * The push subscription of a browser as JSON. Invalid text is passed on, so that the channel names the fault.
 */
function parsed(text: string): unknown {
  try {
    return Object(JSON.parse(text))
  } catch {
    return { endpoint: text }
  }
}

function subscribed(
  { answer, found }: Extract<SubscribeResult, { readonly ok: true }>,
  lang: Language,
  siteUrl: string
): SubscribeOutcome {
  const { subscription, confirmation, manage, evaluation } = answer
  const { delayedUntil } = confirmation
  const delayedTo = delayedUntil === null ? '' : clockAt(delayedUntil, found.place.timezone, lang)
  const notices = noticesOf(answer).map((code) => wordsIn(lang).alerts.subscribeNotices[code](delayedTo))
  const words = delayedUntil === null ? confirmation.instructions : null
  const labels = wordsIn(lang).subscribe
  // The visitor's browser may reach this service by another address than SITE_URL.
  const here = (url: string): string => (url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url)
  const links = [
    ...(confirmation.url === null ? [] : [{ label: labels.confirmLink, url: confirmation.url }]),
    ...(answer.channelUrl === null || answer.channelUrl === confirmation.url
      ? []
      : [{ label: labels.addressLink, url: answer.channelUrl, isGivenOn: true }]),
    ...(answer.previewUrl === null ? [] : [{ label: labels.previewLink, url: here(answer.previewUrl) }])
  ]
  return {
    kind: 'subscribed',
    id: subscription.id,
    status: subscription.status === 'pending_confirmation' ? 'pending_confirmation' : 'active',
    preview: subscription.preview,
    pushes: subscription.pushes,
    instructions: words === null ? null : instructionSentence(words, lang),
    notices,
    links,
    ...(confirmation.method === 'code' && { codeToken: manage.token }),
    manageUrl: `/alerts/manage?lang=${lang}#${manage.token}`,
    unsubscribeUrl: here(manage.unsubscribeUrl),
    currentScore: evaluation.currentScore,
    currentProbability: evaluation.currentProbability,
    wouldFireNow: evaluation.wouldFireNow === true,
    waitsUntil: waitsUntil(evaluation.firstMessageAt ?? null, subscription.createdAt)
  }
}

/** What leaves at once waits for nothing; the evaluation is a moment later than the subscription. */
function waitsUntil(firstMessageAt: number | null, createdAt: number): number | null {
  return firstMessageAt !== null && firstMessageAt > createdAt + minuteMs ? firstMessageAt : null
}

function refused(problem: AlertProblem, { lang, label = null }: SubscribeForm): SubscribeOutcome {
  const { code } = problem
  const wrong = problem.errors.map(memberOf)
  const meant = label !== null && wrong.includes('label') ? meantLabel(label) : null
  const hint = meant === null ? '' : ` ${wordsIn(lang).subscribe.labelMeant(meant)}`
  return {
    kind: 'refused',
    status: code === 'location_not_found' ? 422 : problemCatalogue[code].status,
    code,
    detail: refusalIn(lang, problem) + hint,
    wrong
  }
}

/** In a language: what is allowed in the members that are wrong, or why it was refused. */
function refusalIn(lang: Language, { code, detail, errors = [] }: Refusal): string {
  const words = wordsIn(lang)
  const refusals: Readonly<Partial<Record<string, string>>> = words.refusals
  if (code !== 'validation_failed' && code !== 'threshold_out_of_range') return refusals[code] ?? detail
  const allowed: Readonly<Partial<Record<string, string>>> = words.refusedMembers
  const sentences = new Set(errors.flatMap((error) => allowed[memberOf(error)] ?? []))
  return sentences.size === 0 ? (refusals[code] ?? detail) : [...sentences].join(' ')
}

/** `/destination/email` is what was typed as the destination. */
function memberOf({ pointer }: BodyFault): string {
  return pointer.split('/')[1] ?? ''
}
