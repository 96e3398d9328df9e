/** What the pages may do with alerts: offer channels, create a subscription, show previews. */
import type { Alerts } from '../../alerts/alerts.ts'
import type { DeliverySettings } from '../../alerts/dispatch/settings.ts'
import { meantLabel } from '../../alerts/label.ts'
import { madeToken } from '../../alerts/made.ts'
import type { Channel, ClientNetworks } from '../../alerts/ports.ts'
import { previewedMessages } from '../../alerts/previews.ts'
import type { AlertProblem, BodyFault } from '../../alerts/problems.ts'
import { subscribe } from '../../alerts/subscribe.ts'
import type { EvaluatedForecast } from '../../alerts/watched-forecasts.ts'
import { type ProblemCode, problemCatalogue } from '../../http/problem-catalogue.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import type { AskedPoint } from '../../places/point.ts'
import type { Place } from '../../weather/point.ts'
import { madePath, withQuery } from '../paths.ts'
import type { ChannelOffer, SubscribeForm, SubscribeOutcome } from '../ports.ts'

interface SubscriptionFormDeps {
  readonly alerts: Alerts
  readonly delivery: DeliverySettings
  readonly ensureForecast: (place: Place, stage: string | null, client: string) => Promise<EvaluatedForecast>
  readonly wake: () => void
  readonly networksOf: (client: string) => ClientNetworks | null
  /** Why nothing could be stored, from an error that the database is away; null for any other. */
  readonly unavailable: (error: unknown) => Refusal | null
  /** The VAPID public key, null where web push is off. */
  readonly applicationServerKey: string | null
}

interface Refusal {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors?: readonly BodyFault[]
}

const maxPreviews = 50

export function openSubscriptionForm(deps: SubscriptionFormDeps) {
  const { alerts } = deps
  return {
    channels: () => [...alerts.channels.values()].flatMap((channel) => offerOf(channel, alerts.isDemo())),
    subscribe: (form: SubscribeForm, client: string) =>
      take(deps, form, client).catch((error) => unstored(deps, form, error)),
    isDemo: alerts.isDemo,
    previews: async () => {
      const messages = await previewedMessages(alerts, maxPreviews)
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

/** `preview_url` ends in the subscription's id: the newest message's anchor; the others have a number after it. */
function anchorOf(ids: readonly string[], index: number): string {
  const id = ids[index] ?? ''
  return ids.indexOf(id) === index ? id : `${id}-${index}`
}

/** Available channels, and on demo data those that can be previewed. */
function offerOf(channel: Channel, isDemo: boolean): readonly ChannelOffer[] {
  const isUsable = channel.isConfigured || (isDemo && channel.pushes)
  if (!isUsable || channel.needsOperatorKey) return []
  return [
    {
      id: channel.id,
      kind: channel.kind,
      names: channel.names,
      needs: channel.formField ?? 'nothing',
      ...formatsOf(channel),
      rankForPeople: channel.rankForPeople ?? null,
      pushes: channel.pushes,
      preview: isDemo && channel.pushes
    }
  ]
}

function formatsOf({ destinationSchema }: Channel): Pick<ChannelOffer, 'formats'> {
  const formats: unknown = Object(destinationSchema?.properties['format']).enum
  return Array.isArray(formats) ? { formats: formats.map(String) } : {}
}

async function take(
  deps: SubscriptionFormDeps,
  form: SubscribeForm,
  client: string
): Promise<SubscribeOutcome> {
  const { alerts, delivery, wake } = deps
  const channel = alerts.channels.get(form.channel)
  const destination = destinationOf(channel, form.destination, form.format)
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
  if (!result.ok) return refused(result, form)
  const { subscription, confirmation } = result.answer
  const path = madePath(lang, madeToken(alerts, subscription.id))
  const held = confirmation.delayedUntil === null ? null : String(confirmation.delayedUntil)
  return { kind: 'subscribed', path: withQuery(path, { held }) }
}

function pointMembers({ lat, lon, elevation = null }: AskedPoint): object {
  return { lat, lon, ...(elevation === null ? {} : { elevation }) }
}

/** An unavailable database is said in the page's language; other errors are thrown on. */
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

export function destinationOf(
  channel: Channel | undefined,
  text: string | null,
  format: string | null = null
): unknown {
  if (text === null || text.trim() === '' || channel === undefined) return null
  if (channel.formField === 'push') return parsed(text)
  const member = channel.destinationMembers[0]?.split('/').at(-1)
  const form = format !== null && formatsOf(channel).formats !== undefined ? { format } : {}
  return member === undefined ? null : { [member]: text.trim(), ...form }
}

/** Invalid text is passed on, so that the channel names the fault. */
function parsed(text: string): unknown {
  try {
    return Object(JSON.parse(text))
  } catch {
    return { endpoint: text }
  }
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
