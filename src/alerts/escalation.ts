/** Who is notified next of an unanswered warning, and when; derived from stored facts, so no timer can be lost. */
import { minuteMs } from '../common/time.ts'
import type { AlertNight } from './alert-night.ts'
import { isAnswered } from './open-nights.ts'
import type { OpenEpisode } from './outbox-ports.ts'
import { alertRules } from './rules.ts'
import type { Escalation } from './subscription.ts'

export interface AlarmFacts extends OpenEpisode {
  readonly raisedAt: number
  /** When a forecast first said that the risk is over; null: none. */
  readonly clearingAt: number | null
  /** Since when the night waits for an answer; null: it does not. */
  readonly since: number | null
  /** When it was reported that no one answered; null: not. */
  readonly unansweredAt: number | null
  /** Steps in the order in which they were taken, of earlier waits too. */
  readonly steps: readonly {
    /** 1: the person who got the warning, once more. */
    readonly step: number
    /** Start of the wait that the step belongs to. */
    readonly since: number
    readonly outcome: 'waiting' | 'reported' | 'failed'
    /** When it was taken; for a step that waits: when it was queued. */
    readonly at: number
  }[]
}

/**
 * - `waiting` to be answered; `step` is the next, null: the report that no one answered
 * - `passed` it is over, or its coldest hour came before anything was due
 */
type AlarmState =
  | { readonly kind: 'waiting'; readonly step: number | null; readonly dueAt: number }
  | { readonly kind: 'acknowledged' | 'unanswered' | 'cleared' | 'passed' }

interface AlarmRules extends Escalation {
  /** 1: the person who got the warning; then contacts. */
  readonly steps: readonly number[]
  /** Steps without a reachable person: paused, not confirmed, or refused for good. */
  readonly unreachable: ReadonlySet<number>
  /** The first step comes at once: the person answered and it got worse, or the receiver refused the warning. */
  readonly isFirstAtOnce: boolean
}

interface PresentAlarm {
  readonly facts: AlarmFacts
  readonly run: AlertNight | null
  readonly now: number
}

export function alarmState({ facts, run, now }: PresentAlarm, rules: AlarmRules): AlarmState {
  const night = run ?? facts.notified
  if (facts.overAt <= now) return { kind: 'passed' }
  if (facts.state === 'cleared') return { kind: 'cleared' }
  if (night === null) return { kind: 'passed' }
  if (isAnswered(facts, night, now)) return { kind: 'acknowledged' }
  if (facts.since === null && night.coldestAt <= now) return { kind: 'passed' }
  if (facts.unansweredAt !== null) return { kind: 'unanswered' }
  const [step = null] = stepsLeft(facts, rules)
  return {
    kind: 'waiting',
    step,
    dueAt: Math.max(dueAt(facts, night, rules), pausedUntil(facts, night, rules))
  }
}

/** From when a night of tonight waits for an answer: since it was announced, or announcing it failed. */
function waitsFrom({ notifiedState, notifiedAt, raisedAt }: AlarmFacts, { coldestAt }: AlertNight): number {
  const reportedAt = notifiedState === 'raised' ? notifiedAt : null
  return Math.max(reportedAt ?? raisedAt, coldestAt - alertRules.nearMs)
}

/** The hour that the message names. */
export function readyBy(
  { lastPreparationAt, frostFromAt, coldestAt }: AlertNight,
  { leadMinutes }: Escalation
): number {
  return lastPreparationAt ?? (frostFromAt ?? coldestAt) - leadMinutes * minuteMs
}

function stepsLeft({ steps }: AlarmFacts, rules: AlarmRules): readonly number[] {
  const taken = new Set(steps.map(({ step }) => step))
  return rules.steps.filter((step) => !taken.has(step))
}

function dueAt(facts: AlarmFacts, night: AlertNight, rules: AlarmRules): number {
  const { minApartMs } = alertRules
  const afterMs = rules.afterMinutes * minuteMs
  const ready = readyBy(night, rules)
  const since = facts.since ?? waitsFrom(facts, night)
  const last = facts.steps.at(-1)
  const from = last?.at ?? Math.max(since, waitsFrom(facts, night))
  const left = stepsLeft(facts, rules).length
  if (left === 0) return Math.max(from + apart(ready - from, afterMs), ready)
  if (last?.outcome === 'failed') return last.at
  if (last === undefined && rules.isFirstAtOnce) return since
  // Too little time to notify one after the other.
  if (ready - since < rules.steps.length * minApartMs) return since
  return Math.max(from + apart((ready - from) / left, afterMs), ready - left * afterMs)
}

function apart(ms: number, most: number): number {
  return Math.min(Math.max(ms, alertRules.minApartMs), most)
}

/** A first forecast without the risk holds steps back, never beyond the hour at which all must be ready. */
function pausedUntil({ clearingAt }: AlarmFacts, night: AlertNight, rules: AlarmRules): number {
  return clearingAt === null ? 0 : Math.min(clearingAt + alertRules.clearingPauseMs, readyBy(night, rules))
}

interface Advance {
  readonly since: number | null
  readonly unansweredAt: number | null
  readonly steps: readonly number[]
}

export type Advancing = (
  waiting: Omit<AlarmRules, keyof Escalation> & {
    readonly facts: AlarmFacts
    /** Null: the run does not have the night. */
    readonly run: AlertNight | null
    readonly escalation: Escalation
    /** When an unanswered night of tonight was last reported; 0: never. */
    readonly lastReportAt: number
  }
) => Advance

/** @param mayReport that no one answered: many nights are one list */
export function advance(
  { facts, run, now }: PresentAlarm,
  rules: AlarmRules & { readonly mayReport: boolean }
): Advance {
  const steps: number[] = []
  const since = sinceOf({ facts, run, now }, rules)
  let present: AlarmFacts = {
    ...facts,
    since,
    unansweredAt: since === facts.since ? facts.unansweredAt : null,
    steps: facts.steps.filter((taken) => taken.since === since)
  }
  for (;;) {
    const state = alarmState({ facts: present, run, now }, rules)
    const isDue = state.kind === 'waiting' && since !== null && state.dueAt <= now
    if (!isDue) return { since, unansweredAt: present.unansweredAt, steps }
    if (state.step === null)
      return { since, unansweredAt: rules.mayReport ? now : present.unansweredAt, steps }
    steps.push(state.step)
    const outcome = rules.unreachable.has(state.step) ? 'failed' : 'waiting'
    present = { ...present, steps: [...present.steps, { step: state.step, since, outcome, at: now }] }
  }
}

/** An answer ends the wait; a change for the worse after it begins another one. */
function sinceOf({ facts, run, now }: PresentAlarm, rules: AlarmRules): number | null {
  const { kind } = alarmState({ facts, run, now }, rules)
  if (kind === 'acknowledged' || kind === 'cleared') return null
  const night = run ?? facts.notified
  if (facts.since !== null || kind === 'passed' || night === null) return facts.since
  const from = waitsFrom(facts, night)
  if (from > now) return null
  // The risk has returned before anyone learned that it was over: an earlier wait began with the same announcement.
  return facts.steps.some((taken) => taken.since === from) ? now : from
}
