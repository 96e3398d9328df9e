/** Made weather for a machine without a network: every kind of night can be seen, and every answer says it is made. */

import { hourMs, hourSeconds } from '../../common/time.ts'
import { isTurnOver, takeTurn } from '../../common/turns.ts'
import type { FetchedForecast, Source, SourceCredit } from '../source.ts'
import { makeArchive } from './archive.ts'
import { isNear, staleAt } from './nights.ts'
import { earlyApril, makeSeason } from './season.ts'
import { createWeather } from './weather.ts'

const credit: SourceCredit = {
  id: 'demo',
  name: 'Demo (made data)',
  license: 'CC0-1.0',
  url: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'Synthetic data for demonstration. Not a forecast.'
}

const staleAgeHours = 9

/** The demo as a source. It needs no network and never fails. */
export function createDemo(clock: () => number): Source {
  const limits = { updatePeriodSeconds: hourSeconds, dailyBudget: null, costOf: () => 0, isPublic: false }
  return {
    credit,
    limits,
    synthetic: true,
    fetchForecast: async ({ point, days }): Promise<FetchedForecast> => {
      // The map of tonight asks for 81 places when the service starts: requests are answered in between. Each looks
      // just before it computes; asked at once, all of them would still be in time.
      await Promise.resolve()
      if (isTurnOver()) await takeTurn()
      const issuedHour = Math.floor(clock() / hourMs) - (isNear(point, staleAt) ? staleAgeHours : 0)
      const startHour = Math.floor(clock() / hourMs / 24) * 24 - 24
      return {
        kind: 'forecast',
        series: createWeather(point, startHour, (Math.min(days, 16) + 2) * 24),
        issuedAt: issuedHour * hourMs,
        expiresAt: (Math.floor(clock() / hourMs) + 1) * hourMs,
        validators: { etag: null, lastModified: null },
        grid: { lat: point.lat, lon: point.lon, elevation: point.elevation },
        model: 'demo'
      }
    },
    archive: {
      limits,
      name: 'Demo (made data)',
      cellDegrees: 0.1,
      costOf: () => 0,
      fetch: async (request) => makeArchive(request)
    },
    season: {
      name: 'Demo (made data)',
      costOf: () => 0,
      fetch: async (request) => makeSeason(request),
      instantOf: earlyApril
    }
  }
}
