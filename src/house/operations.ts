/** Puts the API together: the table of operations, and the contract that is made from it. */
import { alertOperations } from '../http/alerts/operations.ts'
import { webhookEvents } from '../http/alerts/webhook-events.ts'
import type { KeptAnswers } from '../http/kept-answers.ts'
import { makeOpenApi } from '../http/openapi.ts'
import type { Operation } from '../http/operation.ts'
import { placeOperations } from '../http/places/operations.ts'
import { type ServiceParts, serviceOperations } from '../http/service/operations.ts'
import { createKnownPoints } from '../http/weather/locator.ts'
import { weatherOperations } from '../http/weather/operations.ts'
import type { HousedAlerts } from './alerts.ts'
import type { HousedRecord } from './record.ts'
import { version } from './version.ts'
import type { Weather } from './weather.ts'

export interface OperationNeeds {
  readonly weather: Weather
  readonly alerts: HousedAlerts
  readonly record: Pick<HousedRecord, 'operations'>
  readonly answers: KeptAnswers
  readonly tiers: ServiceParts['tiers']
}

export interface HousedOperations {
  readonly operations: readonly Operation[]
  /** The OpenAPI document. */
  readonly openApi: object
}

export function houseOperations(needs: OperationNeeds): HousedOperations {
  const { weather, alerts, record, answers, tiers } = needs
  const { gazetteer, outlook, pointsPerDay, siteUrl, baseUrl } = weather
  const operations: readonly Operation[] = [
    ...weatherOperations({
      outlook,
      gazetteer,
      knownPoints: createKnownPoints(),
      answers,
      sourceOf: weather.kept.get,
      siteUrl,
      baseUrl
    }),
    ...placeOperations(gazetteer, baseUrl),
    ...alertOperations(alerts),
    ...record.operations,
    ...serviceOperations({ tiers, pointsPerDay, openApi: () => openApi })
  ]
  const openApi = makeOpenApi(operations, { baseUrl, siteUrl, version, webhooks: webhookEvents() })
  return { operations, openApi }
}
