/** Many subscriptions of one API key from the rows of a file: all are judged before the first is stored. */
import { portionsOf } from '../../common/portions-of.ts'
import { dayMs, secondMs } from '../../common/time.ts'
import type { Alerts } from '../alerts.ts'
import { dailyLimit, livingLimit } from '../daily-limits.ts'
import { evaluatePlaces, evaluateSubscription } from '../evaluate.ts'
import { changeSubscription } from '../manage.ts'
import { insertionRules, newSubscription } from '../new-subscription.ts'
import { type AlertProblem, type BodyFault, problem } from '../problems.ts'
import { unavailable } from '../subscribe.ts'
import type { Subscription } from '../subscription.ts'
import { type ImportRequest, type PlannedRow, planImport, withheldFault } from './import-plan.ts'
import type { MemberStore, Withheld } from './member-ports.ts'

/** More rows would take longer than a client waits. */
export const maxRows = 5000

/** Rows in one transaction, for which other requests wait. */
const portion = 100

export interface RowResult {
  readonly line: number
  readonly externalId: string
  readonly result: PlannedRow['kind']
  readonly subscription: Pick<Subscription, 'id' | 'state'> | null
  readonly errors: readonly BodyFault[]
}

export interface Imported {
  readonly ok: true
  readonly results: readonly RowResult[]
  /** Points not watched yet, and how many more could be; null: no limit. */
  readonly newPoints: number
  readonly newPointsAllowed: number | null
}

type Fresh = Extract<PlannedRow, { readonly kind: 'stored' }>

/** A problem concerns all rows: nothing is stored then. */
export async function importMembers(deps: Alerts, request: ImportRequest): Promise<Imported | AlertProblem> {
  if (!deps.isWorking()) return unavailable()
  const planned = await planImport(deps, request)
  const fresh = planned.filter((one) => one.kind === 'stored')
  const points = await newPointsOf(deps, fresh)
  const [ofBudget, ofKey] = [await request.newPoints(), await pointsLeft(deps, request)]
  const allowed = Math.min(ofBudget ?? Number.POSITIVE_INFINITY, ofKey ?? Number.POSITIVE_INFINITY)
  const newPointsAllowed = allowed === Number.POSITIVE_INFINITY ? null : allowed
  const refusal =
    overBudget(points, ofBudget) ??
    overKeyPoints(points, ofKey) ??
    (await overClientLimit(deps, request, fresh))
  if (refusal !== null) return refusal
  const results = new Map(planned.map((one) => [one, plainResult(one)]))
  if (!request.isDryRun) {
    for (const one of planned) if (one.kind === 'changed') results.set(one, await change(deps, request, one))
    for (const some of portionsOf(fresh, portion))
      for (const [one, result] of await store(deps, some)) results.set(one, result)
    if (ofKey !== null) await deps.allowances.add(pointUse(deps, request), points)
  }
  return { ok: true, results: [...results.values()], newPoints: points, newPointsAllowed }
}

async function newPointsOf({ subscriptions }: Alerts, fresh: readonly Fresh[]): Promise<number> {
  if (fresh.length === 0) return 0
  const watched = new Set(await subscriptions.watchedPlaces())
  const asked = new Set(fresh.map(({ checked }) => checked.place.slug))
  return asked.difference(watched).size
}

function overBudget(points: number, allowed: number | null): AlertProblem | null {
  if (allowed === null || points <= allowed) return null
  const detail = `The file has ${points} points that are not watched yet, and the budget of the weather source \
carries ${allowed} more. Nothing was stored. Import fewer, name towns (\`location\`) instead of points, or ask the \
operator for a source with a larger budget (OPEN_METEO_URL, OPEN_METEO_KEY).`
  return problem('subscription_limit', detail, { retryAfterSeconds: dayMs / secondMs })
}

/** How many its tier lets a key import in a UTC day; null: no limit. */
async function pointsLeft(deps: Alerts, request: ImportRequest): Promise<number | null> {
  const most = request.isOperator ? 0 : (deps.tierLimits(request.tier).pointsPerDay ?? 0)
  return most === 0 ? null : Math.max(0, most - (await deps.allowances.add(pointUse(deps, request), 0)))
}

function pointUse({ keys, now }: Alerts, { client }: ImportRequest) {
  return { scope: 'imported points', key: keys.hash(client), now: now() - (now() % dayMs) }
}

function overKeyPoints(points: number, left: number | null): AlertProblem | null {
  if (left === null || points <= left) return null
  const detail =
    `The file has ${points} points that are not watched yet, and your key may add ${left} more today. Nothing was ` +
    'stored. Import fewer, name towns (`location`) instead of points, or ask the operator for a larger limit ' +
    '(points_per_day of a tier in TIERS).'
  return problem('subscription_limit', detail, { retryAfterSeconds: dayMs / secondMs })
}

