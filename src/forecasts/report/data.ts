/** Where the data of a report are from, and how old they are at its instant. */
import { hourMs } from '../../common/time.ts'
import type { ForecastSnapshot } from '../forecast-snapshot.ts'
import { freshnessOf, isComingNightUnknown, nightConfirmedAt } from '../snapshot.ts'
import type { ReportData } from './place-report.ts'

export function dataOf(forecast: ForecastSnapshot, at: number): ReportData {
  const { source, model, grid, synthetic, isFallback, issuedAt, confirmedAt } = forecast
  const hoursSetAside = (forecast.hoursSetAside ?? []).filter(({ hour }) => hour * hourMs >= at).length
  const freshness = freshnessOf(forecast, at)
  const ageHours = Math.max(0, Math.floor((at - (nightConfirmedAt(forecast, at) ?? confirmedAt)) / hourMs))
  const models = forecast.models?.names ?? (model === null ? [] : [model])
  const modelsLeft = (forecast.models?.left ?? []).map(({ name }) => name)
  return {
    source,
    model,
    models,
    modelsLeft,
    grid,
    synthetic,
    isFallback,
    freshness,
    issuedAt,
    confirmedAt,
    ageHours,
    hoursSetAside,
    variablesLeftOut: forecast.variablesLeftOut ?? [],
    check: forecast.setAside == null ? (forecast.check ?? 'agrees') : 'set_aside',
    contradicted: forecast.contradicted ?? null,
    hoursCarried: hoursCarried(forecast, at),
    isComingNightUnknown: isComingNightUnknown(forecast, at)
  }
}

/** How many hours to come have something from an earlier run. */
function hoursCarried({ carried = [] }: ForecastSnapshot, at: number): number {
  const hours = new Set<number>()
  for (const { firstHour, lastHour } of carried)
    for (let hour = Math.max(firstHour, Math.floor(at / hourMs)); hour <= lastHour; hour++) hours.add(hour)
  return hours.size
}
