/**
 * An app between the providers on loopback and a client that rejects undocumented answers, under one clock.
 */
import { expect, vi } from 'vitest'
import type { Pause } from '../../../src/app/repeating.ts'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedAnswer, type CheckedClient, openClient } from '../../contracts/http/client.ts'
import { patience } from '../../patience.ts'
import { openTestedData } from '../../tested-data.ts'
import type { Fault } from '../../upstream/faults.ts'
import type { ProviderId } from '../../upstream/provider.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'

/** 2026-04-11T22:20Z, 01:20 of a spring night in Türkiye. */
export const springNight = Date.UTC(2026, 3, 11, 22, 20)

/** A clock that stands still until it is moved. */
export interface Clock {
  readonly read: () => number
  readonly move: (milliseconds: number) => void
  /** Waits until the clock has been moved so far. */
  readonly pause: Pause
  /**
   * Resolves when that round of the app waits for its next run. A clock that is moved earlier does not wake
   * it, because the wait begins after that.
   */
  readonly rests: (round: string) => Promise<void>
}

export function clockAt(at: number): Clock {
  let now = at
  const sleepers = new Set<{ readonly name: string; readonly until: number; readonly wake: () => void }>()
  return {
    read: () => now,
    rests: (round) =>
      vi.waitFor(() => expect([...sleepers].map(({ name }) => name)).toContain(round), patience),
    move: (milliseconds) => {
      now += milliseconds
      for (const sleeper of [...sleepers]) if (sleeper.until <= now) sleeper.wake()
    },
    pause: (milliseconds, stopping, name) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(sleeper)
          resolve()
        }
        const sleeper = { name, until: now + milliseconds, wake }
        if (stopping.aborted) return resolve()
        sleepers.add(sleeper)
        stopping.addEventListener('abort', wake, { once: true })
      })
  }
}

export interface Stage {
  readonly clock: Clock
  readonly upstream: Upstream
  readonly app: TestApp
  readonly client: CheckedClient
  /** Stops the app and opens another on the same data. */
  readonly restart: (environment?: Readonly<Record<string, string>>) => Promise<void>
  readonly close: () => Promise<void>
}

export interface StageOptions {
  readonly at?: number
  /** Beside the providers' addresses; `SOURCES` chooses among them. */
  readonly environment?: Readonly<Record<string, string>>
  /** How every provider fails from before the app opens. */
  readonly fault?: Fault
  /** The answers of a provider from before the app opens. */
  readonly play?: { readonly provider: ProviderId; readonly json: unknown }
  /** The app's own rounds follow the test's clock; else real time, in which a test sees each of them once. */
  readonly roundsOnClock?: boolean
}

/** Opens everything; the limit is raised, for it is not what scenarios are about. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { at = springNight, environment = {}, fault = null, roundsOnClock = false } = options
  const clock = clockAt(at)
  const upstream = await startUpstream(clock.read)
  await upstream.fail(fault)
  if (options.play !== undefined) upstream.play(options.play.provider, options.play.json)
  const data = await openTestedData()
  const open = async (more: Readonly<Record<string, string>>): Promise<TestApp> =>
    startApp({
      environment: { ...upstream.environment, ...usual, ...environment, ...more },
      clock: clock.read,
      ...(roundsOnClock && { pause: clock.pause }),
      data
    })
  let app = await open({})
  let client = await openClient(app.origin)
  return {
    clock,
    upstream,
    get app() {
      return app
    },
    get client() {
      return client
    },
    restart: async (more = {}) => {
      await client.close()
      await app.close()
      app = await open(more)
      client = await openClient(app.origin)
    },
    close: async () => {
      await client.close()
      await app.close()
      await upstream.close()
      await data.remove()
    }
  }
}

/** The limit is raised, for it is not what scenarios are about; members would double what is asked upstream. */
const usual = { TIERS: 'free=100000/60', ENSEMBLE: 'no' }

/** Waits until the app has found a source: its demo is over, and none of its background work is running. */
export async function settle({ app }: Pick<Stage, 'app'>): Promise<void> {
  const isSettled = (): boolean => app.log().some((line) => line.includes('"demo_ended"'))
  await vi.waitFor(() => expect(isSettled()).toBe(true), { timeout: 60_000, interval: 20 })
}

/** How often a point was asked for upstream, of one provider or of all. */
export function countAt({ upstream }: Pick<Stage, 'upstream'>, lat: number, provider?: ProviderId): number {
  return upstream.requests.filter(({ provider: id, query }) => {
    const asked = query.get('latitude') ?? query.get('lat') ?? ''
    return (provider === undefined || id === provider) && Number(asked) === lat
  }).length
}

/** What every weather body says of its data. */
export interface WeatherMeta {
  readonly synthetic: boolean
  readonly freshness: { readonly status: string; readonly issued_at: string; readonly confirmed_at: string }
  readonly sources: readonly { readonly id: string }[]
  readonly notices: readonly { readonly code: string; readonly message: string }[]
}

/** The meta of a weather answer. */
export function metaOf(answer: CheckedAnswer): WeatherMeta {
  return (answer.json as { readonly meta: WeatherMeta }).meta
}

export function noticesOf(answer: CheckedAnswer): readonly string[] {
  return metaOf(answer).notices.map(({ code }) => code)
}

/** The four weather questions about a point, given as `lat=…&lon=…` or `location=…`. */
export function questionsAt(where: string): readonly string[] {
  return [
    `/weather?${where}&days=16`,
    `/weather/current?${where}`,
    `/weather/frost-risk?${where}&days=16`,
    `/weather/hourly?${where}&slots=40`
  ]
}

/** The five weather questions about a place. */
export function questionsAbout(slug: string): readonly string[] {
  return [...questionsAt(`location=${slug}`), `/weather/widget-data?location=${slug}`]
}
