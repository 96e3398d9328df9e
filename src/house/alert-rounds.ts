/** What alerts do by themselves: renew watched places, evaluate, look at the time, deliver, talk, keep up, and give a sign of life. */
import { setTimeout as wait } from 'node:timers/promises'
import { conversationDoor } from '../alerts/conversation.ts'
import { deliverDue } from '../alerts/deliver.ts'
import { evaluatePlaces } from '../alerts/evaluate.ts'
import { beat } from '../alerts/heartbeat.ts'
import { keepUp, watchRound } from '../alerts/round.ts'
import { freshnessOf } from '../outlook/snapshot.ts'
import type { SiteStatus } from '../site/ports.ts'
import type { HousedAlerts } from './alerts.ts'
import type { Weather } from './weather.ts'

export interface RoundParts {
  readonly housed: HousedAlerts
  readonly weather: Weather
  readonly heartbeatUrl: string | null
  readonly clock: () => number
  readonly report: (event: string, details: Readonly<Record<string, unknown>>) => void
}

export interface AlertRounds {
  readonly lastEvaluation: () => SiteStatus['lastEvaluation']
  /** One round of everything but conversations, for tests and for a command; faults are reported, never thrown. */
  readonly once: () => Promise<void>
  readonly start: () => void
  /** Waits for the round under way. */
  readonly stop: () => Promise<void>
}

/** Watched places are looked at this often; who is due is decided by the forecast's own age. */
const roundMs = 30_000
/** Deliveries that wait for nothing are made at once; those that wait for a time are looked for this often. */
const deliveryMs = 5_000
const upkeepMs = 3_600_000
const conversationLeaseMs = 60_000
/** Watched places renewed at a time. */
const refreshConcurrency = 4

export function alertRounds(parts: RoundParts): AlertRounds {
  const { housed, clock, report } = parts
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let lastEvaluation: SiteStatus['lastEvaluation'] = null
  let upkeepAt = 0

  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      report('round_failed', { what, message: error instanceof Error ? error.message : String(error) })
    }
  }
  const evaluate = async (): Promise<void> => {
    const startedAt = clock()
    const renewed = await renewWatched(parts)
    const places = await evaluatePlaces(housed.alerts, lastEvaluation === null ? null : renewed)
    lastEvaluation = { at: startedAt, places, milliseconds: Math.max(0, clock() - startedAt) }
  }
  const once = async (): Promise<void> => {
    await attempt('evaluate', evaluate)
    await attempt('watch', () => watchRound(housed.alerts))
    if (clock() - upkeepAt >= upkeepMs) {
      upkeepAt = clock()
      await attempt('upkeep', () => keepUp(housed.alerts))
    }
    await attempt('deliver', () => deliverDue(housed.alerts, housed.delivery))
    const { heartbeatUrl } = parts
    if (heartbeatUrl !== null) {
      await beat(housed.alerts, () =>
        parts.weather.operatorWay.send({ url: heartbeatUrl, signal: stopping.signal })
      )
    }
  }
  const repeat = (everyMs: number, work: () => Promise<void>): void => {
    const loop = async (): Promise<void> => {
      while (!stopping.signal.aborted) {
        await work()
        await wait(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      }
    }
    const promise: Promise<void> = loop().finally(() => running.delete(promise))
    running.add(promise)
  }
  return {
    lastEvaluation: () => lastEvaluation,
    once,
    start() {
      repeat(roundMs, once)
      repeat(deliveryMs, () => attempt('deliver', () => deliverDue(housed.alerts, housed.delivery)))
      repeat(conversationLeaseMs / 3, () => attempt('converse', () => converse(parts, stopping.signal)))
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    }
  }
}

/** Renews the forecasts of watched places ahead of their becoming old; answers the places whose forecast is new or confirmed. */
async function renewWatched({ housed, weather, clock }: RoundParts): Promise<readonly string[]> {
  const waiting = [...(await housed.alerts.subscriptions.watchedPlaces())]
  const renewed: string[] = []
  const worker = async (): Promise<void> => {
    for (let slug = waiting.shift(); slug !== undefined; slug = waiting.shift()) {
      const place = weather.gazetteer.bySlug(slug)
      if (place === null) continue
      const before = (await weather.outlook.kept(place))?.confirmedAt ?? null
      const obtained = await weather.outlook.obtain(place, { kind: 'watch' })
      if (obtained.kind === 'snapshot' && obtained.meta.confirmedAt !== before) renewed.push(slug)
      else if (obtained.kind === 'snapshot' && freshnessOf(obtained.meta, clock()) !== 'fresh')
        renewed.push(slug)
    }
  }
  await Promise.all(Array.from({ length: refreshConcurrency }, worker))
  return renewed
}

/** Runs every bot's conversation that this process holds the lease of, for the time of one lease. */
async function converse({ housed, weather, clock }: RoundParts, stopping: AbortSignal): Promise<void> {
  const talkative = [...housed.alerts.channels.values()].filter(
    (channel) => channel.converse !== undefined && channel.isConfigured
  )
  await Promise.all(
    talkative.map(async (channel) => {
      const lease = {
        name: `converse ${channel.id}`,
        holder: housed.delivery.worker,
        now: clock(),
        until: clock() + conversationLeaseMs
      }
      if (housed.alerts.isDemo() || !(await weather.store.leases.hold(lease))) return
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(conversationLeaseMs - 10_000)])
      await channel.converse?.(conversationDoor(housed.alerts, channel.id), signal)
    })
  )
}
