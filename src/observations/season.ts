import type { Exposure } from '../frost/frost-night.ts'
import { exposureFactors } from '../frost/plant-temperature.ts'
import type { IssuedNight, Sensor } from './ports.ts'
import { meanOf } from './scores.ts'
import { forecastFor, type SensorRecord } from './sensor-record.ts'

export interface SeasonNight {
  readonly date: string
  readonly plantMinimumC: number
  /**
   * `measured` at plants of that or unknown exposure; `from_air`: the 2 m minimum less that night's cooling;
   * `air_only`: the 2 m minimum without a stored forecast, above the plants'.
   */
  readonly basis: 'measured' | 'from_air' | 'air_only'
}

/** In [from, until]; one measured at plants of another exposure says little. @param exposure Of the plants. */
export function seasonNights(
  sensors: readonly SensorRecord[],
  season: { readonly from: string; readonly until: string; readonly exposure: Exposure }
): readonly SeasonNight[] {
  const isOfPlants = ({ kind, exposure }: Sensor) =>
    kind === 'plant' && (exposure === season.exposure || exposure === null)
  const plant = believedMinima(sensors, isOfPlants)
  const air = believedMinima(sensors, ({ kind }) => kind === 'air_2m')
  const cooling = expectedCooling(sensors, season.exposure)
  const dates = [...new Set([...plant.keys(), ...air.keys()])]
    .filter((date) => date >= season.from && date <= season.until)
    .sort()
  return dates.map((date): SeasonNight => {
    const measured = plant.get(date)
    if (measured !== undefined) return { date, plantMinimumC: measured, basis: 'measured' }
    const airC = air.get(date) ?? Number.NaN
    const coolingC = cooling.get(date)
    if (coolingC === undefined) return { date, plantMinimumC: airC, basis: 'air_only' }
    return { date, plantMinimumC: airC - coolingC, basis: 'from_air' }
  })
}

function believedMinima(
  sensors: readonly SensorRecord[],
  counts: (sensor: Sensor) => boolean
): ReadonlyMap<string, number> {
  const all = sensors
    .filter((one) => counts(one.sensor))
    .flatMap((one) => one.observations.filter((night) => one.believedDates.has(night.date)))
  const byDate = Map.groupBy(all, (night) => night.date)
  return new Map(
    [...byDate].map(([date, nights]) => [date, meanOf(nights, (night) => night.minimumC) ?? Number.NaN])
  )
}

/** How much colder than the air plants of an exposure were expected to be, by date [°C]. */
function expectedCooling(sensors: readonly SensorRecord[], exposure: Exposure): ReadonlyMap<string, number> {
  const coolingOf = (issued: IssuedNight) => {
    const { airMinimumC, plantMinimumC } = issued
    const forecast = forecastFor({ kind: 'plant', exposure }, issued)
    // Rows of earlier versions have open ground only.
    if (forecast === null) return exposureFactors[exposure] * (airMinimumC - plantMinimumC)
    return airMinimumC - forecast.minimumC
  }
  // Nights made afterwards know the air alone: their sky and wind are assumed.
  const known = sensors.flatMap(({ nights }) => nights).filter(({ issued }) => !issued.isBackFilled)
  return new Map(known.map(({ date, issued }) => [date, coolingOf(issued)]))
}
