/**
 * A whole app in a process of its own, which may be killed; its clock and its pauses move when the parent says so. It
 * answers with the instant once all its rounds rest.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { Pause } from '../../src/app/repeating.ts'
import { startApp } from '../app.ts'
import type { FreshDatabase } from '../contracts/store/engines.ts'

export interface AppProcessWork {
  readonly data: FreshDatabase
  readonly environment: Readonly<Record<string, string>>
  /** [ms since epoch] */
  readonly at: number
}

/** The clock may be set back; what passes never runs backwards. */
export interface Passing {
  readonly at: number
  readonly passedMs: number
}

interface Sleeper {
  readonly name: string
  readonly until: number
  readonly wake: () => void
}

const { data, environment, at: startAt } = JSON.parse(process.argv[2] ?? '{}') as AppProcessWork
const sleepers = new Set<Sleeper>()
let at = startAt
let passed = 0

const pause: Pause = (milliseconds, stopping, name) =>
  new Promise((resolve) => {
    const wake = (): void => {
      sleepers.delete(sleeper)
      resolve()
    }
    const sleeper = { name, until: passed + milliseconds, wake }
    if (stopping.aborted) return resolve()
    // Receivers answer in real time.
    if (name.startsWith('deliver,')) return void setTimeout(resolve, 5)
    sleepers.add(sleeper)
    stopping.addEventListener('abort', wake, { once: true })
  })

/** Two turns in a row: one round wakes another. */
async function rest(): Promise<void> {
  const isResting = (): boolean => {
    const names = new Set([...sleepers].map(({ name }) => name))
    return names.has('watch') && names.has('deliver')
  }
  for (let quiet = 0; quiet < 3; quiet = isResting() ? quiet + 1 : 0) {
    await (isResting() ? turn() : new Promise((resolve) => setTimeout(resolve, 1)))
  }
}

const app = await startApp({ data, environment, clock: () => at, pause })
await rest()
process.send?.({ origin: app.origin })
process.on('message', async (passing: Passing) => {
  at = passing.at
  passed += passing.passedMs
  for (const sleeper of [...sleepers]) if (sleeper.until <= passed) sleeper.wake()
  await rest()
  process.send?.({ at })
})
process.on('disconnect', () => process.exit())
if (process.env['SEASON_LOG'] !== undefined) {
  let read = 0
  setInterval(() => {
    const fresh = app.log().slice(read)
    read += fresh.length
    for (const line of fresh) if (!line.includes('"debug"')) console.error(line)
  }, 500).unref()
}
