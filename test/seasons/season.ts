/** A spring lived through by a whole app, step by step, with every fault that a spring has. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { hourMs, minuteMs } from '../../src/common/time.ts'
import { machineEnvironment } from '../machine-environment.ts'
import { openTestedData, type TestedData } from '../tested-data.ts'
import type { AppProcessWork, Passing } from './app-process.ts'
import { type Received, type Receivers, startReceivers } from './receivers.ts'
import { type SeasonSource, startSource } from './source.ts'
import { maxPush, type Subscriber, subscribeAll, type ThresholdName, thresholds } from './subscribers.ts'
import { type SpringWeather, springWeather, uniform } from './weather.ts'

export interface SeasonInput {
  /** First day, `YYYY-MM-DD`. */
  readonly from: string
  readonly days: number
  readonly seed: number
  readonly places: readonly string[]
  readonly stepMinutes: number
}

/** A night as a page showed it. Instants [ms since epoch]. */
export interface Published {
  readonly place: string
  readonly thresholdName: ThresholdName
  readonly at: number
  readonly date: string
  readonly score: number
  readonly coldestAt: number
}

export interface LivedSeason {
  readonly received: readonly Received[]
  readonly subscribers: readonly Subscriber[]
  readonly published: readonly Published[]
  readonly weather: SpringWeather
  readonly sites: ReadonlyMap<string, Site>
  readonly faults: Readonly<Record<string, number>>
  /** When the service's clock was wrong, by the right one [ms since epoch]. */
  readonly wrongClock: readonly (readonly [from: number, to: number])[]
}

export interface Site {
  readonly lat: number
  readonly lon: number
  readonly timezone: string
}

const child = fileURLToPath(new URL('app-process.ts', import.meta.url))
const sampleEveryMs = 3 * hourMs

/** Lives through a season and returns what was sent and what was true. */
export async function liveSeason(input: SeasonInput): Promise<LivedSeason> {
  const season = await openSeason(input)
  try {
    return await season.live()
  } finally {
    await season.close()
  }
}

async function openSeason(input: SeasonInput): Promise<Season> {
  const from = Date.parse(`${input.from}T09:00:00Z`)
  const clock = { at: from }
  const receivers = await startReceivers(() => clock.at, maxPush)
  const time = { now: from }
  const weather = springWeather(input.seed)
  const source = await startSource(weather, () => time.now)
  const data = await openTestedData()
  return new Season({ input, from, clock, time, weather, source, receivers, data })
}

interface SeasonParts {
  readonly input: SeasonInput
  readonly from: number
  /** The service's. */
  readonly clock: { at: number }
  /** The right one. */
  readonly time: { now: number }
  readonly weather: SpringWeather
  readonly source: SeasonSource
  readonly receivers: Receivers
  readonly data: TestedData
}

class Season {
  readonly #parts: SeasonParts
  readonly #published: Published[] = []
  readonly #sites = new Map<string, Site>()
  readonly #faults: Record<string, number> = {}
  readonly #wrongClock: [number, number][] = []
  #subscribers: readonly Subscriber[] = []
  #app: { readonly process: ChildProcess; readonly origin: string } | null = null
  #skewMs = 0
  readonly #until = new Map<string, number>()

  constructor(parts: SeasonParts) {
    this.#parts = parts
  }

  async live(): Promise<LivedSeason> {
    const { input, receivers, from } = this.#parts
    await this.#start()
    await this.#untilReal()
    this.#subscribers = await subscribeAll(this.#origin(), input.places, receivers)
    await this.#pass(1000)
    await this.#confirmMails()
    await this.#followStreams()
    const stepMs = input.stepMinutes * minuteMs
    const steps = (input.days * 24 * hourMs) / stepMs
    for (let step = 1; step <= steps; step += 1) {
      const atStep = from + step * stepMs
      await this.#direct(step, atStep)
      if (this.#app === null && this.#isOn('down', atStep)) {
        this.#parts.time.now = atStep
        continue
      }
      await this.#pass(atStep - this.#parts.time.now)
      if ((atStep - from) % sampleEveryMs < stepMs) await this.#sample()
    }
    return {
      received: receivers.received,
      subscribers: this.#subscribers,
      published: this.#published,
      weather: this.#parts.weather,
      sites: this.#sites,
      faults: this.#faults,
      wrongClock: this.#wrongClock
    }
  }

