/** The page that a new alert leads to, for an hour at a separate address: loading it again makes no other alert. */
import { shownLabel } from '../../alerts/label.ts'
import { type MadeSubscription, madeSubscription } from '../../alerts/made.ts'
import { placeNameOf } from '../../alerts/message-place.ts'
import { tokenFor } from '../../alerts/tokens.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { statusOf } from '../../http/problem-catalogue.ts'
import { languages, wordsIn } from '../../language/language.ts'
import { readFieldLocation } from '../../weather/field.ts'
import { html, type Markup } from '../html.ts'
import { privateAnswer, type SiteFrame } from '../layout.ts'
import { fieldPath, madePath, placePath, withQuery } from '../paths.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { alertFacts } from './alert-facts.ts'
import { type MadeAlert, madeHeading, madeMain } from './made-main.ts'
import { act, type ManageFormDeps } from './manage-form.ts'
import { shownChannel } from './shown-names.ts'

/** In both languages: a look, and its buttons. */
export function madePages(frame: SiteFrame, deps: ManageFormDeps): readonly Page[] {
  return languages.flatMap((lang): readonly Page[] => {
    const path = madePath(lang, ':token')
    const page = (request: PageRequest) => answer(frame, deps, request, visitorOf(request, lang))
    return [
      { method: 'GET', path, policy: 'page', render: page },
      { method: 'POST', path, policy: 'page', render: page }
    ]
  })
}

async function answer(
  frame: SiteFrame,
  deps: ManageFormDeps,
  request: PageRequest,
  visitor: Visitor
): Promise<PageAnswer> {
  const { alerts } = deps
  const token = request.params['token'] ?? ''
  const held = Number(request.query.get('held') ?? Number.NaN)
  const look = () => madeSubscription(alerts, token, Number.isSafeInteger(held) ? held : null)
  const found = await look()
  const words = wordsIn(visitor.lang).linkPages
  if (found === null || found === 'over') {
    const [title, text] = found === null ? [words.unknown, words.unknownText] : words.madeOver
    const main = html`<h1>${title}</h1><p class="lede">${text}</p>`
    return page(frame, deps, { visitor, title, main, status: found === null ? 404 : 410 })
  }
  const { id } = found.subscription
  const manageToken = tokenFor(alerts.keys, 'manage', id)
  const form = request.form ?? new URLSearchParams()
  const done = await act(deps, { id, token: manageToken }, form, found.answer.subscription)
  if (done !== null) deps.wake()
  const now = done === null ? found : await look()
  const made = now === null || now === 'over' ? found : now
  const placeName = nameOf(deps, made, visitor)
  const back = made.place === null ? null : backLink(made, placeName, visitor)
  const shown: MadeAlert = {
    made,
    facts: alertFacts(alerts, { ...made.subscription, placeName }, visitor),
    channelName: shownChannel(alerts, made.subscription.channel, visitor.lang),
    manageToken,
    done,
    now: alerts.now(),
    siteUrl: alerts.siteUrl
  }
  const status = done !== null && typeof done === 'object' ? statusOf(done.code, 'body') : 200
  const title = madeHeading(made, visitor.lang)
  return page(frame, deps, { visitor, title, main: html`${madeMain(shown, visitor)}${back}`, status })
}

/** Before a confirmation who reads this is who wrote the name of a field; then it is that of the messages. */
function nameOf({ alerts }: ManageFormDeps, { subscription }: MadeSubscription, { lang }: Visitor): string {
  const { state, label, labelIsOwn } = subscription
  const labelIsReaders = labelIsOwn || state === 'pending_confirmation'
  const isPlain = shownLabel(label, labelIsReaders).label !== null
  return placeNameOf(alerts, { ...subscription, labelIsOwn: labelIsReaders && isPlain, language: lang })
}

/** To the page of the place or field, for the same crop. */
function backLink({ subscription }: MadeSubscription, name: string, { lang, carried }: Visitor): Markup {
  const { location, crop, stage, exposure, label } = subscription
  const point = readFieldLocation(location)
  const path = point === null ? placePath(lang, location) : fieldPath(lang, point.key)
  const asked = { crop: crop === 'generic' ? null : crop, stage, exposure }
  const href = withQuery(path, { ...carried, lang: null, ...asked, label: point === null ? null : label })
  return html`<p><a class="alone" href="${href}">${wordsIn(lang).subscribe.back(name)}</a></p>`
}

interface PageDeps {
  readonly visitor: Visitor
  readonly title: string
  readonly main: Markup
  readonly status: number
}

function page(
  frame: SiteFrame,
  { alerts }: ManageFormDeps,
  { visitor, title, main, status }: PageDeps
): PageAnswer {
  const whole = html`<div class="stack narrow">${main}</div>`
  return privateAnswer(frame, { visitor, title, main: whole, status, synthetic: alerts.isDemo() })
}
