import { type ColdNight, heatingStartAt } from './cold-night.ts'

/**
 * The rise from 2 m to 10 m as a share of the ground's offset: a stable profile over short grass, Obukhov length 10 to
 * 20 m; docs/science.md §10. Levels at 80 to 120 m would be better; none is fetched.
 */
const inversionPerOffset = 0.75
/** The share of the inversion that reaches the crop over the whole area of a machine; docs/science.md §10. */
const reachesCrop = 1 / 3
/** "Not recommended when the wind is blowing at more than about 2.5 m/s" [m/s]; docs/science.md [11], ch. 7. */
const strongestWindAtCropMps = 2.5
/** Wind at 2 m over wind at 10 m; docs/science.md [7], eq. 47. */
const windAtCrop = 0.748
/** Less than this is not worth the fuel [°C]; docs/science.md [9]. */
const minGainC = 0.5

export const windMachineReasons = [
  'no_cold',
  'wind',
  'freezing_fog',
  'no_inversion',
  'cloud_cover_missing',
  'wind_missing'
] as const
type WindMachineReason = (typeof windMachineReasons)[number]

export interface WindMachineAdvice {
  readonly startAt: number | null
  readonly isStartPast: boolean
  /** What it gains at the crop at the coldest hour [°C]. */
  readonly gainC: number | null
  /** How much warmer the air is at 10 m than at 2 m [°C]. */
  readonly inversionC: number | null
  readonly isEnough: boolean | null
  readonly usable: boolean | null
  readonly reason: WindMachineReason | null
}

/** The advice of a night; docs/science.md §10. */
export function windMachineAdvice(night: ColdNight): WindMachineAdvice {
  const { inputsMissing, windSpeedMps } = night
  if (inputsMissing.includes('wind_speed') || windSpeedMps === null)
    return { ...nothing, reason: 'wind_missing' }
  if (inputsMissing.includes('cloud_cover')) return { ...nothing, reason: 'cloud_cover_missing' }
  const inversionC = inversionPerOffset * night.radiativeOffsetC
  const gainC = reachesCrop * inversionC
  const reason = refusal(night, windSpeedMps, gainC)
  const startAt = reason === 'no_cold' ? null : heatingStartAt(night)
  return {
    startAt,
    isStartPast: startAt !== null && startAt <= night.at,
    gainC,
    inversionC,
    isEnough: gainC >= night.neededC,
    usable: reason === null,
    reason
  }
}

const nothing: WindMachineAdvice = {
  startAt: null,
  isStartPast: false,
  gainC: null,
  inversionC: null,
  isEnough: null,
  usable: null,
  reason: null
}

function refusal(night: ColdNight, windSpeedMps: number, gainC: number): WindMachineReason | null {
  if (!night.isCold) return 'no_cold'
  if (windAtCrop * windSpeedMps > strongestWindAtCropMps) return 'wind'
  if (night.hours.some(({ isFoggy, airC }) => isFoggy && airC < 0)) return 'freezing_fog'
  return gainC < minGainC ? 'no_inversion' : null
}

/** Above it the warm air is blown out of the orchard [m/s]; docs/science.md §10. */
const strongestWindMps = 4.5

export const heatersReasons = ['no_cold', 'wind', 'cloud_cover_missing', 'wind_missing'] as const
type HeatersReason = (typeof heatersReasons)[number]

export interface HeatersAdvice {
  readonly startAt: number | null
  readonly isStartPast: boolean
  /** By how much heaters must raise the plants' expected minimum to reach the critical temperature [°C]. */
  readonly neededC: number | null
  readonly usable: boolean | null
  readonly reason: HeatersReason | null
}

/** The advice of a night; docs/science.md §10. */
export function heatersAdvice(night: ColdNight): HeatersAdvice {
  const { inputsMissing, windSpeedMps } = night
  if (inputsMissing.includes('wind_speed') || windSpeedMps === null) return unknownAdvice('wind_missing')
  // Without clouds the plants would have the temperatures of a half clouded sky, and the start too.
  if (inputsMissing.includes('cloud_cover')) return unknownAdvice('cloud_cover_missing')
  const reason = !night.isCold ? 'no_cold' : windSpeedMps > strongestWindMps ? 'wind' : null
  const startAt = night.isCold ? heatingStartAt(night) : null
  return {
    startAt,
    isStartPast: startAt !== null && startAt <= night.at,
    neededC: night.neededC,
    usable: reason === null,
    reason
  }
}

function unknownAdvice(reason: HeatersReason): HeatersAdvice {
  return { startAt: null, isStartPast: false, neededC: null, usable: null, reason }
}
