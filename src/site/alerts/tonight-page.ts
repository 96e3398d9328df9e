/** `/alerts/tonight`: who of those that a key watches for was warned, has seen it, and is to be called. */
import type { ManageRequest } from '../../alerts/authorised.ts'
import { noteSeen, sendAgain } from '../../alerts/members/by-hand.ts'
import { listMembers, type MemberFilter } from '../../alerts/members/list-members.ts'
import type { AlertProblem } from '../../alerts/problems.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { statusOf } from '../../http/problem-catalogue.ts'
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { privateAnswer, type SiteFrame } from '../layout.ts'
import { refusalLine } from '../refusal.ts'
import { pageStylesheet } from '../stylesheets.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'
import type { ManageFormDeps } from './manage-form.ts'
import { refusal } from './managed-main.ts'
import {
  type Asked,
  filterForm,
  keyForm,
  memberItem,
  nextForm,
  readShown,
  tonightPath
} from './tonight-rows.ts'

type Deps = Pick<ManageFormDeps, 'alerts' | 'wake'> & KeyClients

export interface KeyClients {
  /** The client of an API key, as limits identify it; null: it is none. */
  readonly clientOfSecret: (key: string) => Promise<string | null>
}

export function tonightPages(frame: Omit<SiteFrame, 'css'>, deps: Deps): readonly Page[] {
  const styled = { ...frame, css: pageStylesheet('thermometers.css') }
  const at = { path: tonightPath, policy: 'page' } as const
  return [
    {
      ...at,
      method: 'GET',
      render: async (request) => {
        const visitor = negotiatedVisitor(request)
        return answer(styled, deps, { visitor, status: 200, main: opening(visitor) })
      }
    },
    { ...at, method: 'POST', isCostly: true, render: (request) => opened(styled, deps, request) }
  ]
}

function opening(visitor: Visitor): Markup {
  return html`<p class="lede">${wordsIn(visitor.lang).tonight.intro}</p>${keyForm(visitor)}`
}

async function opened(frame: SiteFrame, deps: Deps, request: PageRequest): Promise<PageAnswer> {
  const visitor = negotiatedVisitor(request)
  const words = wordsIn(visitor.lang).tonight
  const form = request.form ?? new URLSearchParams()
  const asked = readAsked(form)
  const client = asked.key === '' ? null : await deps.clientOfSecret(asked.key)
  if (client === null) {
    const main = html`${refusalLine(words.refused)}${keyForm(visitor)}`
    return answer(frame, deps, { visitor, status: 404, main })
  }
  const done = await act(deps, { id: form.get('member') ?? '', token: null, keyClient: client }, form)
  if (done !== null) deps.wake()
  const said = saidOf(done, visitor)
  const list = await listed(deps, { client, asked }, visitor)
  return answer(frame, deps, {
    visitor,
    status: done !== null && typeof done === 'object' ? statusOf(done.code, 'body') : 200,
    main: html`${said}${filterForm(asked, visitor)}${list}`
  })
}

const mostTyped = 80
const filters = ['unanswered', 'raised', 'all'] as const

function readAsked(form: URLSearchParams): Asked {
  const written = (name: string): string => (form.get(name) ?? '').trim().slice(0, mostTyped)
  const key = (form.get('token') ?? '').trim().slice(0, 200)
  const cursor = written('cursor')
  return {
    key,
    tonight: filters.find((one) => one === form.get('tonight')) ?? 'unanswered',
    label: written('label'),
    tag: written('tag'),
    cursor: cursor === '' ? null : cursor
  }
}

type Done = 'informed' | 'again' | AlertProblem | null

async function act({ alerts }: Deps, member: ManageRequest, form: URLSearchParams): Promise<Done> {
  switch (form.get('act')) {
    case 'informed': {
      const noted = await noteSeen(alerts, member, readShown(form.get('shown') ?? ''))
      return noted.ok ? 'informed' : noted
    }
    case 'again': {
      const queued = await sendAgain(alerts, member)
      return queued.ok ? 'again' : queued
    }
    default:
      return null
  }
}

function saidOf(done: Done, visitor: Visitor): Markup | null {
  if (done === null) return null
  const { done: sentences } = wordsIn(visitor.lang).tonight
  if (typeof done === 'string') return html`<p class="lede" role="status">${sentences[done]}</p>`
  return refusalLine(done.code === 'invalid_state' ? sentences.changed : refusal(done, visitor))
}

const rowsAtOnce = 50

async function listed(
  { alerts }: Deps,
  { client, asked }: { readonly client: string; readonly asked: Asked },
  visitor: Visitor
): Promise<Markup> {
  const words = wordsIn(visitor.lang).tonight
  const filter: MemberFilter = {
    label: asked.label || null,
    tag: asked.tag || null,
    tonight: asked.tonight === 'all' ? null : asked.tonight,
    location: null,
    state: null
  }
  const page = { filter, limit: rowsAtOnce, cursor: asked.cursor }
  const { members, next } = (await listMembers(alerts, client, page)) ??
    (await listMembers(alerts, client, { ...page, cursor: null })) ?? { members: [], next: null }
  const rows = members.map((member) => memberItem(alerts, { asked, member }, visitor))
  const more = next === null ? null : nextForm(asked, next, visitor)
  const none = members.length === 0 && next === null ? html`<p>${words.none}</p>` : null
  return html`${none}${rows.length === 0 ? null : html`<ul class="stations">${rows}</ul>`}${more}`
}

function answer(
  frame: SiteFrame,
  { alerts }: Deps,
  { visitor, status, main }: { readonly visitor: Visitor; readonly status: number; readonly main: Markup }
): PageAnswer {
  const { title } = wordsIn(visitor.lang).tonight
  const whole = html`<div class="stack narrow"><h1>${title}</h1>${main}</div>`
  const synthetic = alerts.isDemo()
  return privateAnswer(frame, { visitor, title, main: whole, path: tonightPath, status, synthetic })
}
