/** Alerts over a bare stage, as far as watching needs them. */
import type { Alerts } from '../../../src/alerts/alerts.ts'
import type { Channel } from '../../../src/alerts/ports.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import { noFields } from '../../no-fields.ts'
import type { BareStage } from './bare-forecasts.ts'

/** Real subscriptions; nothing is judged, so that every place stands as one of which no night is known. */
export async function alertsOver(
  { store, clock }: BareStage,
  fetchedChannels: readonly string[] = []
): Promise<Alerts> {
  const gazetteer = await openGazetteer()
  const alerts: Pick<
    Alerts,
    'subscriptions' | 'episodes' | 'maintenance' | 'forecasts' | 'places' | 'channels' | 'now'
  > = {
    subscriptions: store.subscriptions,
    episodes: store.episodes,
    maintenance: store.maintenance,
    forecasts: {
      stored: async () => null,
      owners: async () => [],
      measured: async () => null,
      tonight: () => null
    },
    places: { find: gazetteer.find, suggest: () => [], homonyms: () => [], ...noFields },
    channels: new Map(fetchedChannels.map((id) => [id, { id, pushes: false } as Channel])),
    now: clock.read
  }
  return alerts as Alerts
}
