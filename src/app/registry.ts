import { lazy } from '../common/lazy.ts'
import type { FrostDates } from '../forecasts/archive/frost-dates.ts'
import { contactOperations } from '../http/alerts/contacts.operations.ts'
import { deliveriesOperation, webhookOperations } from '../http/alerts/deliveries.operations.ts'
import { importOperation } from '../http/alerts/import.operation.ts'
import { manageOperations } from '../http/alerts/manage.operations.ts'
import { membersOperation } from '../http/alerts/members.operation.ts'
import type { AlertOperationDeps } from '../http/alerts/parts.ts'
import { channelsOperation, subscribeOperation } from '../http/alerts/subscribe.operation.ts'
import { webhookEvents } from '../http/alerts/webhook-events.ts'
import { climateOperations } from '../http/climate/frost-dates.operation.ts'
import { makeOpenApi } from '../http/openapi.ts'
import type { Operation } from '../http/operation.ts'
import { placeOperations } from '../http/places/operations.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import { type ServiceDeps, serviceOperations } from '../http/service/operations.ts'
import { createKnownPoints } from '../http/weather/locator.ts'
import { weatherOperations } from '../http/weather/operations.ts'
import type { AlertsModule } from './alerts.ts'
import type { ObservationsModule } from './observations.ts'
import { version } from './version.ts'
import type { Weather } from './weather.ts'

function alertOperations(deps: AlertOperationDeps): readonly Operation[] {
  return [
    subscribeOperation(deps),
    channelsOperation(deps.alerts),
    membersOperation(deps),
    importOperation(deps),
    ...manageOperations(deps),
    ...contactOperations(deps),
    deliveriesOperation(deps),
    ...webhookOperations(deps)
  ]
}

export function appOperations(deps: {
  readonly weather: Weather
  readonly alerts: AlertsModule
  readonly record: Pick<ObservationsModule, 'operations'>
  readonly climate: Pick<FrostDates, 'frostDatesAt'>
  readonly answers: ResponseCache
  readonly tiers: ServiceDeps['tiers']
}) {
  const { weather, alerts, record, climate, answers, tiers } = deps
  const { gazetteer, forecasts, pointsPerDay, siteUrl, baseUrl } = weather
  const operations: readonly Operation[] = [
    ...weatherOperations({
      forecasts,
      gazetteer,
      knownPoints: createKnownPoints(),
      answers,
      sourceOf: weather.cache.get,
      knowledgeVersion: weather.learning.version,
      siteUrl,
      baseUrl
    }),
    ...placeOperations(gazetteer, baseUrl),
    ...alertOperations(alerts),
    ...record.operations,
    ...climateOperations({ ...climate, gazetteer, knownPoints: createKnownPoints(), baseUrl }),
    ...serviceOperations({
      tiers,
      pointsPerDay,
      siteUrl,
      baseUrl,
      openApi: () => openApi(),
      operations: () => operations
    })
  ]
  const openApi = lazy(() =>
    makeOpenApi(operations, { baseUrl, siteUrl, version, webhooks: webhookEvents() })
  )
  return { operations, openApi }
}
