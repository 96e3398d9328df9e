import { expect, it } from 'vitest'
import { leveledReport } from '../app/log.ts'
import { createDemo } from '../sources/demo/demo.ts'
import { type FetchedForecast, type Source, SourceError } from '../sources/source.ts'
import { type Point, pointOf } from '../weather/point.ts'
import { createBudget } from './budget.ts'
import { askChain, type ChainDeps } from './chain.ts'
import { createGates } from './gate.ts'
import type { BudgetStore } from './ports.ts'
import { createSourceCircuits } from './source-circuits.ts'

const startAt = Date.parse('2026-04-11T10:00:00Z')
const tooSlow = new SourceError('unreachable', 'no answer in time')

const pointAt = (lat: number): Point => pointOf({ lat, lon: 38, timezone: 'UTC', elevation: null })

function countedDays(): BudgetStore {
  const days = new Map<string, number>()
  return {
    spent: async (id, day) => days.get(id + day) ?? 0,
    async add(id, day, units) {
      const sum = (days.get(id + day) ?? 0) + units
      days.set(id + day, sum)
      return sum
    }
  }
}

/** A chain under a clock of its own; `fetch` is what each source does, and time passes only by `pass`. */
function openChain(
  fetches: Readonly<Record<string, Source['fetchForecast']>>,
  limits: Partial<Source['limits']>
) {
  let now = startAt
  const clock = (): number => now
  const endings = new Map<AbortController, number>()
  const reported: string[] = []
  const lines: object[] = []
  const write = (line: object): void => void lines.push(line)
  const log = leveledReport({ error: write, warn: write, info: write, debug: write }, clock)
  const synthetic = createDemo(clock)
  const sources = Object.entries(fetches).map(
    ([id, fetchForecast]): Source => ({
      ...synthetic,
      credit: { ...synthetic.credit, id },
      limits: { updatePeriodSeconds: 3600, isPublic: true, dailyBudget: null, costOf: () => 1, ...limits },
      fetchForecast
    })
  )
  const deps: ChainDeps = {
    sources,
    circuits: createSourceCircuits(clock),
    budget: createBudget(countedDays(), clock),
    gates: createGates(),
    clock,
    abortAfter(milliseconds) {
      const ending = new AbortController()
      endings.set(ending, now + milliseconds)
      return ending.signal
    },
    report(event, details) {
      reported.push(`${event} ${details['source']}`)
      log(event, details)
    }
  }
  return {
    deps,
    reported,
    lines,
    answer: () =>
      synthetic.fetchForecast(
        { point: pointAt(1), days: 16, previous: null },
        AbortSignal.abort()
      ) as Promise<FetchedForecast>,
    ask: (lat: number, watched = false) =>
      askChain(deps, {
        point: pointAt(lat),
        watched,
        storedFrom: async () => null,
        judged: async (_, answer) => answer
      }),
    pass(milliseconds: number) {
      now += milliseconds
      for (const [ending, at] of endings) if (at <= now) ending.abort(tooSlow)
    }
  }
}

it('tells a limit of the minute from a day that is spent, and when the minute is over', async () => {
  const chain = openChain({ a: () => chain.answer() }, { perMinute: 8, dailyBudget: 10 })
  expect((await chain.ask(1)).kind).toBe('answer')
  expect((await chain.ask(2)).kind).toBe('answer')
  // Half of the limit is for visitors, half of that at once, and the rest comes one in half a minute.
  expect(await chain.ask(3)).toEqual({ kind: 'none', retryAt: startAt + 30_000 })
  expect(chain.reported).toEqual(['budget_paced a'])
  for (let lat = 3; lat < 6; lat++) {
    chain.pass(30_000)
    expect((await chain.ask(lat)).kind).toBe('answer')
  }
  chain.pass(60_000)
  expect((await chain.ask(6)).kind).toBe('none')
  expect(chain.reported).toEqual(['budget_paced a', 'budget_spent a'])
})

