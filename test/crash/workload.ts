/**
 * One life of the service in a process of its own, which kills itself (SIGKILL) at a named point: it evaluates,
 * delivers, repeats what a client asked and got no answer to, takes new subscriptions, and delivers again. What the
 * world outside saw stands in the journal.
 */
import { randomBytes } from 'node:crypto'
import { deliverDue } from '../../src/alerts/dispatch/dispatch.ts'
import { evaluatePlaces } from '../../src/alerts/evaluate.ts'
import { subscribe } from '../../src/alerts/subscribe.ts'
import { crops } from '../../src/frost/crops.ts'
import { episodeStore } from '../../src/store/episodes.ts'
import { createAlertsHarness } from '../scenarios/alerts/alerts-harness.ts'
import { readJournal, writeLine } from './journal.ts'

/** More than there are lives. */
const plants = crops.flatMap((crop) =>
  crop.stages.filter(({ scoreable }) => scoreable).map((stage) => ({ crop: crop.id, stage: stage.id }))
)

/** Where a life may end. */
export type KillPoint = 'after_commit' | 'before_send' | 'after_send' | 'in_evaluation' | 'nowhere'

export interface Life {
  readonly url: string | null
  readonly dataDir: string
  readonly journal: string
  readonly number: number
  readonly point: KillPoint
  /** At which passing of the point it ends, 1 …; `in_evaluation` counts statements. */
  readonly passing: number
}

const life = JSON.parse(process.argv[2] ?? '{}') as Life
let passings = 0

/** Ends the process, without any chance to tidy up, at the wanted passing of the wanted point. */
function pass(point: KillPoint): void {
  if (point !== life.point) return
  passings += 1
  if (passings !== life.passing) return
  writeLine(life.journal, { what: 'killed', point })
  process.kill(process.pid, 'SIGKILL')
  // The signal is delivered at once on Linux; elsewhere nothing may happen until it is.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
}

const synthetic = await createAlertsHarness(life)
const { store, delivery } = synthetic
const channel = synthetic.alerts.channels.get('plain')
if (channel === undefined) throw new Error('no channel')
const counting = store.database.queries.withPlugin({
  transformQuery: ({ node }) => {
    pass('in_evaluation')
    return node
  },
  transformResult: async ({ result }) => result
})
const app = {
  ...synthetic.alerts,
  random: (bytes: number) => new Uint8Array(randomBytes(bytes)),
  subscriptions: {
    ...store.subscriptions,
    insert: async (...given: Parameters<typeof store.subscriptions.insert>) => {
      const insertion = await store.subscriptions.insert(...given)
      pass('after_commit')
      return insertion
    }
  },
  episodes: episodeStore({ ...store.database, queries: counting }),
  channels: new Map([
    [
      'plain',
      {
        ...channel,
        deliver: async (...[message, , { messageId, attempt }]: Parameters<typeof channel.deliver>) => {
          pass('before_send')
          const { subscriptionId, kind, nights } = message
          writeLine(life.journal, {
            what: 'received',
            messageId,
            attempt,
            subscriptionId,
            kind,
            nights: nights.length
          })
          pass('after_send')
          return { outcome: 'sent' as const, thread: null }
        }
      }
    ]
  ])
}
const settings = { ...delivery, worker: `worker-${life.number}-${process.pid}` }

// Ten minutes later than the life before, so that what died with its leases is free again.
// By day, because news of a night that is not near waits for the morning.
synthetic.goTo(`2026-04-09 ${String(7 + Math.floor(life.number / 6)).padStart(2, '0')}:${life.number % 6}0`)
const night = { '2026-04-11': { score: 70, minimumC: -2 } }
for (let run = 0; run <= life.number; run += 1) await synthetic.run(night, { silently: true })
for (const crop of new Set(plants.map((plant) => plant.crop)))
  await synthetic.run(night, { silently: true, same: true, crop })
await evaluatePlaces(app, null)
await deliverDue(app, settings)
await askAgain()
for (const part of ['a', 'b', 'new']) await ask(`key-${life.number}-${part}`)
await deliverDue(app, settings)
writeLine(life.journal, { what: 'lived', number: life.number })
await store.close()

async function askAgain(): Promise<void> {
  const lines = readJournal(life.journal)
  const answered = new Set(lines.flatMap((line) => (line.what === 'answered' ? [line.key] : [])))
  for (const line of lines) if (line.what === 'asked' && !answered.has(line.key)) await ask(line.key)
}

/**
 * Every third subscription is the first that anybody ever made for its crop and stage, while the risk is already high.
 */
function plantOf(key: string): { readonly crop?: string; readonly stage?: string } {
  const [, number, part] = key.split('-')
  return (part === 'new' ? plants[Number(number)] : undefined) ?? {}
}

async function ask(key: string): Promise<void> {
  writeLine(life.journal, { what: 'asked', key })
  const body = { location: 'malatya', channel: 'plain', threshold: 60, label: key, ...plantOf(key) }
  const request = {
    body,
    client: key,
    isByKey: true,
    isOperator: false,
    idempotencyKey: key,
    language: 'tr' as const
  }
  const result = await subscribe(app, settings, request)
  if (!result.ok) throw new Error(JSON.stringify(result))
  writeLine(life.journal, { what: 'answered', key, id: result.answer.subscription.id })
}
