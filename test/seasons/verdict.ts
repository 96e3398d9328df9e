/** What the messages of a season were worth, judged by the weather as it came and by the pages. */
import { dayMs, hourMs, minuteMs } from '../../src/common/time.ts'
import type { Received, ReceivedNight } from './receivers.ts'
import type { LivedSeason, Published, Site } from './season.ts'
import {
  falseRaises,
  type Heard,
  type JudgedNight,
  kindsOf,
  nightCounts,
  percent,
  perGrower,
  raisedAgain,
  twinsApart
} from './season-figures.ts'
import { type ThresholdName, thresholds } from './subscribers.ts'

/** What must never happen, each as a sentence; and figures. */
export interface Verdict {
  readonly figures: Readonly<Record<string, number | string>>
  readonly missed: readonly string[]
  readonly leadsWithPast: readonly string[]
  readonly falseClears: readonly string[]
  readonly empty: readonly string[]
  readonly farAtNight: readonly string[]
  readonly reminderWithGap: readonly string[]
  readonly shortGaps: readonly string[]
  /** First raise of each night, by `to date` [ms since epoch]. */
  readonly raisedAt: Readonly<Record<string, number>>
}

export function judge(season: LivedSeason): Verdict {
  const byReceiver = Map.groupBy(season.received, ({ to }) => to)
  const heard = season.subscribers.flatMap((subscriber): Heard[] => {
    const site = season.sites.get(subscriber.place)
    return site === undefined
      ? []
      : [{ subscriber, site, received: distinct(byReceiver.get(subscriber.to) ?? []) }]
  })
  const hooks = heard.filter(({ subscriber }) => subscriber.channel === 'webhook')
  const raisedAt: Record<string, number> = {}
  for (const { subscriber, received } of hooks)
    for (const { at, nights } of received)
      for (const { date, standing } of nights)
        if (standing === 'raised') raisedAt[`${subscriber.to} ${date}`] ??= at
  const truths = hooks.flatMap((one) => nightsOf(season, one))
  const isRightClock = (at: number): boolean =>
    season.wrongClock.every(([from, to]) => at < from - dayMs || at > to + dayMs)
  const news = hooks.flatMap(({ subscriber, site, received }) =>
    received.filter(isNews).map((message) => ({ subscriber, site, message }))
  )
  const expected = [
    ...reached(season, hooks, 'score60'),
    ...reached(season, hooks, 'apricot'),
    ...truths.filter(
      ({
        heard: {
          subscriber: { thresholdName }
        },
        minC
      }) => (thresholdName === 'air' && minC <= -0.7) || (thresholdName === 'plants' && minC <= -2)
    )
  ]
  const missed = expected.filter(
    ({ heard: { subscriber }, date, coldestAt }) =>
      !((raisedAt[`${subscriber.to} ${date}`] ?? Infinity) < coldestAt)
  )
  const leadsWithPast = news.filter(({ message }) => {
    const lead = leadOf(message)
    return lead !== null && lead.coldestAt !== null && lead.coldestAt <= message.at
  })
  const morning = news.filter(({ site, message: { at } }) => isBetween(at, site, 6, 10))
  const cleared = truths.filter(
    ({
      heard: {
        subscriber: { thresholdName },
        received
      },
      date,
      minC,
      coldestAt
    }) =>
      minC <= (thresholdName === 'air' ? -0.7 : -2.2) && lastStanding(received, date, coldestAt) === 'cleared'
  )
  const gaps = hooks.flatMap((one) => gapsOf(one))
  const ntfy = heard
    .filter(({ subscriber }) => subscriber.channel === 'ntfy')
    .flatMap(({ received }) => received)
  const sentence = ({ subscriber, message }: (typeof news)[number]): string =>
    `${new Date(message.at).toISOString()} ${subscriber.to}: ${message.kind}: ${message.title}`
  return {
    figures: {
      messages: season.received.length,
      ...season.faults,
      ...countsOf(expected, missed),
      news_in_the_morning: morning.length,
      leads_with_past: leadsWithPast.length,
      true_frosts: truths.filter(({ minC }) => minC <= -2.2).length,
      false_clears: cleared.length,
      gaps: gaps.length,
      gaps_under_half_an_hour: gaps.filter(({ lastsMs }) => lastsMs <= 30 * minuteMs).length,
      ntfy: ntfy.length,
      ntfy_highest_percent: percent(ntfy.filter(({ priority }) => priority === 5).length, ntfy.length),
      ...perGrower(hooks),
      in_a_night: nightCounts(hooks),
      at_night: hooks.flatMap(({ site, received }) =>
        received.filter(({ at }) => !isBetween(at, site, 7, 22))
      ).length,
      kinds: kindsOf(hooks),
      raised_again: raisedAgain(hooks),
      ...falseRaises(truths, raisedAt),
      twins_apart: twinsApart(heard)
    },
    missed: missed.map(({ heard: { subscriber }, date }) => `${subscriber.to} ${date}`),
    leadsWithPast: leadsWithPast.filter(({ message }) => isRightClock(message.at)).map(sentence),
    falseClears: cleared.map(
      ({ heard: { subscriber }, date, minC }) => `${subscriber.to} ${date} ${minC.toFixed(1)}`
    ),
    empty: news
      .filter(({ message }) => message.nights.length === 0 || !message.title.includes(':'))
      .map(sentence),
    farAtNight: farAtNight(hooks, raisedAt),
    reminderWithGap: hooks.flatMap(remindedInGap),
    shortGaps: gaps.filter(({ lastsMs }) => lastsMs <= 30 * minuteMs).map(({ words }) => words),
    raisedAt
  }
}

