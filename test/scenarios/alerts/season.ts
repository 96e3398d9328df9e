/**
 * A frost season through the real evaluation, outbox and dispatch on SQLite: hour by hour, with runs, outages and
 * restarts.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isWatched, nightsToStore } from '../../../src/alerts/alert-night.ts'
import type { Alerts } from '../../../src/alerts/alerts.ts'
import { deliverDue } from '../../../src/alerts/dispatch/dispatch.ts'
import { evaluatePlaces } from '../../../src/alerts/evaluate.ts'
import type { AlertMessage } from '../../../src/alerts/message-ports.ts'
import { maintain, watchRound } from '../../../src/alerts/round.ts'
import { watchedForecasts } from '../../../src/alerts/watching/watched-forecasts.ts'
import { renderAlert } from '../../../src/alerts/words/render-alert.ts'
import { hourMs } from '../../../src/common/time.ts'
import type { ForecastSnapshot } from '../../../src/forecasts/forecast-snapshot.ts'
import type { Seasons } from '../../../src/forecasts/seasons.ts'
import { hardLimitMs } from '../../../src/forecasts/snapshot.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { noFields } from '../../no-fields.ts'
import { type AlertsHarness, createAlertsHarness } from './alerts-harness.ts'
import { type Climate, seasonWeather, uniform } from './season-weather.ts'

export const thresholds = [20, 60, 90] as const
const zone = 'Europe/Istanbul'
const runEveryMs = 6 * hourMs

/** What a season came to for one threshold. */
export interface ThresholdFigures {
  readonly threshold: number
  readonly messages: number
  readonly maxInANight: number
  readonly nightsNamed: number
  /** Nights with −2.2 °C or less in the air that no message named before they were over. */
  readonly coldNightsUnnamed: number
}

export interface SeasonFigures {
  readonly coldNights: number
  readonly outages: number
  readonly restarts: number
  readonly byThreshold: readonly ThresholdFigures[]
  /** Of each of these there must be none; each as a sentence. */
  readonly emptyMessages: readonly string[]
  readonly unnamedNights: readonly string[]
  readonly farNightsAtNight: readonly string[]
  readonly splitMessages: readonly string[]
}

export interface SeasonInput {
  readonly climate: Climate
  /** First day, `YYYY-MM-DD`. */
  readonly from: string
  readonly days: number
  readonly seed: number
}

/** No subscription here has an estimated stage. */
const noSeasons: Seasons = {
  known: () => null,
  load: async () => undefined,
  isDue: () => false,
  refresh: async () => null,
  instantOf: (_, nowAt) => nowAt
}

/** Lives through a season and tells what its messages were worth. */
export async function liveSeason(input: SeasonInput): Promise<SeasonFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-season-'))
  const app = await createAlertsHarness({ url: null, dataDir })
  const season = new Season(input, app, dataDir)
  try {
    for (const threshold of thresholds) await app.subscribe({ threshold }, `client-${threshold}`)
    return await season.live()
  } finally {
    await season.close()
    await rm(dataDir, { recursive: true })
  }
}

