/** An app's pauses, which end when a test says that time has passed; real time for what receivers answer in. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Pause } from '../src/app/repeating.ts'

export interface HeldPauses {
  readonly pause: Pause
  /** Resolves once all rounds rest again. */
  readonly pass: (milliseconds: number) => Promise<void>
  /** Resolves once all rounds rest. */
  readonly rest: () => Promise<void>
}

interface Sleeper {
  readonly name: string
  readonly until: number
  readonly wake: () => void
}

export function holdPauses(): HeldPauses {
  const sleepers = new Set<Sleeper>()
  let passed = 0
  const isResting = (): boolean => {
    const names = new Set([...sleepers].map(({ name }) => name))
    return names.has('watch') && names.has('deliver')
  }
  /** Resolves after three turns at rest in a row, because one round may wake another. */
  const rest = async (): Promise<void> => {
    for (let quiet = 0; quiet < 3; quiet = isResting() ? quiet + 1 : 0) {
      await (isResting() ? turn() : new Promise((resolve) => setTimeout(resolve, 1)))
    }
  }
  return {
    rest,
    pause: (milliseconds, stopping, name) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(sleeper)
          resolve()
        }
        const sleeper = { name, until: passed + milliseconds, wake }
        if (stopping.aborted) return resolve()
        if (name.startsWith('deliver,')) return void setTimeout(resolve, 5)
        sleepers.add(sleeper)
        stopping.addEventListener('abort', wake, { once: true })
      }),
    async pass(milliseconds) {
      passed += milliseconds
      for (const sleeper of [...sleepers]) if (sleeper.until <= passed) sleeper.wake()
      await rest()
    }
  }
}
