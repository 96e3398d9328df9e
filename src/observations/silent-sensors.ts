import { dayMs, hourMs } from '../common/time.ts'
import { seasonAround } from '../frost/season.ts'
import type { IntakeChannel } from './intake-ports.ts'
import type { RecordedPoint } from './ports.ts'
import { reachOf } from './reach.ts'
import type { RecordStore } from './record-ports.ts'
import type { FindSensorPlace } from './sensor-place.ts'
import { nameOf } from './submit.ts'

/** After this silence, a battery that fails at noon is reported before the night; after a month it no longer is. */
const silent = { afterMs: 6 * hourMs, untilMs: 30 * dayMs }

interface SilentDeps {
  readonly store: Pick<RecordStore, 'mappedChannels' | 'revoked'>
  readonly findPlace: FindSensorPlace
  readonly now: number
}

type Channel = Pick<IntakeChannel, 'sensor' | 'lastAt'>

export function missedOf<One extends Channel>(
  channels: readonly One[],
  owner: string,
  deps: SilentDeps
): Promise<readonly One[]> {
  return missedAmong(channels, () => owner, deps)
}

/** Silent thermometers of all stations with their station's name, by when they were last heard. */
export async function missedThermometers(deps: SilentDeps) {
  const { store, now } = deps
  const channels = await store.mappedChannels(now - silent.untilMs, now - silent.afterMs)
  return missedAmong(channels, ({ owner }) => owner, deps)
}

/** Silent channels, without those whose sensor was revoked, as its readings are refused. */
async function missedAmong<One extends Channel>(
  channels: readonly One[],
  ownerOf: (channel: One) => string,
  { store, findPlace, now }: SilentDeps
): Promise<readonly One[]> {
  const missed: One[] = []
  const revoked = await store.revoked([...new Set(channels.map(ownerOf))])
  const revokedNames = new Set(revoked.map((sensor) => ownedName(sensor.owner, sensor)))
  for (const channel of channels) {
    const { sensor, lastAt } = channel
    if (sensor === null || now - lastAt < silent.afterMs || now - lastAt > silent.untilMs) continue
    const found = await findPlace(sensor.place)
    if (found.kind !== 'point' || seasonAround(found.point.lat, Math.floor(now / dayMs)) === null) continue
    const name = ownedName(ownerOf(channel), { ...sensor, point: found.point })
    if (!revokedNames.has(name)) missed.push(channel)
  }
  return missed
}

function ownedName(owner: string, sensor: Parameters<typeof nameOf>[0]): string {
  return JSON.stringify([owner, nameOf(sensor)])
}

interface Missed {
  readonly owner: string
  readonly lastAt: number
  readonly point: RecordedPoint
}

/** In memory, so that an evaluation can look them up without waiting. */
export function createMissed() {
  let all: readonly Missed[] = []
  return {
    async refresh(deps: SilentDeps): Promise<void> {
      const missed: Missed[] = []
      for (const { owner, lastAt, sensor } of await missedThermometers(deps)) {
        const found = sensor === null ? null : await deps.findPlace(sensor.place)
        if (found?.kind === 'point') missed.push({ owner, lastAt, point: found.point })
      }
      all = missed
    },
    isAny: () => all.length > 0,
    near: (site: Parameters<typeof reachOf>[0]) => all.filter(({ point }) => reachOf(site, point) !== null)
  }
}
