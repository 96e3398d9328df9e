/** The manage page without scripts: each form holds the token, so no other site can send it. An end is asked twice. */
import type { Alerts } from '../../alerts/alerts.ts'
import type { ManageRequest } from '../../alerts/authorised.ts'
import { comingNights, type PastNight, pastNights } from '../../alerts/coming-nights.ts'
import type { DeliverySettings } from '../../alerts/dispatch/settings.ts'
import {
  changeSubscription,
  deliveriesOf,
  endSubscription,
  type Managed,
  pauseSubscription,
  resumeSubscription,
  testSubscription,
  verifySubscription,
  viewSubscription
} from '../../alerts/manage.ts'
import type { LoggedMessage } from '../../alerts/outbox-ports.ts'
import { confirmByCode } from '../../alerts/phone-code.ts'
import type { AlertProblem } from '../../alerts/problems.ts'
import { redeliver } from '../../alerts/signed-channel.ts'
import type { SubscriptionView } from '../../alerts/subscription-answer.ts'
import { nearestProfile } from '../../frost/scoring-profile.ts'
import type { Page, PageAnswer } from '../../http/page.ts'
import { statusOf } from '../../http/problem-catalogue.ts'
import { wordsIn } from '../../language/language.ts'
import type { ComparedNight, ComparedQuestion } from '../../observations/compared-nights.ts'
import type { Place } from '../../weather/point.ts'
import { html, type Markup } from '../html.ts'
import { privateAnswer, type SiteFrame } from '../layout.ts'
import { isOver } from '../past-nights.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'
import { managePath } from './manage-fields.ts'
import { managedMain, tokenMain } from './managed-main.ts'
import { peopleLink } from './people-section.ts'

export interface ManageFormDeps {
  readonly alerts: Alerts
  readonly delivery: DeliverySettings
  readonly comparedNights: (place: Place, question: ComparedQuestion) => Promise<readonly ComparedNight[]>
  readonly wake: () => void
}

type Done = string | AlertProblem | null

export const idLength = 26
const maxSent = 20
const pastShown = 7

export function manageForm(frame: SiteFrame, deps: ManageFormDeps): Page {
  return {
    method: 'POST',
    path: managePath,
    async render(request) {
      const visitor = negotiatedVisitor(request)
      const title = wordsIn(visitor.lang).linkPages.manageTitle
      const answer = (main: Markup, fault: AlertProblem | null): PageAnswer =>
        managePage(frame, deps, { visitor, title, main, fault })
      const form = request.form ?? new URLSearchParams()
      const token = tokenIn(form)
      const owner = { id: token.slice(0, idLength), token }
      const known = await viewSubscription(deps.alerts, owner)
      if (!known.ok) return answer(tokenMain(known, token, visitor), known)
      const done = await act(deps, owner, form, known.subscription)
      if (done !== null) deps.wake()
      const now = await viewSubscription(deps.alerts, owner)
      const { subscription } = now.ok ? now : known
      const sent = await deliveriesOf(deps.alerts, owner, { limit: maxSent, cursor: null })
      const isEnding = form.get('act') === 'end' && done === null
      const messages = sent.ok ? sent.deliveries : []
      const shown = {
        subscription,
        token,
        done,
        now: deps.alerts.now(),
        isEnding,
        sent: messages,
        nights: await comingNights(deps.alerts, subscription.id, messages),
        past: await pastOf(deps, subscription, messages),
        typed: form
      }
      const fault = typeof done === 'object' ? done : null
      const main = html`${managedMain(deps.alerts, shown, visitor)}${peopleLink(token, visitor)}`
      return answer(main, fault)
    }
  }
}

