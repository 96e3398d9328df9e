/**
 * How often functions of `src` are called in this process, counted by the engine itself: nothing is replaced or
 * wrapped.
 */
import { Session } from 'node:inspector/promises'

export interface CallCounts {
  /**
   * The calls of a function of a file below `src` since the counting began, or since the last `take`. An async one
   * counts anew each time that it goes on.
   */
  readonly of: (file: string, name: string) => number
  /** What of `src` was called at all, functions without a name too: `file:offset`. */
  readonly reached: ReadonlySet<string>
}

export interface CallCounting {
  /** The calls so far; counting goes on from zero. */
  readonly take: () => Promise<CallCounts>
  readonly end: () => Promise<void>
}

export async function countCalls(): Promise<CallCounting> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    async take() {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const reached = result
        .filter(({ url }) => url.includes('/src/') && !url.includes('/node_modules/'))
        .flatMap(({ url, functions }) =>
          functions.flatMap(({ ranges: [range] }) =>
            range !== undefined && range.count > 0 ? [`${url}:${range.startOffset}`] : []
          )
        )
      return {
        reached: new Set(reached),
        of(file, name) {
          const counts = result
            .filter(({ url }) => url.endsWith(`/src/${file}`))
            .flatMap(({ functions }) => functions.filter(({ functionName }) => functionName === name))
            .map(({ ranges }) => ranges[0]?.count ?? 0)
          return counts.reduce((sum, count) => sum + count, 0)
        }
      }
    },
    async end() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    }
  }
}
