/** Figures of a season that nothing depends on. */
import { hourMs } from '../../src/common/time.ts'
import type { Received } from './receivers.ts'
import type { Site } from './season.ts'
import type { Subscriber } from './subscribers.ts'

/** The messages of one subscriber, oldest first, repeats left out. */
export interface Heard {
  readonly subscriber: Subscriber
  readonly site: Site
  readonly received: readonly Received[]
}

export interface JudgedNight {
  readonly heard: Heard
  readonly date: string
  /** As it came [°C]. */
  readonly minC: number
  /** [ms since epoch] */
  readonly coldestAt: number
}

export function perGrower(hooks: readonly Heard[]): Record<string, string> {
  const groups = Map.groupBy(hooks, ({ subscriber }) => subscriber.thresholdName)
  return Object.fromEntries(
    [...groups].map(([thresholdName, some]) => {
      const counts = some.map(({ received }) => received.length).toSorted((one, other) => one - other)
      return [
        `${thresholdName}_each_median_most`,
        `${counts[Math.floor(counts.length / 2)]}/${counts.at(-1)}`
      ]
    })
  )
}

/** How many local nights had one, two … messages. */
export function nightCounts(hooks: readonly Heard[]): string {
  const counts: number[] = []
  for (const { site, received } of hooks) {
    const nights = Map.groupBy(received, ({ at }) =>
      Temporal.Instant.fromEpochMilliseconds(at - 12 * hourMs)
        .toZonedDateTimeISO(site.timezone)
        .toPlainDate()
        .toString()
    )
    for (const { length } of nights.values()) counts[length] = (counts[length] ?? 0) + 1
  }
  return counts
    .slice(1)
    .map((count) => count ?? 0)
    .join(',')
}

export function kindsOf(hooks: readonly Heard[]): string {
  const kinds = Map.groupBy(
    hooks.flatMap(({ received }) => received),
    ({ kind }) => kind
  )
  return [...kinds].map(([kind, some]) => `${kind} ${some.length}`).join(', ')
}

export function raisedAgain(hooks: readonly Heard[]): number {
  let count = 0
  for (const { received } of hooks) {
    const standings = new Map<string, string>()
    for (const { nights } of received)
      for (const { date, standing } of nights) {
        if (standing === 'raised' && standings.get(date) === 'cleared') count += 1
        if (standing !== 'seen') standings.set(date, standing)
      }
  }
  return count
}

/** Raised although the air stayed above 1.5 °C, of all raised. */
export function falseRaises(
  truths: readonly JudgedNight[],
  raisedAt: Readonly<Record<string, number>>
): Record<string, string> {
  const raised = truths.filter(
    ({ heard: { subscriber }, date }) => raisedAt[`${subscriber.to} ${date}`] !== undefined
  )
  const groups = Map.groupBy(raised, ({ heard }) => heard.subscriber.thresholdName)
  return Object.fromEntries(
    [...groups].map(([thresholdName, some]) => [
      `${thresholdName}_raised_mild`,
      `${some.length}/${some.filter(({ minC }) => minC > 1.5).length}`
    ])
  )
}

/** How many messages more or fewer a channel was sent than the webhook beside it. */
export function twinsApart(heard: readonly Heard[]): string {
  return heard
    .filter(({ subscriber }) => subscriber.channel !== 'webhook')
    .map(({ subscriber: { place, thresholdName, channel }, received }) => {
      const twin = heard.find(({ subscriber }) => subscriber.to === `/${place}/${thresholdName}`)
      return `${channel} ${received.length - (twin?.received.length ?? 0)}`
    })
    .join(', ')
}

export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10
}
