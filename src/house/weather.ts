/** What every command that speaks of weather needs: places, store, sources and the outlook over them. */
import { alertRules } from '../alerts/rules.ts'
import type { Configuration } from '../config.ts'
import { type Outgoing, openOutgoing } from '../outgoing/outgoing.ts'
import type { Report } from '../outlook/ports.ts'
import { type Gazetteer, openGazetteer } from '../places/gazetteer.ts'
import { openStore, type Store } from '../store/open.ts'
import { makeDataFolder } from './data-folder.ts'
import { type HousedOutlook, openOutlook } from './outlook.ts'

export interface Weather extends HousedOutlook {
  readonly gazetteer: Gazetteer
  readonly store: Store
  /** To servers that the operator configured. */
  readonly operatorWay: Outgoing
  readonly siteUrl: string
  readonly baseUrl: string
  readonly close: () => Promise<void>
}

export interface WeatherNeeds {
  readonly clock: () => number
  readonly random: () => number
  readonly report: Report
}

/**
 * Opens places, store and outlook.
 * @throws {StoreError} where the database cannot be used; its message says what to do.
 */
export async function openWeather(configuration: Configuration, needs: WeatherNeeds): Promise<Weather> {
  const dataDir = await makeDataFolder(configuration.dataDir)
  const gazetteer = await openGazetteer()
  const store = await openStore({
    url: configuration.databaseUrl,
    dataDir,
    rules: alertRules,
    now: needs.clock()
  })
  const operatorWay = openOutgoing({ reach: 'operator', allowHttp: true, allow: [] })
  // The outlook bounds how many requests are under way at a source, visitors' and its own apart: none of them waits for a connection.
  const sourceWay = openOutgoing({
    reach: 'operator',
    allowHttp: true,
    allow: [],
    connectionsPerOrigin: null
  })
  // Known before anything asks whether this is a demo: the record learns from made nights or from real ones.
  const hasRealData = await store.keptForecasts.any()
  const housed = openOutlook({ configuration, store, send: sourceWay.send, hasRealData, ...needs })
  const siteUrl = configuration.siteUrl ?? `http://localhost:${configuration.port}`
  return {
    ...housed,
    gazetteer,
    store,
    operatorWay,
    siteUrl,
    baseUrl: configuration.baseUrl ?? `${siteUrl}/api/v1`,
    async close() {
      await operatorWay.close()
      await sourceWay.close()
      await store.close()
    }
  }
}
