import { hash } from 'node:crypto'
import { fieldByToken, managedBy, ownField } from '../alerts/links.ts'
import { hashOfSecret, type IntakeHolder, secretLength } from '../observations/owned-intakes.ts'
import { createLoggerReader } from '../observations/series/logger-reader.ts'
import type { Thermometers, Visit } from '../site/thermometers/thermometer-ports.ts'
import { pointOf } from '../weather/point.ts'
import type { AlertsModule } from './alerts.ts'
import type { ObservationsModule } from './observations.ts'
import type { Weather } from './weather.ts'

interface Deps {
  readonly weather: Pick<Weather, 'store' | 'gazetteer' | 'siteUrl'>
  readonly alerts: Pick<AlertsModule, 'alerts'>
  readonly record: Pick<ObservationsModule, 'views'>
  readonly clock: () => number
  readonly isHttpOpen: boolean
}

export function thermometers({ weather, alerts: { alerts }, record, clock, isHttpOpen }: Deps): Thermometers {
  const { store, gazetteer, siteUrl } = weather
  return {
    ...record.views,
    siteUrl,
    isHttpOpen,
    readLogger: createLoggerReader(),
    clock,
    isDemo: alerts.isDemo,
    named: (written) => gazetteer.find(written),
    visitBy: async (token) => {
      const holder = await holderBy({ store, alerts, token })
      if (holder !== null) return { token, holder, only: null }
      return token.length === secretLength ? stationBy(store, token) : null
    },
    locationOf: async ({ id, isSubscription }) =>
      isSubscription ? ((await store.subscriptions.byId(id))?.location ?? null) : null,
    fieldBy: async (token) => {
      const linked = await fieldByToken(alerts, token)
      return linked?.key === token ? linked.subscription : null
    },
    pointOf: async ({ token }, point) => {
      const seen = pointOf(point, point.pointKey)
      return (await ownField(alerts, token, seen)) ?? seen
    }
  }
}

/** The owner by the link of an alert or by an API key; null where it is neither. */
async function holderBy({
  store,
  alerts,
  token
}: Pick<Weather, 'store'> & Pick<AlertsModule, 'alerts'> & { token: string }): Promise<IntakeHolder | null> {
  const managed = await managedBy(alerts, token)
  if (managed !== null) return { id: managed, isOperator: false, isSubscription: true }
  const key = await store.apiKeys.byHash(hash('sha256', token, 'hex'))
  return key === null ? null : { id: key.id, isOperator: key.operator, isSubscription: false }
}

async function stationBy({ record }: Weather['store'], token: string): Promise<Visit | null> {
  const intake = await record.intakeOf(hashOfSecret(token))
  if (intake === null) return null
  const holder = { id: intake.owner, isOperator: false, isSubscription: intake.owner.startsWith('sub_') }
  return { token, holder, only: intake.seq }
}