/** Channels that count together share what is left of the day. */
async function overClientLimit(
  deps: Alerts,
  request: ImportRequest,
  fresh: readonly Fresh[]
): Promise<AlertProblem | null> {
  const limits = fresh.flatMap(({ checked }) => dailyLimit(deps, request, checked.channel) ?? [])
  for (const alike of Map.groupBy(limits, ({ setting }) => setting).values()) {
    const [limit] = alike
    if (limit === undefined) continue
    const { most, counted, setting } = limit
    const before = await deps.subscriptions.createdSince(deps.keys.hash(request.client), counted, most)
    if (before.length + alike.length <= most) continue
    const detail =
      `The file has ${alike.length} new rows; your key may make ${most} such subscriptions in 24 hours and has ` +
      `made ${before.length}. Nothing was stored. Import fewer, or ask the operator for a larger limit ` +
      `(${setting}, subscriptions_per_day of a tier in TIERS).`
    return problem('subscription_limit', detail, { retryAfterSeconds: dayMs / secondMs })
  }
  const most = livingLimit(deps, request)
  const livingCount = most === null ? 0 : await deps.subscriptions.livingCount(deps.keys.hash(request.client))
  if (most === null || livingCount + fresh.length <= most) return null
  const detail =
    `The file has ${fresh.length} new rows; your key may have ${most} living subscriptions and has ${livingCount}. ` +
    'Nothing was stored. Import fewer, end some, or ask the operator for more (subscriptions of a tier in ' +
    'TIERS).'
  return problem('subscription_limit', detail, { retryAfterSeconds: dayMs / secondMs })
}

function plainResult(planned: PlannedRow): RowResult {
  const { row, kind } = planned
  const { line, externalId } = row
  const known = 'known' in planned ? planned.known : null
  const errors = kind === 'refused' ? planned.errors : []
  return { line, externalId, result: kind, subscription: known, errors }
}

async function change(
  deps: Alerts,
  { client }: ImportRequest,
  planned: Extract<PlannedRow, { readonly kind: 'changed' }>
): Promise<RowResult> {
  const { known, change: body, rowHash, vouched } = planned
  const result = plainResult(planned)
  if (body !== null) {
    const changed = await changeSubscription(deps, { id: known.id, token: null, keyClient: client }, body)
    if (!changed.ok) return { ...result, result: 'refused', errors: faultsOf(changed) }
    await deps.members.noteRow(known.id, rowHash)
  }
  if (vouched === null) return result
  const binding = { destination: null, destinationKey: null, language: null, vouched, now: deps.now() }
  const isActive = await deps.subscriptions.confirm(known.id, binding)
  const subscription = await deps.subscriptions.byId(known.id)
  if (!isActive || subscription === null) return { ...result, result: 'refused', errors: [answered] }
  await evaluateSubscription(deps, subscription)
  return { ...result, subscription }
}

const answered: BodyFault = {
  pointer: '/external_id',
  code: 'not_allowed',
  detail: 'It no longer waits: its person has answered, or its time to confirm is over. Send the row again.'
}

/** Active subscriptions are evaluated at once. */
async function store(
  deps: Alerts,
  fresh: readonly Fresh[]
): Promise<readonly (readonly [PlannedRow, RowResult])[]> {
  const rows = fresh.map(({ checked, prepared }) => {
    const subscription = newSubscription(deps, checked, prepared)
    return { subscription, rules: { ...insertionRules(deps, checked, subscription), clientLimit: null } }
  })
  const outcomes = await deps.members.add(rows)
  const results: (readonly [PlannedRow, RowResult])[] = []
  for (const [index, planned] of fresh.entries()) {
    const outcome = outcomes[index]
    const result = plainResult(planned)
    if (outcome?.kind === 'stored') results.push([planned, { ...result, subscription: outcome.subscription }])
    else if (outcome?.kind === 'known') results.push([planned, { ...result, result: 'unchanged' }])
    else {
      results.push([planned, { ...result, result: 'refused', errors: [refusalOf(outcome)] }])
    }
  }
  const active = rows.filter(({ subscription }) => subscription.state === 'active')
  await evaluatePlaces(
    deps,
    active.map(({ subscription }) => subscription.location)
  )
  return results
}

const withheldKinds: ReadonlySet<string> = new Set(['stopped', 'paused', 'own_alert', 'own_row'])

function refusalOf(outcome: Awaited<ReturnType<MemberStore['add']>>[number] | undefined): BodyFault {
  return outcome !== undefined && isWithheld(outcome) ? withheldFault(outcome) : noRoom
}

function isWithheld(outcome: { readonly kind: string }): outcome is Withheld {
  return withheldKinds.has(outcome.kind)
}

const noRoom: BodyFault = {
  pointer: '/channel',
  code: 'not_allowed',
  detail: 'This installation has no room for more subscriptions of this channel; choose another one.'
}

function faultsOf({ errors, detail }: AlertProblem): readonly BodyFault[] {
  return errors.length > 0 ? errors : [{ pointer: '', code: 'not_allowed', detail }]
}
