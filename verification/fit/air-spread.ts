/**
 * How widely forecasts of the air minimum scatter: ln σ is linear in lead, season, temperature and height, by the
 * smallest mean CRPS on the US cities; the growth beyond four days is that of one provider's forecasts for six cities.
 */
import type { AirSpreadLaw } from '../../src/frost/laws.ts'
import { spreadFactor, spreadTraits } from '../../src/frost/spread.ts'
import { leadHours, type NwsForecasts } from '../benches/nws/forecasts.ts'
import { traitsOf } from '../benches/nws/spread-factors.ts'
import { at, meanOf } from '../data/sequence.ts'
import { designOf } from '../learning/design.ts'
import { leastSquares } from './least-squares.ts'
import { fitLogSigma } from './log-sigma.ts'
import type { ProviderRows } from './provider-rows.ts'

/** From here on [days] the provider's forecasts scatter more than those of the US cities. */
const firstProviderLead = 5

export interface AirFitRows {
  readonly us: NwsForecasts
  /** Which cities may be fitted on; absent: all. */
  readonly isCity?: (city: number) => boolean
  readonly provider: ProviderRows | null
}

/** Fits the law. */
export function fitAirSpread({ us: data, isCity = () => true, provider }: AirFitRows): AirSpreadLaw {
  const { design, errorC } = usRows(data, isCity)
  const law = fitLogSigma(design, errorC)
  const [winter, perTenDegrees, perKilometre] = [1, 2, 3].map((index) => at(law, index))
  const factors = { winter: winter ?? 0, perTenDegrees: perTenDegrees ?? 0, perKilometre: perKilometre ?? 0 }
  const us = leadHours.map((hours, index) => {
    const logSigma = at(law, 0) + (index === 0 ? 0 : at(law, 3 + index))
    return { lead: hours / 24, varianceC2: Math.exp(2 * logSigma) }
  })
  return { ...growthOf(us, providerPoints(provider, factors)), ...factors }
}

/** All nights of all leads: a constant, the traits, and a flag for each lead but the first. */
function usRows(us: NwsForecasts, isCity: (city: number) => boolean) {
  const columns = Array.from({ length: 3 + leadHours.length - 1 }, (): number[] => [])
  const errors: number[] = []
  for (const [index, lead] of leadHours.entries()) {
    const forecast = us.forecastC[lead].values
    for (let cell = 0; cell < forecast.length; cell++) {
      const errorC = at(us.observedC.values, cell) - at(forecast, cell)
      if (!Number.isFinite(errorC) || !isCity(Math.floor(cell / us.observedC.days))) continue
      errors.push(errorC)
      for (const [trait, value] of spreadTraits(traitsOf(us, lead, cell)).entries())
        columns[trait]?.push(value)
      for (let other = 1; other < leadHours.length; other++) columns[2 + other]?.push(other === index ? 1 : 0)
    }
  }
  const errorC = Float64Array.from(errors)
  return {
    errorC,
    design: designOf(
      columns.map((column) => Float64Array.from(column)),
      errorC.length
    )
  }
}

type Growth = Pick<AirSpreadLaw, 'baseC2' | 'perDayC2' | 'perSquaredDayC2' | 'perCubedDayC2'>

const noGrowth = { baseC2: 1, perDayC2: 0, perSquaredDayC2: 0, perCubedDayC2: 0 }

interface LeadPoint {
  readonly lead: number
  readonly varianceC2: number
}

/** The provider's variance at its far leads, each city's own bias removed, at a factor of 1. */
function providerPoints(
  provider: ProviderRows | null,
  factors: Pick<AirSpreadLaw, 'winter' | 'perTenDegrees' | 'perKilometre'>
): readonly LeadPoint[] {
  const law = { ...noGrowth, ...factors }
  const rows = (provider ?? []).filter(({ lead }) => lead >= firstProviderLead)
  return [...Map.groupBy(rows, ({ lead }) => lead)].map(([lead, ofLead]) => {
    const cities = [...Map.groupBy(ofLead, ({ city }) => city).values()]
    const scaled = cities.flatMap((own) => {
      const bias = meanOf(own.map(({ errorC }) => errorC))
      return own.map(({ errorC, traits }) => (errorC - bias) / spreadFactor(traits, law))
    })
    return { lead, varianceC2: meanOf(scaled.map((error) => error * error)) }
  })
}

/** base + perDay·d through the US points; what the provider's scatter beyond that, at its far leads, as a cube. */
function growthOf(us: readonly LeadPoint[], provider: readonly LeadPoint[]): Growth {
  const columns = [us.map(() => 1), us.map(({ lead }) => lead)].map((values) => Float64Array.from(values))
  const target = Float64Array.from(us, ({ varianceC2 }) => varianceC2)
  const [baseC2 = 0, perDayC2 = 0] = leastSquares(columns, target, [...us.keys()])
  const beyond = provider.map(({ lead, varianceC2 }) => ({
    cube: lead ** 3 / varianceC2,
    rest: (varianceC2 - baseC2 - perDayC2 * lead) / varianceC2
  }))
  const cubes = beyond.reduce((sum, { cube }) => sum + cube * cube, 0)
  const perCubedDayC2 = cubes === 0 ? 0 : beyond.reduce((sum, { cube, rest }) => sum + cube * rest, 0) / cubes
  return { baseC2, perDayC2, perSquaredDayC2: 0, perCubedDayC2: Math.max(perCubedDayC2, 0) }
}
