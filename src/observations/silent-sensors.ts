/** Thermometers of stations that are missed: mapped, and not heard for hours in the season of frost. */
import { dayMs, hourMs } from '../common/time.ts'
import { seasonAround } from '../frost/season.ts'
import type { IntakeChannel } from './intake-ports.ts'
import type { RecordedPoint } from './ports.ts'
import { reachOf } from './reach.ts'
import type { RecordStore } from './record-ports.ts'
import type { FindSensorPlace } from './sensor-place.ts'
import { nameOf } from './submit.ts'

/** A battery that ends after noon is known of before the night; after a month no one waits for it. */
const silent = { afterMs: 6 * hourMs, untilMs: 30 * dayMs }

interface SilentDeps {
  readonly store: Pick<RecordStore, 'mappedChannels' | 'revoked'>
  readonly findPlace: FindSensorPlace
  readonly now: number
}

/** Those of an owner's channels; nothing is taken from a revoked one, so no one waits for it. */
export async function missedOf<One extends Pick<IntakeChannel, 'sensor' | 'lastAt'>>(
  channels: readonly One[],
  owner: string,
  { store, findPlace, now }: SilentDeps
): Promise<readonly One[]> {
  const missed: One[] = []
  const revoked = new Set((await store.revoked(owner)).map(nameOf))
  for (const channel of channels) {
    const { sensor, lastAt } = channel
    if (sensor === null || now - lastAt < silent.afterMs || now - lastAt > silent.untilMs) continue
    const found = await findPlace(sensor.place)
    if (found.kind !== 'point' || seasonAround(found.point.lat, Math.floor(now / dayMs)) === null) continue
    if (!revoked.has(nameOf({ ...sensor, point: found.point }))) missed.push(channel)
  }
  return missed
}

/** Those of all stations, each with the name of its station. */
export async function missedThermometers(deps: SilentDeps) {
  const { store, now } = deps
  const channels = await store.mappedChannels(now - silent.untilMs, now - silent.afterMs)
  const byOwner = Map.groupBy(channels, ({ owner }) => owner)
  const missed = await Promise.all([...byOwner].map(([owner, its]) => missedOf(its, owner, deps)))
  return missed.flat()
}

interface Missed {
  readonly owner: string
  readonly lastAt: number
  readonly point: RecordedPoint
}

/** In memory, so that an evaluation can look them up without waiting. */
export interface MissedThermometers {
  readonly refresh: (deps: SilentDeps) => Promise<void>
  readonly isAny: () => boolean
  /** Those within reach of a site. */
  readonly near: (site: Parameters<typeof reachOf>[0]) => readonly Missed[]
}

export function createMissed(): MissedThermometers {
  let all: readonly Missed[] = []
  return {
    async refresh(deps) {
      const missed: Missed[] = []
      for (const { owner, lastAt, sensor } of await missedThermometers(deps)) {
        const found = sensor === null ? null : await deps.findPlace(sensor.place)
        if (found?.kind === 'point') missed.push({ owner, lastAt, point: found.point })
      }
      all = missed
    },
    isAny: () => all.length > 0,
    near: (site) => all.filter(({ point }) => reachOf(site, point) !== null)
  }
}
