import { describe, expect, it } from 'vitest'
import { minuteMs } from '../common/time.ts'
import type { AlertNight } from './alert-night.ts'
import { type AlarmFacts, advance, alarmState, readyBy } from './escalation.ts'

const tickMs = 5 * minuteMs
/** All must be ready at the 12th tick; harm begins 40 minutes later. */
const ticks = { ready: 12, harm: 20, coldest: 22, over: 26 } as const
const startAt = Date.UTC(2026, 3, 10, 22)
const at = (tick: number): number => startAt + tick * tickMs
const tickOf = (time: number | null): number | null => (time === null ? null : (time - startAt) / tickMs)

function nightOf(level: AlertNight['level']): AlertNight {
  const degrees = { airTemperatureMinC: -1, plantTemperatureMinC: -3, plantTemperatureP10C: -5 }
  const unknown = { plantTemperatureP90C: null, frostProbability: null, distribution: null, sunsetAt: null }
  const others = { sunriseAt: null, frostType: null, appearance: null, expectedDamagePercent: null }
  const hours = { frostFromAt: at(ticks.harm), frostToAt: at(ticks.over), coldestAt: at(ticks.coldest) }
  return {
    date: '2026-04-11',
    score: 70,
    level,
    overAt: at(ticks.over),
    updatedBy: null,
    ...degrees,
    ...unknown,
    ...others,
    ...hours
  }
}
const nights = { high: nightOf('high'), severe: nightOf('severe') } as const
const escalation = { afterMinutes: 15, leadMinutes: (ticks.harm - ticks.ready) * 5 }

const rulesOf = (count: number) => ({
  ...escalation,
  steps: Array.from({ length: count }, (_, index) => index + 1),
  unreachable: new Set<number>(),
  isFirstAtOnce: false
})

/** What a person, a forecast or a channel does once at most, in one tick. */
const events = [
  'none',
  'answer',
  'old answer',
  'worse',
  'clearing',
  'cleared',
  'cleared untold',
  'remains',
  'again',
  'quiet hours end'
] as const
type Event = (typeof events)[number]

interface World {
  readonly tick: number
  readonly facts: AlarmFacts
  readonly level: keyof typeof nights
  readonly happened: readonly Event[]
  /** The most that may happen in a night, each at any tick. */
  readonly maxEvents: number
  /** Quiet hours held the warning. */
  readonly isHeld: boolean
  /** When the risk returned before anyone learned that it was over. */
  readonly returnedAt: number
}

const announced = { notifiedState: 'raised' } as const

const first: Omit<AlarmFacts, 'raisedAt' | 'notifiedAt'> = {
  date: '2026-04-11',
  state: 'raised',
  overAt: at(ticks.over),
  notifiedState: 'raised',
  notified: nights.high,
  clearingAt: null,
  since: null,
  unansweredAt: null,
  steps: []
}

/** What the store does of it; null where it cannot happen now. */
function after(
  { facts, level, happened, maxEvents, isHeld }: World,
  event: Event,
  now: number
): Partial<World> | null {
  if (event === 'none') return {}
  if (happened.includes(event) || happened.length === maxEvents) return null
  const isRaised = facts.state === 'raised'
  const known = { happened: [...happened, event] }
  const notified = { notified: nights.severe, notifiedAt: now }
  switch (event) {
    case 'answer': {
      const seen = { seen: facts.notified, seenAt: now, since: null, unansweredAt: null }
      return isRaised && facts.notified !== null ? { ...known, facts: { ...facts, ...seen } } : null
    }
    case 'old answer': {
      const isOld = isRaised && level === 'severe' && !happened.includes('answer') && !isHeld
      return isOld ? { ...known, facts: { ...facts, seen: nights.high, seenAt: now } } : null
    }
    case 'worse':
      // From a level that no quiet hours hold.
      return isRaised ? { ...known, level: 'severe', facts: { ...facts, ...announced, ...notified } } : null
    case 'quiet hours end': {
      const held = isRaised && facts.notified === null && now < at(ticks.coldest)
      return held
        ? { ...known, facts: { ...facts, ...announced, notified: nights[level], notifiedAt: now } }
        : null
    }
    case 'clearing':
      return isRaised ? { ...known, facts: { ...facts, clearingAt: now } } : null
    case 'remains':
      return isRaised && facts.clearingAt !== null
        ? { ...known, facts: { ...facts, clearingAt: null } }
        : null
    case 'cleared':
    case 'cleared untold': {
      const isDue = isRaised && facts.clearingAt !== null && facts.clearingAt <= now - 12 * tickMs
      const said = event === 'cleared' && ({ notifiedState: 'cleared' } as const)
      return isDue ? { ...known, facts: { ...facts, state: 'cleared', ...said } } : null
    }
    case 'again': {
      if (isRaised || now >= at(ticks.coldest)) return null
      if (facts.notifiedState === 'raised')
        return { ...known, returnedAt: now, facts: { ...facts, state: 'raised', clearingAt: null } }
      const { seen: _seen, seenAt: _at, ...rest } = facts
      const anew = { ...first, raisedAt: now, notifiedAt: now, notified: nights[level] }
      return { ...known, facts: { ...rest, ...anew } }
    }
  }
}

const keyOf = ({ tick, facts, level, happened, returnedAt }: World): string => {
  const { notified, seen, seenAt, steps, state, since, unansweredAt, clearingAt, notifiedAt } = facts
  const times = [since, unansweredAt, clearingAt, notifiedAt, seenAt ?? null, returnedAt].map(tickOf)
  const taken = steps.map(({ step, since, outcome, at: when }) =>
    [step, outcome, tickOf(since), tickOf(when)].join(' ')
  )
  return [tick, level, state, times, notified?.level, seen?.level, taken, happened.toSorted()].join('|')
}

