/** Thermometers of stations that are missed: mapped, and not heard for hours in the season of frost. */
import { dayMs, hourMs } from '../common/time.ts'
import { seasonAround } from '../frost/season.ts'
import type { IntakeChannel, IntakeStore } from './intake-ports.ts'
import type { RecordedPoint } from './ports.ts'
import { reachOf } from './reach.ts'
import type { FindSensorPlace } from './sensor-place.ts'

/** A battery that ends after noon is known of before the night; after a month no one waits for it. */
const silent = { afterMs: 6 * hourMs, untilMs: 30 * dayMs }

interface SilentDeps {
  readonly findPlace: FindSensorPlace
  readonly now: number
}

/** Those of some channels. */
export async function missedOf<One extends Pick<IntakeChannel, 'sensor' | 'lastAt'>>(
  channels: readonly One[],
  { findPlace, now }: SilentDeps
): Promise<readonly One[]> {
  const missed: One[] = []
  for (const channel of channels) {
    const { sensor, lastAt } = channel
    if (sensor === null || now - lastAt < silent.afterMs || now - lastAt > silent.untilMs) continue
    const found = await findPlace(sensor.place)
    const isSeason = found.kind === 'point' && seasonAround(found.point.lat, Math.floor(now / dayMs)) !== null
    if (isSeason) missed.push(channel)
  }
  return missed
}

/** Those of all stations, each with the name of its station. */
export async function missedThermometers(store: Pick<IntakeStore, 'mappedChannels'>, deps: SilentDeps) {
  const { now } = deps
  return missedOf(await store.mappedChannels(now - silent.untilMs, now - silent.afterMs), deps)
}

interface Missed {
  readonly owner: string
  readonly lastAt: number
  readonly point: RecordedPoint
}

/** In memory, so that an evaluation can look them up without waiting. */
export interface MissedThermometers {
  readonly refresh: (store: Pick<IntakeStore, 'mappedChannels'>, deps: SilentDeps) => Promise<void>
  readonly isAny: () => boolean
  /** Those within reach of a site. */
  readonly near: (site: Parameters<typeof reachOf>[0]) => readonly Missed[]
}

export function createMissed(): MissedThermometers {
  let all: readonly Missed[] = []
  return {
    async refresh(store, deps) {
      const missed: Missed[] = []
      for (const { owner, lastAt, sensor } of await missedThermometers(store, deps)) {
        const found = sensor === null ? null : await deps.findPlace(sensor.place)
        if (found?.kind === 'point') missed.push({ owner, lastAt, point: found.point })
      }
      all = missed
    },
    isAny: () => all.length > 0,
    near: (site) => all.filter(({ point }) => reachOf(site, point) !== null)
  }
}