  async close(): Promise<void> {
    const { source, receivers, data } = this.#parts
    await this.#kill()
    await receivers.close()
    await source.close()
    await data.remove()
  }

  #isOn(name: string, at: number): boolean {
    return (this.#until.get(name) ?? 0) > at
  }

  #begin(name: string, untilAt: number): void {
    this.#until.set(name, untilAt)
    this.#faults[name] = (this.#faults[name] ?? 0) + 1
  }

  /** Begins and ends faults; the first day has none. */
  async #direct(step: number, at: number): Promise<void> {
    const { input, from, source, receivers } = this.#parts
    const stepsADay = (24 * 60) / input.stepMinutes
    const chance = (purpose: number, aDay: number): boolean =>
      at - from > 24 * hourMs && uniform(input.seed + purpose, step, 1) < aDay / stepsADay
    const hours = (purpose: number, least: number, most: number): number =>
      at + (least + (most - least) * uniform(input.seed + purpose, step, 2)) * hourMs
    if (chance(21, 0.22) && this.#app !== null) {
      this.#begin('down', hours(22, 0, 1))
      await this.#killAtWork()
    }
    if (this.#app === null && !this.#isOn('down', at)) {
      this.#parts.time.now = at
      await this.#start()
      await this.#followStreams()
    }
    if (chance(23, 0.05) && !this.#isOn('outage', at)) this.#begin('outage', hours(24, 5, 40))
    if (chance(25, 0.04) && !this.#isOn('outage', at)) this.#begin('outage', hours(26, 6, 9))
    if (chance(27, 0.05)) this.#begin('flapping', hours(28, 20, 30))
    if (chance(29, 0.05)) this.#begin('null_night', hours(30, 2, 9))
    if (chance(31, 0.04)) this.#begin('absurd_night', hours(32, 2, 6))
    if (chance(33, 0.03)) this.#begin('garbage', hours(34, 2, 7))
    if (chance(35, 0.03)) this.#begin('receivers', hours(36, 4, 10))
    if (chance(37, 0.03)) this.#begin('fahrenheit', hours(38, 0.3, 0.9))
    if (chance(39, 0.02)) this.#lock()
    this.#jump(at, { forth: chance(41, 0.025), back: chance(43, 0.025) })
    const numbers = ['fahrenheit', 'null_night', 'absurd_night', 'flapping'] as const
    source.wrong = numbers.find((name) => this.#isOn(name, at)) ?? null
    source.fault = (['outage', 'garbage'] as const).find((name) => this.#isOn(name, at)) ?? null
    receivers.isAway = this.#isOn('receivers', at)
  }

  #jump(at: number, { forth, back }: { readonly forth: boolean; readonly back: boolean }): void {
    if (this.#skewMs !== 0 && !this.#isOn('clock', at)) {
      this.#skewMs = 0
      this.#wrongClock.at(-1)?.splice(1, 1, at)
    } else if (this.#skewMs === 0 && (forth || back)) {
      this.#begin('clock', at + (forth ? 2 : 1) * hourMs)
      this.#skewMs = forth ? 26 * hourMs : -5 * hourMs
      this.#wrongClock.push([at, Number.POSITIVE_INFINITY])
    }
  }

  /** Another process writes for two seconds. */
  #lock(): void {
    const { data } = this.#parts
    this.#begin('lock', this.#parts.time.now)
    const database = new DatabaseSync(`${data.dataDir}/ayaz.sqlite`)
    database.exec('begin immediate')
    setTimeout(() => {
      database.exec('rollback')
      database.close()
    }, 2000)
  }

  async #start(): Promise<void> {
    const { clock, source, receivers, data } = this.#parts
    const environment = {
      ...source.environment,
      ...receivers.environment,
      SOURCES: 'open-meteo',
      ENSEMBLE: 'no',
      OPEN_METEO_MODELS: 'none',
      TIERS: 'free=100000/60',
      TRUST_PROXY: '127.0.0.1/32'
    }
    clock.at = this.#parts.time.now + this.#skewMs
    const work: AppProcessWork = { data, environment, at: clock.at }
    const env = { ...machineEnvironment(), SEASON_LOG: process.env['SEASON_LOG'] }
    const started = fork(child, [JSON.stringify(work)], { env })
    const [{ origin }] = (await once(started, 'message')) as [{ readonly origin: string }]
    this.#app = { process: started, origin }
  }

  async #kill(): Promise<void> {
    const running = this.#app
    this.#app = null
    if (running === null || running.process.exitCode !== null) return
    running.process.kill('SIGKILL')
    await once(running.process, 'exit')
  }

  /** In the middle of what the next step would do. */
  async #killAtWork(): Promise<void> {
    const { input, clock } = this.#parts
    clock.at += minuteMs
    this.#app?.process.send({ at: clock.at, passedMs: minuteMs } satisfies Passing)
    const waitMs = 40 * uniform(input.seed + 50, this.#parts.time.now / minuteMs, 1)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    await this.#kill()
  }

  async #pass(milliseconds: number): Promise<void> {
    const { clock } = this.#parts
    this.#parts.time.now += milliseconds
    clock.at = this.#parts.time.now + this.#skewMs
    const process = this.#app?.process
    if (process === undefined) throw new Error('no app')
    const rests = once(process, 'message')
    process.send({ at: clock.at, passedMs: milliseconds } satisfies Passing)
    await rests
    this.#parts.receivers.readWords()
  }

  /** On a busy machine the first request to the source may be given up. */
  async #untilReal(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${this.#origin()}/api/v1/channels`)
      const { channels } = (await answer.json()) as { channels: readonly { readonly preview: boolean }[] }
      if (channels.every(({ preview }) => !preview)) return
      await this.#pass(minuteMs)
    }
  }

  #origin(): string {
    return this.#app?.origin ?? ''
  }

  async #confirmMails(): Promise<void> {
    const { mail } = this.#parts.receivers
    for (const { raw, mail: read } of mail.received) {
      const path = /https:\/\/ayaz\.example(\/confirm\/[\w-]+)/.exec(read.text ?? raw)?.[1]
      if (path !== undefined) await fetch(this.#origin() + path, { method: 'POST' })
    }
  }

  async #followStreams(): Promise<void> {
    for (const { channel, to, path } of this.#subscribers)
      if (channel === 'sse') await this.#parts.receivers.follow(to, this.#origin() + path)
  }

  /** The nights that pages show now. */
  async #sample(): Promise<void> {
    const { places } = this.#parts.input
    for (const place of places)
      for (const thresholdName of ['score60', 'apricot'] as const)
        await this.#samplePlace(place, thresholdName)
  }

  async #samplePlace(place: string, thresholdName: ThresholdName): Promise<void> {
    const asked = thresholds[thresholdName]
    const crop = 'crop' in asked ? `&crop=${asked.crop}&stage=${asked.stage}` : ''
    const answer = await fetch(`${this.#origin()}/api/v1/weather/frost-risk?location=${place}&days=4${crop}`)
    if (answer.status !== 200) return
    const { location, risk_days } = (await answer.json()) as Answer
    this.#sites.set(place, location)
    for (const { date, score, coldest_at } of risk_days)
      this.#published.push({
        place,
        thresholdName,
        at: this.#parts.time.now,
        date,
        score,
        coldestAt: Date.parse(coldest_at)
      })
  }
}

interface Answer {
  readonly location: Site
  readonly risk_days: readonly {
    readonly date: string
    readonly score: number
    readonly coldest_at: string
  }[]
}
