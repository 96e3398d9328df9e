import type { IssuedNight, MinimumKind, Sensor } from './ports.ts'
import { forecastFor } from './sensor-record.ts'

/** [°C] Beyond any measurement: −89.2 at Vostok, a daily low of 44.2 in Oman; plants are colder at night. */
export const absoluteBounds: Readonly<
  Record<MinimumKind, { readonly least: number; readonly most: number }>
> = {
  air_2m: { least: -90, most: 45 },
  plant: { least: -95, most: 45 }
}

/**
 * A fault, not a cold hollow: 8σ and at least 15 °C. Wide on purpose: one off by ten degrees is accepted, watched, and
 * set aside if it stays so.
 */
const wild = { sigmas: 8, leastC: 15 }

/** In English; null where it is plausible. Plants of unknown exposure count as on open ground. */
export function implausibility(
  sensor: Pick<Sensor, 'kind' | 'exposure'>,
  minimumC: number,
  issued: IssuedNight | null
): string | null {
  const { least, most } = absoluteBounds[sensor.kind]
  if (!(minimumC >= least && minimumC <= most)) {
    const hint = minimumC > most && minimumC <= 130 ? ' If it is in Fahrenheit, say so with the unit.' : ''
    return (
      `${shown(minimumC)} °C lies outside ${shown(least)}…${shown(most)} °C, ` +
      `which no night on Earth has left.${hint}`
    )
  }
  if (issued === null) return null
  const { minimumC: expectedC, sigmaC } = forecastFor(sensor, issued) ?? {
    minimumC: issued.plantMinimumC,
    sigmaC: issued.plantSigmaC
  }
  const apartC = Math.abs(minimumC - expectedC)
  if (apartC <= Math.max(wild.sigmas * sigmaC, wild.leastC)) return null
  const direction = minimumC < expectedC ? 'below' : 'above'
  return (
    `${shown(minimumC)} °C lies ${shown(apartC)} °C ${direction} what was expected for that night ` +
    `(${shown(expectedC)} ± ${shown(sigmaC)} °C): too far to be weather.`
  )
}

export function shown(value: number): string {
  return (Math.round(value * 10) / 10 + 0).toFixed(1).replace(/\.0$/, '').replace('-', '−')
}
