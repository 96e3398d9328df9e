/** The measured past nights of a season, each as a temperature of the plants. */
import { exposureFactors } from '../frost/exposure.ts'
import type { Exposure } from '../frost/frost-night.ts'
import { meanOf } from './scores.ts'
import type { SensorRecord } from './sensor-record.ts'

export interface SeasonNight {
  readonly date: string
  readonly plantMinimumC: number
  /**
   * `measured` at the plants; `from_air`: the 2 m minimum less the expected cooling of that night;
   * `air_only`: the 2 m minimum itself, because no forecast of that night is stored. The plants were colder
   * than that.
   */
  readonly basis: 'measured' | 'from_air' | 'air_only'
}

/**
 * The nights of [from, until] with a measurement that counts.
 * @param exposure How exposed the plants are: scales the ground's expected cooling for nights measured at 2 m
 * only.
 */
export function seasonNights(
  sensors: readonly SensorRecord[],
  season: { readonly from: string; readonly until: string; readonly exposure: Exposure }
): readonly SeasonNight[] {
  const plant = believedMinima(sensors, 'plant')
  const air = believedMinima(sensors, 'air_2m')
  const cooling = expectedCooling(sensors)
  const dates = [...new Set([...plant.keys(), ...air.keys()])]
    .filter((date) => date >= season.from && date <= season.until)
    .sort()
  return dates.map((date): SeasonNight => {
    const measured = plant.get(date)
    if (measured !== undefined) return { date, plantMinimumC: measured, basis: 'measured' }
    const airC = air.get(date) ?? Number.NaN
    const coolingC = cooling.get(date)
    if (coolingC === undefined) return { date, plantMinimumC: airC, basis: 'air_only' }
    const plantMinimumC = airC - exposureFactors[season.exposure] * coolingC
    return { date, plantMinimumC, basis: 'from_air' }
  })
}

function believedMinima(
  sensors: readonly SensorRecord[],
  kind: 'air_2m' | 'plant'
): ReadonlyMap<string, number> {
  const all = sensors
    .filter((one) => one.sensor.kind === kind)
    .flatMap((one) => one.observations.filter((night) => one.believedDates.has(night.date)))
  const byDate = Map.groupBy(all, (night) => night.date)
  return new Map(
    [...byDate].map(([date, nights]) => [date, meanOf(nights, (night) => night.minimumC) ?? Number.NaN])
  )
}

/** How much colder than the air open ground was expected to be, by date [°C]. */
function expectedCooling(sensors: readonly SensorRecord[]): ReadonlyMap<string, number> {
  return new Map(
    sensors.flatMap((one) =>
      one.nights.map(({ date, issued }) => [date, issued.airMinimumC - issued.plantMinimumC] as const)
    )
  )
}
