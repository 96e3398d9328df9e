/**
 * A whole app in a process of its own, which may be killed; its clock and its pauses move when the parent says so. It
 * answers with the instant once all its rounds rest.
 */
import { startApp } from '../app.ts'
import type { FreshDatabase } from '../contracts/store/engines.ts'
import { holdPauses } from '../held-pauses.ts'

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

const { data, environment, at: startAt } = JSON.parse(process.argv[2] ?? '{}') as AppProcessWork
const pauses = holdPauses()
let at = startAt

const app = await startApp({ data, environment, clock: () => at, pause: pauses.pause })
await pauses.rest()
process.send?.({ origin: app.origin })
process.on('message', async (passing: Passing) => {
  at = passing.at
  await pauses.pass(passing.passedMs)
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
