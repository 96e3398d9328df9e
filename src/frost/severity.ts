import { normalCdf } from './gaussian.ts'

/**
 * Π (1 − s(t)) over past nights, s(t) = Φ((T50 − t)/w) of the night's stage; the minimum is known, so nothing softens
 * the curve. Each night kills its share of what is left, as if hardy and tender were mixed anew; where the same buds
 * stay tender, more is left. docs/science.md [9].
 * @returns fractions 0…1: alive of all after the season (1 without a night); of each night, killed of those still alive
 * before it, and alive of all after it
 */
export function seasonSurvival(
  nights: readonly { readonly date: string; readonly plantMinimumC: number; readonly curve: SeverityCurve }[]
) {
  let aliveFraction = 1
  const losses = nights
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .map(({ date, plantMinimumC, curve }) => {
      const killedFraction = scoreOf(curve, plantMinimumC, curve.widthC) / 100
      aliveFraction *= 1 - killedFraction
      return { date, killedFraction, aliveFraction }
    })
  return { aliveFraction, nights: losses }
}

/** T10 − T90 in widths of the normal curve: 2·z90, to the digits of the method; docs/science.md [9]. */
const widthsBetweenT10AndT90 = 2.563103

/** How harm grows as a night's minimum falls: s(t) = Φ((midpoint − t)/width). */
export interface SeverityCurve {
  readonly kind: 'generic' | 'crop' | 'threshold_only'
  /** Temperature that harms 10 % [°C]. */
  readonly t10C: number
  /** Where 90 % are harmed [°C]; null for a `threshold_only` row, which is scored by the generic curve. */
  readonly t90C: number | null
  /** T50 of the curve that scores [°C]. */
  readonly midpointC: number
  /** w of the curve that scores [°C], > 0. */
  readonly widthC: number
}

/** Light, moderate and strong frost of the Turkish State Meteorological Service [°C]; docs/science.md [10]. */
export const frostBordersC = { light: 0, moderate: -2.2, strong: -4.4 } as const

/** The curve without a crop: T10 = 0 °C, T90 = −4.4 °C. */
export const genericCurve: SeverityCurve = {
  kind: 'generic',
  t10C: frostBordersC.light,
  t90C: frostBordersC.strong,
  ...shape(frostBordersC.light, frostBordersC.strong)
}

/** The curve of a crop's stage; without T90 probabilities and hours look at its T10, the score stays generic. */
export function cropCurve(t10C: number, t90C: number | null): SeverityCurve {
  if (t90C === null) return { ...genericCurve, kind: 'threshold_only', t10C, t90C: null }
  return { kind: 'crop', t10C, t90C, ...shape(t10C, t90C) }
}

/** What exposure adds to a score's spread [°C per unit of f]; constant, so that the score stays monotone. */
const exposureSpreadC = 0.8

/** The spread that softens a curve into a score [°C]: √(w² + σ_air² + (0.8·f)²). */
export function scoreSpreadC(curve: SeverityCurve, sigmaAirC: number, exposureFactor: number): number {
  const exposure = exposureSpreadC * exposureFactor
  return Math.sqrt(curve.widthC * curve.widthC + sigmaAirC * sigmaAirC + exposure * exposure)
}

/** 100·Φ((T50 − t)/spread), 0…100; with spread = w the severity if nothing were uncertain. */
export function scoreOf(curve: SeverityCurve, plantTemperatureC: number, spreadC: number): number {
  return 100 * normalCdf((curve.midpointC - plantTemperatureC) / spreadC)
}

function shape(t10C: number, t90C: number): { midpointC: number; widthC: number } {
  return { midpointC: (t10C + t90C) / 2, widthC: (t10C - t90C) / widthsBetweenT10AndT90 }
}
