/** `POST /alerts/manage/people`: contacts and quiet hours; with `part` only what the manage page's script shows. */
import type { ManageRequest } from '../../alerts/authorised.ts'
import { addContact, confirmContact, endContact, listContacts, moveContact } from '../../alerts/contacts.ts'
import { changeSubscription, viewSubscription } from '../../alerts/manage.ts'
import type { AlertProblem } from '../../alerts/problems.ts'
import { acknowledgeLast } from '../../alerts/seen.ts'
import { networksOf } from '../../http/client-networks.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { wordsIn } from '../../language/language.ts'
import { fileAnswer } from '../answers.ts'
import { html, type Markup } from '../html.ts'
import type { SiteFrame } from '../layout.ts'
import { destinationOf } from '../subscribe/subscription-form.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'
import { idLength, type ManageFormDeps, managePage, tokenIn } from './manage-form.ts'
import { refusalText, tokenMain } from './managed-main.ts'
import { peopleBack, peoplePath, peopleSection } from './people-section.ts'

export function peoplePage(frame: SiteFrame, deps: ManageFormDeps): Page {
  return {
    method: 'POST',
    path: peoplePath,
    async render(request) {
      const visitor = negotiatedVisitor(request)
      const { title } = wordsIn(visitor.lang).people
      const answer = (main: Markup, fault: AlertProblem | null): PageAnswer =>
        managePage(frame, deps, { visitor, title, main, fault })
      const form = request.form ?? new URLSearchParams()
      const token = tokenIn(form)
      const owner = { id: token.slice(0, idLength), token }
      const known = await viewSubscription(deps.alerts, owner)
      if (!known.ok) return answer(tokenMain(known, token, visitor), known)
      const done = await act(deps, owner, request)
      if (done !== null) deps.wake()
      const contacts = await listContacts(deps.alerts, owner)
      if (!contacts.ok) return answer(tokenMain(contacts, token, visitor), contacts)
      const now = await viewSubscription(deps.alerts, owner)
      const fault = typeof done === 'object' ? done : null
      const people = {
        subscription: now.ok ? now.subscription : known.subscription,
        token,
        contacts,
        said: fault === null ? saidOf(done, visitor) : refusalText(fault, visitor),
        typed: fault === null ? null : form
      }
      const section = peopleSection(deps.alerts, people, visitor)
      if (form.get('part') === 'section')
        return fileAnswer('text/html; charset=utf-8', String(section), null, { 'X-Part': 'section' })
      const main = html`<div class="stack narrow"><h1>${title}</h1>${section}${peopleBack(token, visitor)}</div>`
      return answer(main, fault)
    }
  }
}

/** The outcome of a form: the name of its sentence, or a problem; null where it only opens the page. */
type Done = string | AlertProblem | null

function saidOf(done: Done, { lang }: Visitor): string | null {
  return typeof done === 'string' ? (wordsIn(lang).people.done[done] ?? null) : null
}

async function act(deps: ManageFormDeps, owner: ManageRequest, request: PageRequest): Promise<Done> {
  const { alerts } = deps
  const form = request.form ?? new URLSearchParams()
  const written = (name: string): string => form.get(name) ?? ''
  const contactId = written('contact')
  const after = (done: string, result: { readonly ok: true } | AlertProblem) => (result.ok ? done : result)
  switch (form.get('act')) {
    case 'seen':
      return seen(deps, owner)
    case 'add':
      return after('added', await add(deps, owner, request))
    case 'up':
      return after('moved', await moveUp(deps, owner, contactId))
    case 'remove':
      return after('removed', await endContact(alerts, owner, contactId))
    case 'code':
      return after(
        'confirmed',
        await confirmContact(alerts, owner, { contactId, body: { code: written('code') } })
      )
    case 'chain': {
      const escalation = written('chain') === 'on' ? {} : null
      return after('chain', await changeSubscription(alerts, owner, { escalation }))
    }
    case 'quiet': {
      const [from, to, always_from] = [written('from'), written('to'), written('always_from')]
      return after(
        'hours',
        await changeSubscription(alerts, owner, { quiet_hours: { from, to, always_from } })
      )
    }
    case 'loud':
      return after('loud', await changeSubscription(alerts, owner, { quiet_hours: null }))
    default:
      return null
  }
}

async function seen({ alerts }: ManageFormDeps, { id }: ManageRequest): Promise<Done> {
  const subscription = await alerts.subscriptions.byId(id)
  return subscription !== null && (await acknowledgeLast(alerts, subscription)) ? 'seen' : 'over'
}

async function add({ alerts, delivery }: ManageFormDeps, owner: ManageRequest, request: PageRequest) {
  const { client, form, query } = request
  const channel = form?.get('channel') ?? ''
  const destination = destinationOf(alerts.channels.get(channel), form?.get('destination') ?? null)
  const label = form?.get('label')?.trim() || null
  const { lang } = negotiatedVisitor({ ...request, query })
  const body = { channel, lang, label, ...(destination !== null && { destination }) }
  const by = { isByKey: false, isOperator: false, client, networks: networksOf(client) }
  return addContact(alerts, delivery, { ...owner, ...by, body })
}

/** Moves a contact before the one above it. */
async function moveUp({ alerts }: ManageFormDeps, owner: ManageRequest, contactId: string) {
  const found = await listContacts(alerts, owner)
  if (!found.ok) return found
  const index = found.contacts.findIndex(({ id }) => id === contactId)
  const step = found.contacts[index - 1]?.step
  return step === undefined ? found : moveContact(alerts, owner, { contactId, body: { step } })
}
