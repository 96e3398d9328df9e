/** The operations of the API without a listener, on the database of a service that may run beside them. */

import type { Report } from '../forecasts/ports.ts'
import type { Operation } from '../http/operation.ts'
import { createResponseCache } from '../http/response-cache.ts'
import { openAlerts } from './alerts.ts'
import { openClimate } from './climate.ts'
import type { Configuration } from './configuration.ts'
import { openRecordOver } from './observations.ts'
import { appOperations } from './operations.ts'
import { openWeather } from './weather.ts'

interface LocalOperations extends AsyncDisposable {
  readonly operations: readonly Operation[]
  readonly siteUrl: string
}

const answersBytes = 1_000_000

/** No round runs: the service watches and delivers. @throws {StoreError} where there is no database */
export async function openLocalOperations(
  configuration: Configuration,
  report: Report
): Promise<LocalOperations> {
  const means = { configuration, clock: Date.now, random: Math.random, report }
  await using opened = new AsyncDisposableStack()
  const weather = await openWeather(configuration, { ...means, database: 'existing' })
  opened.defer(weather.close)
  const record = await openRecordOver(weather, configuration, means)
  opened.defer(record.settled)
  const alerts = await openAlerts({ ...means, weather })
  opened.defer(alerts.stop)
  const { operations } = appOperations({
    weather,
    alerts,
    record,
    climate: openClimate(weather, means),
    answers: createResponseCache(answersBytes),
    tiers: configuration.tiers
  })
  const ends = opened.move()
  return {
    operations,
    siteUrl: weather.siteUrl,
    [Symbol.asyncDispose]: () => ends.disposeAsync()
  }
}