class Season {
  readonly #input: SeasonInput
  readonly #app: AlertsHarness
  readonly #dataDir: string
  readonly #weather: ReturnType<typeof seasonWeather>
  readonly #from: number
  readonly #lastStanding = new Map<string, string>()
  readonly #namedAt = new Map<string, number>()
  readonly #problems = {
    empty: new Set<string>(),
    unnamed: new Set<string>(),
    far: new Set<string>(),
    split: new Set<string>()
  }
  #store: Store
  #now: number
  #point: ForecastSnapshot | null = null
  #outageUntil = 0
  #outages = 0
  #restarts = 0
  #random = 0
  #read = 0

  constructor(input: SeasonInput, app: AlertsHarness, dataDir: string) {
    this.#input = input
    this.#app = app
    this.#dataDir = dataDir
    this.#store = app.store
    this.#from = Temporal.PlainDate.from(input.from).toZonedDateTime(zone).epochMilliseconds
    this.#now = this.#from
    this.#weather = seasonWeather(input.climate, this.#from, input.days, input.seed)
  }

  async live(): Promise<SeasonFigures> {
    const { days } = this.#input
    for (let hour = 0; hour < days * 24; hour += 1) {
      this.#now = this.#from + hour * hourMs
      if (hour % 24 === 0) await this.#beginDay(hour / 24)
      this.#refresh(hour)
      const alerts = this.#alerts()
      await evaluatePlaces(alerts, ['malatya'])
      await watchRound(alerts)
      await deliverDue(alerts, this.#app.delivery)
      this.#readMessages()
      await this.#checkNamed(alerts)
    }
    return this.#figures()
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  /** On about every fifth day a restart, on about every twentieth an outage of 3 to 75 h; upkeep daily. */
  async #beginDay(day: number): Promise<void> {
    const seededRandom = (purpose: number): number => uniform(this.#input.seed + purpose, day, 1)
    if (seededRandom(11) < 0.2) {
      this.#restarts += 1
      await this.#store.close()
      this.#store = await openStore({ url: null, dataDir: this.#dataDir, now: this.#now })
    }
    if (seededRandom(12) < 0.05 && this.#outageUntil < this.#now) {
      this.#outages += 1
      this.#outageUntil = this.#now + (3 + Math.floor(72 * seededRandom(13))) * hourMs
    }
    await maintain(this.#alerts())
  }

  #refresh(hour: number): void {
    if (this.#now < this.#outageUntil) return
    const issuedAt = this.#now - ((hour * hourMs) % runEveryMs)
    this.#point = this.#weather.run(issuedAt, this.#now)
  }

  #cache(): ForecastSnapshot | null {
    return this.#point !== null && this.#now - this.#point.confirmedAt <= hardLimitMs ? this.#point : null
  }

  #alerts(): Alerts {
    const { place } = this.#input.climate
    return {
      ...this.#app.alerts,
      ...this.#store,
      now: () => this.#now,
      forecasts: watchedForecasts({
        forecasts: { latest: async () => this.#cache(), seasons: noSeasons },
        clock: () => this.#now
      }),
      places: { find: () => place, suggest: () => [], homonyms: () => [], ...noFields },
      random: (bytes) => {
        this.#random += 1
        return new Uint8Array(Buffer.from(String(this.#random).padStart(bytes, '0')).subarray(-bytes))
      }
    }
  }

  #readMessages(): void {
    const fresh = this.#app.heard.slice(this.#read)
    this.#read = this.#app.heard.length
    for (const { message } of fresh) this.#readMessage(message)
    for (const { message } of fresh.filter(({ message: { kind } }) => kind === 'sighted')) {
      const others = fresh.filter((one) => one.message.threshold === message.threshold)
      if (others.length > 1) this.#problems.split.add(this.#sentence(message))
    }
  }

  #readMessage(message: AlertMessage): void {
    const { kind, nights, threshold } = message
    const named = nights.filter(({ standing }) => standing !== 'seen')
    const needsNight = ['raised', 'updated', 'cleared', 'dusk'].includes(kind)
    if (needsNight && (named.length === 0 || !renderAlert(message).title.includes(':'))) {
      this.#problems.empty.add(this.#sentence(message))
    }
    const raised = named.filter(({ standing }) => standing === 'raised')
    const isFar = ({ coldestAt }: (typeof raised)[number]): boolean => coldestAt > this.#now + 24 * hourMs
    const isFirst = (date: string): boolean => this.#lastStanding.get(`${threshold} ${date}`) !== 'raised'
    const isNews = (kind === 'raised' || kind === 'updated') && raised.length > 0
    const isOnlyFar = isNews && named.every(isFar)
    if (!isByDay(this.#now) && (isOnlyFar || raised.some((night) => isFar(night) && isFirst(night.date)))) {
      this.#problems.far.add(this.#sentence(message))
    }
    for (const { date, standing } of named) {
      const key = `${threshold} ${date}`
      this.#lastStanding.set(key, standing)
      if (standing === 'raised' && !this.#namedAt.has(key)) this.#namedAt.set(key, this.#now)
    }
  }

  #sentence({ kind, threshold, nights }: AlertMessage): string {
    const dates = nights.map(({ date, standing }) => `${date} ${standing}`).join(', ')
    return `${new Date(this.#now).toISOString()} ${kind} at ${threshold}: ${dates}`
  }

  /** Every watched night at or over a threshold has been named, unless it is night and there is a day before it. */
  async #checkNamed(alerts: Alerts): Promise<void> {
    const profile = { crop: 'generic', stage: null, exposure: null }
    const forecast = await alerts.forecasts.stored(this.#input.climate.place, profile)
    const nights = nightsToStore(forecast?.nights ?? [], this.#now)
    const namedBy = isByDay(this.#now) ? Number.POSITIVE_INFINITY : nextEvening(this.#now)
    for (const night of nights) {
      if (!isWatched(night, this.#now) || night.coldestAt > namedBy) continue
      for (const threshold of thresholds) {
        const isNamed = this.#lastStanding.get(`${threshold} ${night.date}`) === 'raised'
        if ((night.score ?? 0) >= threshold && !isNamed)
          this.#problems.unnamed.add(`${night.date} at ${threshold}`)
      }
    }
  }

  #figures(): SeasonFigures {
    const { empty, unnamed, far, split } = this.#problems
    const cold = this.#coldNights()
    return {
      coldNights: cold.length,
      outages: this.#outages,
      restarts: this.#restarts,
      byThreshold: thresholds.map((threshold) => {
        const heard = this.#app.heard.filter(({ message }) => message.threshold === threshold)
        const nights = Map.groupBy(heard, ({ message }) =>
          Math.floor((message.createdAt - 9 * hourMs) / 86_400_000)
        )
        const named = [...this.#namedAt.keys()].filter((key) => key.startsWith(`${threshold} `))
        return {
          threshold,
          messages: heard.length,
          maxInANight: Math.max(0, ...[...nights.values()].map((some) => some.length)),
          nightsNamed: named.length,
          coldNightsUnnamed: cold.filter((date) => !named.includes(`${threshold} ${date}`)).length
        }
      }),
      emptyMessages: [...empty],
      unnamedNights: [...unnamed],
      farNightsAtNight: [...far],
      splitMessages: [...split]
    }
  }

  /** Mornings that were as cold as −2.2 °C in the air. */
  #coldNights(): readonly string[] {
    const mornings = Array.from(
      { length: this.#input.days - 1 },
      (_, day) => this.#from + (day + 1) * 24 * hourMs
    )
    return mornings
      .filter((midnight) => {
        const hours = Array.from({ length: 13 }, (_, hour) =>
          this.#weather.airC(midnight + (hour - 4) * hourMs)
        )
        return Math.min(...hours) <= -2.2
      })
      .map((at) =>
        Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString()
      )
  }
}

// The product's own rules are measured here: hours are written out, not taken from it.

function isByDay(at: number): boolean {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return hour >= 7 && hour < 22
}

/** 22:00 of the day that begins after a night's instant. */
function nextEvening(at: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const date = local.toPlainDate().add({ days: local.hour >= 22 ? 1 : 0 })
  return date.toZonedDateTime({ timeZone: zone, plainTime: { hour: 22 } }).epochMilliseconds
}