/** The last week of a watched place; without it the page has all else. */
async function pastOf(
  { alerts, comparedNights }: ManageFormDeps,
  { location, crop, stage, exposure, threshold }: SubscriptionView,
  log: readonly LoggedMessage[]
): Promise<readonly PastNight[]> {
  const place = alerts.places.find(location)
  if (place === null) return []
  const now = alerts.now()
  const { profile, stageFromSeason } = nearestProfile({
    crop: crop === 'generic' ? null : crop,
    stage,
    exposure
  })
  const asked = { exposure: profile.exposure, nights: pastShown, now }
  const said = await comparedNights(place, asked).catch(() => [])
  const judged = { threshold, profile: stageFromSeason ? null : profile }
  return pastNights(said.filter(isOver(place, now)), judged, log)
}

export function tokenIn(form: URLSearchParams): string {
  const written = (form.get('token') ?? '').trim()
  return written.slice(written.indexOf('#') + 1)
}

/** Does what the form asks; null where it only opens the page. */
export async function act(
  { alerts, delivery }: ManageFormDeps,
  owner: ManageRequest,
  form: URLSearchParams,
  subscription: SubscriptionView
): Promise<Done> {
  const after = (managed: Managed | AlertProblem, done: string) => (managed.ok ? done : managed)
  switch (form.get('act')) {
    case 'pause':
      return after(await pauseSubscription(alerts, owner), 'pause')
    case 'resume':
      return after(await resumeSubscription(alerts, owner), 'resume')
    case 'test':
      return after(await testSubscription(alerts, delivery, owner), 'test')
    case 'end':
      return isSure(form, alerts.now()) ? after(await endSubscription(alerts, owner), 'end') : null
    case 'code':
      return after(await confirmByCode(alerts, owner, { code: form.get('code') ?? '' }), 'confirmed')
    case 'verify':
      return after(await verifySubscription(alerts, delivery, owner), 'code_sent')
    case 'stage':
      return after(await changeSubscription(alerts, owner, { stage: form.get('stage') }), 'stage')
    case 'threshold': {
      const change = thresholdIn(form, subscription)
      const done = 'threshold' in change ? 'threshold' : 'threshold_temperature'
      return after(await changeSubscription(alerts, owner, change), done)
    }
    case 'resend':
      return resent(await redeliver(alerts, delivery, { ...owner, messageId: form.get('message') ?? '' }))
    default:
      return null
  }
}

/** A touch that follows at once was meant for the button before: it came before the question was read. */
const minReadingMs = 1000

function isSure(form: URLSearchParams, now: number): boolean {
  const asked = Number(form.get('sure') ?? Number.NaN)
  return asked > 0 && now - asked >= minReadingMs
}

function resent(sent: Awaited<ReturnType<typeof redeliver>>): Done {
  if (!sent.ok) return sent
  return sent.refusal === null ? 'delivered' : 'refused'
}

/** One excludes the other: the temperature counts, unless it is as before and a score was also entered. */
function thresholdIn(form: URLSearchParams, { threshold }: SubscriptionView): object {
  const written = (name: string): string => (form.get(name) ?? '').trim().replace(',', '.').replace('−', '-')
  const [score, degrees] = [written('threshold'), written('threshold_temperature')]
  const isAsBefore = typeof threshold !== 'number' && Number(degrees) === threshold.temperatureC
  if (degrees === '' || (isAsBefore && score !== '')) return { threshold: Number(score) }
  const probability = form.get('threshold_probability')
  return {
    threshold_temperature: Number(degrees),
    threshold_of: form.get('threshold_of') ?? 'plant',
    ...(probability !== null && { threshold_probability: Number(probability) })
  }
}

export function managePage(
  frame: SiteFrame,
  { alerts }: Pick<ManageFormDeps, 'alerts'>,
  {
    fault,
    ...page
  }: {
    readonly visitor: Visitor
    readonly title: string
    readonly main: Markup
    readonly fault: AlertProblem | null
  }
): PageAnswer {
  const status = fault === null ? 200 : statusOf(fault.code, 'body')
  return privateAnswer(frame, { ...page, path: managePath, status, synthetic: alerts.isDemo() })
}