it('does not count a failure for a source to which the first one left too little time', async () => {
  const chain = openChain({ a: hangs, b: hangs }, {})
  for (let lat = 1; lat <= 5; lat++) {
    const asking = chain.ask(lat)
    await settled()
    chain.pass(5000)
    await settled()
    chain.pass(3000)
    expect((await asking).kind).toBe('none')
    chain.pass(60_000)
  }
  expect(chain.reported.filter((one) => one === 'source_failed a')).not.toEqual([])
  expect(chain.deps.circuits.stateOf('b')).toMatchObject({ failures: 0, lastFailure: null })
})

it('leaves the trial of a half-open circuit to the next request where the budget refuses one', async () => {
  const chain = openChain({ a: () => chain.answer() }, { perMinute: 8 })
  const { circuits } = chain.deps
  for (const watched of [true, false])
    circuits
      .by(watched ? 'watched' : 'visitor')
      .failed('a', ['elsewhere'], new SourceError('rate_limited', '', 60))
  chain.pass(60_000)
  expect(await chain.deps.budget.takeMany(chain.deps.sources[0] as Source, 1, 2)).toBe(2)
  expect((await chain.ask(1, true)).kind).toBe('none')
  expect(chain.reported).toEqual(['budget_paced a'])
  expect(circuits.circuitOf('a', 'watched')).toBe('half_open')
  expect(circuits.by('watched').pausedUntil('a', pointAt(2).key)).toBeNull()
})

it('warns of nights that lack columns, unless the weather is made up', async () => {
  const demo = createDemo(() => startAt)
  const gaps = pointOf({ lat: 40.655, lon: 29.277, timezone: 'Europe/Istanbul', elevation: null })
  const chain = openChain(
    { a: () => demo.fetchForecast({ point: gaps, days: 16, previous: null }, AbortSignal.abort()) },
    {}
  )
  const reportedBy = async (synthetic: boolean) => {
    const sources = chain.deps.sources.map((source) => ({ ...source, synthetic }))
    const question = { point: gaps, watched: false, storedFrom: async () => null }
    await askChain({ ...chain.deps, sources }, { ...question, judged: async (_, answer) => answer })
    return chain.reported
  }
  expect(await reportedBy(true)).toEqual([])
  expect(await reportedBy(false)).toEqual(['nights_lacking a'])
})

it('treats an answer without an hour ahead as unusable, asks the next source, and pauses the point', async () => {
  const old = async (): Promise<FetchedForecast> => {
    const answer = await chain.answer()
    return { ...answer, series: { ...answer.series, startHour: answer.series.startHour - 24 * 60 } }
  }
  const chain = openChain({ a: old, b: () => chain.answer() }, {})
  const answered = await chain.ask(1)
  expect(answered.kind === 'answer' && answered.source.credit.id).toBe('b')
  expect(chain.reported).toEqual(['source_failed a'])
  expect(chain.deps.circuits.by('visitor').pausedUntil('a', pointAt(1).key)).toBe(startAt + 30_000)
})

it('logs a fault of a parser with its stack and asks the next source; a failure of the source has none', async () => {
  async function parsed(): Promise<FetchedForecast> {
    const { hourly } = JSON.parse('{"hourly":null}')
    return hourly.time
  }
  const fails = () => Promise.reject(tooSlow)
  const chain = openChain({ parsed, fails, answers: () => chain.answer() }, {})
  expect((await chain.ask(1)).kind).toBe('answer')
  const message = expect.stringContaining("reading 'time'")
  const stack = expect.stringMatching(/^TypeError: .*\n +at .*parsed .*chain\.test\.ts/)
  expect(chain.lines).toEqual([
    {
      event: 'source_failed',
      source: 'parsed',
      kind: 'unreachable',
      message,
      err: { type: 'TypeError', message, stack }
    },
    { event: 'source_failed', source: 'fails', kind: 'unreachable', message: 'no answer in time' }
  ])
})

function hangs(_request: unknown, signal: AbortSignal): Promise<FetchedForecast> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(tooSlow)))
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