function distinct(received: readonly Received[]): readonly Received[] {
  const seen = new Set<string>()
  return received.filter(({ id }) => id === null || !(seen.has(id) || !seen.add(id)))
}

function isNews({ kind }: Received): boolean {
  return kind === 'raised' || kind === 'updated' || kind === 'dusk'
}

/** Every night of the season but the first two, as it came. */
function nightsOf(season: LivedSeason, heard: Heard): readonly JudgedNight[] {
  const { site } = heard
  const samples = season.published.filter(({ place }) => place === heard.subscriber.place)
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0]
  const nights: JudgedNight[] = []
  const zoned = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(site.timezone)
  for (let date = zoned(first).toPlainDate().add({ days: 2 }); ; date = date.add({ days: 1 })) {
    const noon = date.toZonedDateTime({ timeZone: site.timezone, plainTime: '10:00' }).epochMilliseconds
    if (noon > last) return nights
    const hours = Array.from({ length: 17 }, (_, index) => Math.floor(noon / hourMs) - 16 + index)
    const temperatures = hours.map((hour) => season.weather.airC(site, hour))
    const minC = Math.min(...temperatures)
    const coldestAt = (hours[temperatures.indexOf(minC)] ?? 0) * hourMs
    nights.push({ heard, date: date.toString(), minC, coldestAt })
  }
}

/** Nights whose published score reached the threshold while that could be received at once. */
function reached(
  season: LivedSeason,
  hooks: readonly Heard[],
  thresholdName: ThresholdName
): readonly JudgedNight[] {
  const asked = thresholds[thresholdName]
  if (!('threshold' in asked)) return []
  return hooks
    .filter(({ subscriber }) => subscriber.thresholdName === thresholdName)
    .flatMap((heard) => {
      const { place } = heard.subscriber
      const begin = season.published[0]?.at ?? 0
      const usual = season.published.filter(
        (one) =>
          one.thresholdName === thresholdName &&
          one.place === place &&
          one.score >= asked.threshold &&
          isTellable(one, heard.site, begin)
      )
      return [...Map.groupBy(usual, ({ date }) => date)].map(([date, some]) => ({
        heard,
        date,
        minC: Number.NaN,
        coldestAt: some.at(-1)?.coldestAt ?? 0
      }))
    })
}

function isTellable({ at, coldestAt }: Published, site: Site, begin: number): boolean {
  const isWatched = coldestAt > at + hourMs && coldestAt <= at + 72 * hourMs && at > begin + dayMs
  return isWatched && (isBetween(at, site, 7, 22) || coldestAt < at + 12 * hourMs)
}

function isBetween(at: number, { timezone }: Site, from: number, to: number): boolean {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
  return hour >= from && hour < to
}

/** The night whose minimum the title names first. */
function leadOf({ title, nights }: Received): ReceivedNight | null {
  const words = /plants ([−-]?[\d.]+)\s°C/.exec(title)?.[1]
  if (words === undefined) return null
  const degrees = Number(words.replace('−', '-'))
  const raised = nights.filter(({ standing, plantMinC }) => standing !== 'cleared' && plantMinC === degrees)
  return raised.at(-1) ?? null
}

function lastStanding(received: readonly Received[], date: string, before: number): string | null {
  let last: string | null = null
  for (const { at, nights } of received)
    if (at < before) last = nights.find((night) => night.date === date)?.standing ?? last
  return last
}

interface Gap {
  readonly lastsMs: number
  readonly words: string
}

function gapsOf({ subscriber, received }: Heard): readonly Gap[] {
  return received.flatMap((message, index) => {
    if (message.kind !== 'blind') return []
    const end = received.slice(index + 1).find(({ kind }) => kind !== 'blind' && kind !== 'dusk')
    const lastsMs = (end?.at ?? Infinity) - message.at
    return [
      { lastsMs, words: `${new Date(message.at).toISOString()} ${subscriber.to}: ${lastsMs / minuteMs} min` }
    ]
  })
}

function remindedInGap({ subscriber, received }: Heard): readonly string[] {
  return received
    .filter(
      ({ kind, at }) =>
        kind === 'blind' && received.some((one) => one.kind === 'dusk' && Math.abs(one.at - at) <= minuteMs)
    )
    .map(({ at }) => `${new Date(at).toISOString()} ${subscriber.to}`)
}

/** First raises of a night more than 30 h ahead between 22:00 and 07:00. */
function farAtNight(hooks: readonly Heard[], raisedAt: Readonly<Record<string, number>>): readonly string[] {
  return hooks.flatMap(({ subscriber, site, received }) =>
    received.flatMap(({ at, nights }) =>
      nights
        .filter(
          ({ date, standing, coldestAt }) =>
            standing === 'raised' &&
            raisedAt[`${subscriber.to} ${date}`] === at &&
            (coldestAt ?? 0) > at + 30 * hourMs &&
            !isBetween(at, site, 7, 22)
        )
        .map(({ date }) => `${new Date(at).toISOString()} ${subscriber.to} ${date}`)
    )
  )
}

function countsOf(expected: readonly JudgedNight[], missed: readonly JudgedNight[]): Record<string, string> {
  const of = (some: readonly JudgedNight[], thresholdName: string): number =>
    some.filter(({ heard }) => heard.subscriber.thresholdName === thresholdName).length
  return Object.fromEntries(
    Object.keys(thresholds).map((thresholdName) => [
      `${thresholdName}_nights_missed`,
      `${of(expected, thresholdName)}/${of(missed, thresholdName)}`
    ])
  )
}
