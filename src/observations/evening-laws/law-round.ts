import { reportedError } from '../../common/reported-error.ts'
import type { Report } from '../../forecasts/ports.ts'
import type { Airport } from '../../weather/airport.ts'
import { likelyMinimumC } from '../airport-nights.ts'
import { onceANoon } from '../noon.ts'
import type { Sensor } from '../ports.ts'
import type { RecordStore } from '../record-ports.ts'
import { airportReadings, recentSensors, sensorReadings, type TonightDeps } from '../tonight-stations.ts'
import { createEveningLaws, type EveningSource } from './evening-laws.ts'

interface LawRoundDeps extends Pick<TonightDeps, 'recordOf'> {
  readonly store: RecordStore
  readonly report: Report
}

export function createLawRound({ store, recordOf, report }: LawRoundDeps) {
  const { learn, lawOf } = createEveningLaws(store)
  const learnOnce = onceANoon(async (noon) => {
    const airports = (await store.airports()).map((airport) => airportSource(store, airport))
    const sensors = await recordedThermometers(await recentSensors({ store, now: noon }), recordOf)
    await learn([...airports, ...sensors.map((sensor) => sensorSource(store, sensor))], noon)
  })
  return {
    lawOf,
    /** Once a noon; see `onceANoon`. Without it nights follow the laws of before; the next call tries again. */
    learn: (now: number) =>
      learnOnce(now).catch((error: unknown) => {
        report('evening_laws_failed', reportedError(error))
      })
  }
}

/** Thermometers at 2 m whose nights have shown that they can be believed. */
async function recordedThermometers(
  sensors: readonly Sensor[],
  recordOf: TonightDeps['recordOf']
): Promise<readonly Sensor[]> {
  const at2m = sensors.filter(
    ({ kind, revokedAt, fault }) => kind === 'air_2m' && revokedAt === null && fault === null
  )
  const records = await Promise.all(at2m.map(recordOf))
  return at2m.filter((_, index) => records[index] !== null)
}

function airportSource(store: RecordStore, { icao: station, ...position }: Airport): EveningSource {
  return {
    station,
    position,
    readings: async (from, until) => {
      const read = await store.airportReportsOf([station], from)
      const reports = read.filter(({ measuredAt }) => measuredAt < until)
      const isWhole = reports.some((report) => report.isWhole)
      const likelyC = (minimumC: number) => likelyMinimumC({ minimumC, isWhole })
      return { ...airportReadings(reports), likelyC }
    }
  }
}

function sensorSource(store: RecordStore, sensor: Sensor): EveningSource {
  return {
    station: String(sensor.seq),
    position: sensor.point,
    readings: async (from, until) => {
      const read = await store.readings(sensor.seq, from, until)
      return { ...sensorReadings(read), likelyC: (readC) => readC }
    }
  }
}
