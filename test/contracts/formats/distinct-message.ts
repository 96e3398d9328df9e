/** The message about both nights of the distinct report, composed as the dispatch composes it. */
import { compose } from '../../../src/alerts/compose.ts'
import type { AlertMessage } from '../../../src/alerts/message-ports.ts'
import { watchedForecast } from '../../../src/alerts/watching/watched-forecasts.ts'
import type { Place } from '../../../src/weather/point.ts'
import { noFields } from '../../no-fields.ts'
import { type DistinctReport, distinctReport } from './distinct-report.ts'

const siteUrl = 'https://ayaz.example'
const keys = {
  derive: (purpose: string) => new Uint8Array(32).fill(purpose.length),
  hash: (text: string) => text
}
/** The nights that the message names, whatever was exchanged in the report. */
const dates = distinctReport().nights.map(({ window }) => window.date)

export function distinctMessage(report: DistinctReport, stageIsOld = false): AlertMessage {
  const { place, profile, subscription, data } = report
  return compose(
    {
      siteUrl,
      keys,
      places: { find: () => placeOf(report), suggest: () => [], homonyms: () => [], ...noFields }
    },
    {
      subscription: {
        ...{ seq: 1, id: subscription.id, state: 'active', preview: false, channel: 'webhook' },
        ...{ location: place.slug ?? '', threshold: subscription.threshold, language: 'en' },
        ...{ label: subscription.label, labelIsOwn: true, crop: profile.crop ?? '', stage: profile.stage },
        ...{ exposure: profile.exposure, destination: null, rateLimitKey: null },
        ...{ confirmUntil: null, lastSentAt: null },
        secret: { number: 0, changedAt: null }
      },
      stageIsOld,
      message: {
        ...{ messageId: subscription.messageId, kind: 'raised', runSeq: 1, counted: false },
        nights: dates.map((date) => ({ date, standing: 'raised' })),
        ...{ madeAt: subscription.createdAt, endsDataGap: data.isFallback }
      },
      run: { ...watchedForecast({ run: 'a-run' }, { ...report, at: subscription.createdAt }), seq: 1 }
    }
  )
}

function placeOf({ place, subscription }: DistinctReport): Place {
  const { slug, name, country, ...rest } = place
  return {
    ...{ slug: slug ?? '', name: name ?? '', country: country ?? '', region: subscription.region },
    ...{ lat: rest.lat, lon: rest.lon, timezone: rest.timezone, elevation: rest.elevationM },
    ...{ population: 1, kind: 'province' }
  }
}