interface Asked {
  readonly warnedAt: number
  readonly steps: number
  readonly maxEvents: number
  readonly isHeld?: boolean
}

/** Every state that can be reached from a warning at a tick. */
function explore(
  { warnedAt, steps: count, maxEvents, isHeld = false }: Asked,
  visit: (before: World, now: World) => void
): number {
  const held = { notifiedState: null, notified: null, notifiedAt: null }
  const begun = { ...first, raisedAt: at(warnedAt), notifiedAt: at(warnedAt), ...(isHeld && held) }
  let present: readonly World[] = [
    { tick: warnedAt, facts: begun, level: 'high', happened: [], maxEvents, isHeld, returnedAt: 0 }
  ]
  let states = 0
  for (let tick = warnedAt; tick <= ticks.over; tick += 1) {
    const found = new Map<string, World>()
    for (const world of present) {
      for (const event of events) {
        const changed = after(world, event, at(tick))
        if (changed === null) continue
        const before = { ...world, ...changed }
        for (const outcome of ['reported', 'failed'] as const) {
          const now = stepOn(before, tick, { count, outcome })
          visit(before, now)
          found.set(keyOf(now), now)
          if (now.facts.steps.length === before.facts.steps.length) break
        }
      }
    }
    states += found.size
    present = [...found.values()]
  }
  return states
}

function stepOn(
  world: World,
  tick: number,
  { count, outcome }: { readonly count: number; readonly outcome: 'reported' | 'failed' }
): World {
  const { facts, level } = world
  const rules = { ...rulesOf(count), mayReport: true }
  const { since, unansweredAt, steps } = advance({ facts, run: nights[level], now: at(tick) }, rules)
  const taken = steps.map((step) => ({ step, since: since ?? 0, outcome, at: at(tick) }))
  // Steps are never held: with the first one the warning was announced.
  const isSaid = facts.notified === null && outcome === 'reported' && steps.includes(1)
  const said = isSaid && { ...announced, notified: nights[level], notifiedAt: at(tick) }
  return {
    ...world,
    tick: tick + 1,
    facts: { ...facts, ...said, since, unansweredAt, steps: [...facts.steps, ...taken] }
  }
}

/** What must never be; null where all is well. */
function faultOf(before: World, now: World, count: number): string | null {
  const { facts, level, tick } = now
  const present = at(tick - 1)
  const { kind } = alarmState(
    { facts: before.facts, run: nights[before.level], now: present },
    rulesOf(count)
  )
  if (kind !== 'waiting' && facts.steps.length > before.facts.steps.length)
    return `a step of a night that is ${kind}`
  for (const [, wait] of Map.groupBy(facts.steps, ({ since }) => since))
    if (wait.some(({ step }, index) => step !== index + 1)) return 'a step twice'
  const taken = facts.steps.filter(({ since }) => since === facts.since).length
  if (taken > count) return 'a step too many'
  if (facts.since !== null && facts.since >= at(ticks.coldest)) return 'begun after the coldest hour'
  if (facts.unansweredAt === present && facts.unansweredAt !== before.facts.unansweredAt) {
    if (taken < count) return 'reported before all had their turn'
    if (present < readyBy(nights[level], escalation)) return 'reported before all must be ready'
  }
  return tick === ticks.over && !isReported(now) ? 'ended in silence' : null
}

const explored = { states: 0 }

describe('no state that an unanswered warning can reach is at fault', () => {
  it.each([
    { warnedAt: -6, steps: 3, maxEvents: 2 },
    { warnedAt: 8, steps: 3, maxEvents: 3 },
    { warnedAt: 11, steps: 2, maxEvents: 4 },
    { warnedAt: 21, steps: 3, maxEvents: 4 },
    { warnedAt: 6, steps: 3, maxEvents: 2, isHeld: true }
  ])('from a warning at tick $warnedAt with $steps steps', (asked) => {
    const faults = new Map<string, string>()
    explored.states += explore(asked, (before, now) => {
      const fault = faultOf(before, now, asked.steps)
      if (fault !== null && !faults.has(fault)) faults.set(fault, keyOf(now))
    })
    expect([...faults]).toEqual([])
  })

  it('are many', () => {
    expect(explored.states).toBeGreaterThan(10_000)
  })
})

/** Answered, taken back, or reported: before harm, or soon after the last message where that came later. */
function isReported({ facts, level, tick, returnedAt }: World): boolean {
  const { kind } = alarmState({ facts, run: nights[level], now: at(tick - 1) }, rulesOf(3))
  if (kind === 'acknowledged' || kind === 'cleared') return true
  if (facts.since === null) return facts.notifiedAt !== null && facts.notifiedAt >= at(ticks.coldest)
  const latest = Math.max(at(ticks.harm), Math.max(facts.notifiedAt ?? 0, returnedAt) + 4 * tickMs)
  if (facts.unansweredAt === null) return latest > at(ticks.over)
  return facts.unansweredAt <= latest
}

it('steps are three minutes apart where that is the time left, and taken at once where less is', () => {
  const dueAfter = (minutes: number) => {
    const run = { ...nights.high, lastPreparationAt: startAt + minutes * minuteMs }
    const facts = { ...first, raisedAt: startAt, notifiedAt: startAt, since: startAt }
    const state = alarmState({ facts, run, now: startAt }, rulesOf(2))
    return state.kind === 'waiting' && (state.dueAt - startAt) / minuteMs
  }
  expect([6, 5].map(dueAfter)).toEqual([3, 0])
})
