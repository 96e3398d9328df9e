/**
 * The turns of the event loop while work goes on: the longest one, in what it was, and how much of it collected
 * garbage.
 */
import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Times in ms of CPU; garbage in ms of the clock, of which other processes may have had a part. */
export interface Turns {
  /** Of this thread in all turns, of it in the longest one, and of all threads. */
  readonly totalMs: number
  readonly longestMs: number
  readonly allThreadsMs: number
  /** How long this thread collected garbage in all turns, and in the longest one. */
  readonly garbageMs: number
  readonly longestGarbageMs: number
  /** The last calls that began or ended in the longest turn or before it. */
  readonly longestAfter: string
}

/** Calls of objects, in the order in which they begin and end. */
export interface Calls {
  /** The object, with every call of a method noted under its name. */
  readonly of: <Noted extends object>(name: string, noted: Noted) => Noted
  readonly last: () => string
}

const maxShown = 3

export function noteCalls(): Calls {
  const last: string[] = []
  const note = (call: string): void => {
    if (last.at(-1) === call) return
    last.push(call)
    if (last.length > maxShown) last.shift()
  }
  return {
    last: () => last.join(', '),
    of: (name, noted) =>
      new Proxy(noted, {
        get(target, member) {
          const value: unknown = Reflect.get(target, member)
          if (typeof value !== 'function') return value
          return (...given: readonly unknown[]): unknown => {
            note(`${name}.${String(member)}`)
            const result: unknown = Reflect.apply(value, target, given)
            if (result instanceof Promise) result.finally(() => note(`${name}.${String(member)} ended`))
            return result
          }
        }
      })
  }
}

interface Span {
  readonly from: number
  readonly until: number
}

/** Measures the turns while work goes on. */
export async function measureTurns(work: () => Promise<void>, calls: Calls): Promise<Turns> {
  const collections: Span[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      collections.push({ from: startTime, until: startTime + duration })
  })
  observer.observe({ entryTypes: ['gc'] })
  let [isOver, totalUs] = [false, 0]
  let longest = { us: 0, after: '', from: 0, until: 0 }
  const [all, beganAt] = [process.cpuUsage(), performance.now()]
  const done = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const [before, from] = [process.threadCpuUsage(), performance.now()]
    await nextTurn()
    const { user, system } = process.threadCpuUsage(before)
    totalUs += user + system
    if (user + system > longest.us)
      longest = { us: user + system, after: calls.last(), from, until: performance.now() }
  }
  await done
  const { user, system } = process.cpuUsage(all)
  const inAll = { from: beganAt, until: performance.now() }
  // What was collected last is reported in a later turn.
  for (let turn = 0; turn < 3; turn++) await nextTurn()
  observer.disconnect()
  return {
    ...{ totalMs: totalUs / 1000, longestMs: longest.us / 1000, allThreadsMs: (user + system) / 1000 },
    ...{ garbageMs: within(collections, inAll), longestGarbageMs: within(collections, longest) },
    longestAfter: longest.after
  }
}

function within(spans: readonly Span[], { from, until }: Span): number {
  return spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.until, until) - Math.max(span.from, from)),
    0
  )
}
