/**
 * The site over the demo's weather and the real gazetteer at a fixed hour: everything a browser test looks at, without
 * a network.
 */

import { foundPoint } from '../../src/app/site-pages.ts'
import { channelKinds } from '../../src/channels/registry.ts'
import { chatFormats } from '../../src/channels/webhook/bodies.ts'
import { openSnapshot } from '../../src/forecasts/derived-snapshot.ts'
import type { ForecastSnapshot } from '../../src/forecasts/forecast-snapshot.ts'
import type { NamedChannel } from '../../src/language/labels.ts'
import type { ComparedNight } from '../../src/observations/compared-nights.ts'
import { verifyPlace } from '../../src/observations/place-verification.ts'
import { toSlug } from '../../src/places/folding.ts'
import { type Gazetteer, openGazetteer } from '../../src/places/gazetteer.ts'
import { nationalMapOf, tonightIn } from '../../src/site/national-map.ts'
import type {
  NoView,
  PlaceLookup,
  PreviewMessage,
  ShareSpent,
  SiteData,
  SiteStatus,
  SubscribeForm,
  SubscribeOutcome
} from '../../src/site/ports.ts'
import { createDemo } from '../../src/sources/demo/demo.ts'
import { type Place, pointKey, pointOf } from '../../src/weather/point.ts'
import { column } from '../../src/weather/series.ts'

/** An evening in April, when the apricots of Malatya are in flower. */
export const eveningAt = Date.UTC(2026, 3, 11, 16, 20)

/** A place whose name, region and all other texts attack code that does not escape them. */
export const hostilePlace: Place = {
  slug: 'hostile',
  name: `"><script>alert(1)</script><img src=x onerror=alert(2)>'`,
  region: `</title></style></textarea><svg onload=alert(3)>{{7*7}}`,
  country: 'TR',
  lat: 38.355,
  lon: 38.31,
  timezone: 'Europe/Istanbul',
  elevation: 954,
  population: 1,
  kind: 'place'
}

export interface SyntheticSite {
  readonly data: SiteData
  /** What the subscribe form has asked for. */
  readonly candidates: SubscribeForm[]
  /** Slugs that have no data at the moment. */
  readonly without: Set<string>
  /** What is on record at every place. */
  readonly said: ComparedNight[]
  /** Slugs of new places that this client may open tomorrow only. */
  readonly beyondShare: Set<string>
}

/**
 * Opens the site's data; `nowAt` is the clock of the weather, `shiftC` makes every hour warmer or colder, and NaN
 * unknown.
 */
export async function createSyntheticSite(nowAt: number = eveningAt, shiftC = 0): Promise<SyntheticSite> {
  const gazetteer = await openGazetteer()
  const candidates: SubscribeForm[] = []
  const without = new Set<string>()
  const beyondShare = new Set<string>()
  const said: ComparedNight[] = []
  const opened = new Map<string, Promise<ForecastSnapshot>>()
  /** In memory. */
  const known = new Map<string, ForecastSnapshot>()
  /** The same snapshot for every request, as the service keeps it. */
  const snapshotOf = (place: Place): Promise<ForecastSnapshot> => {
    const key = pointKey(place, place.elevation)
    const snapshot = opened.get(key) ?? openPoint(place, nowAt, shiftC)
    opened.set(key, snapshot)
    void snapshot.then((one) => known.set(key, one))
    return snapshot
  }
  const data: SiteData = {
    findPlace: (written) => lookUp(gazetteer, written),
    districts: (place) => gazetteer.districts(place),
    mapPlaces: () => gazetteer.provinces(),
    searchPlaces: (query, limit) => gazetteer.search(query, limit),
    unknownWords: (query, found) => gazetteer.unknownWords(query, found),
    placePoint: async (place) => {
      if (without.has(place.slug)) return noData(place, nowAt)
      if (beyondShare.has(place.slug)) return shareSpent(place, nowAt)
      return snapshotOf(place)
    },
    neighbours: { atOtherHeight: () => null, isBlended: () => false },
    seasons: { known: () => null, instantOf: (_, at) => at, refresh: async () => null },
    findPoint: (point) => foundPoint(gazetteer, point),
    frostDates: async () => ({ kind: 'lacking', reason: 'being_fetched', yearsFetched: 12 }),
    ownField: async () => null,
    placeRecord: async () => ({
      nights: 61,
      meanAbsoluteErrorC: 1.24,
      biasC: -0.31,
      insideRangeFraction: 0.79,
      of: null
    }),
    placeVerification: async () => ({
      verification: {
        ...verifyPlace({ kind: 'air_2m', exposure: 'ground', issued: [], analysed: [], sensors: [] }),
        ...{ record: { point: null, otherHeight: null, from: 0 }, eveningLaws: [] }
      },
      airports: [],
      chain: null
    }),
    comparedNights: async () => said,
    knownNights: async (places, asked) =>
      tonightIn(
        places.map((place) => ({ place, forecast: known.get(pointKey(place, place.elevation)) ?? null })),
        asked
      ),
    nationalMap: async (_, asked) =>
      nationalMapOf(
        await Promise.all(
          gazetteer.provinces().map(async (place) => ({ place, forecast: await snapshotOf(place) }))
        ),
        nowAt,
        asked
      ),
    channels: () => [
      { ...named('telegram'), rankForPeople: 1, needs: 'nothing', pushes: true, preview: true },
      { ...named('email'), rankForPeople: 2, needs: 'email', pushes: true, preview: true },
      { ...named('feed'), rankForPeople: null, needs: 'nothing', pushes: false, preview: false },
      {
        ...named('webhook'),
        ...{ rankForPeople: null, needs: 'url', pushes: true, preview: false, formats: chatFormats }
      },
      { ...named('webpush'), rankForPeople: null, needs: 'push', pushes: true, preview: false }
    ],
    subscribe: async (form) => {
      candidates.push(form)
      return outcomeOf(form)
    },
    status: async () => syntheticStatus(nowAt),
    isDemo: () => true,
    previews: async () => syntheticPreviews(nowAt),
    pushPublicKey: () =>
      'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
  }
  return { said, data, candidates, without, beyondShare }
}

function lookUp(gazetteer: Gazetteer, written: string): PlaceLookup {
  if (written === hostilePlace.slug) return { kind: 'found', place: hostilePlace }
  const exact = gazetteer.bySlug(written)
  if (exact !== null) return { kind: 'found', place: exact }
  const slug = toSlug(written)
  const folded = slug === null ? null : gazetteer.bySlug(slug)
  if (folded !== null) return { kind: 'moved', place: folded }
  return { kind: 'unknown', suggestions: gazetteer.suggest(written, 5) }
}

function noData(place: Place, nowAt: number): NoView {
  return { kind: 'none', place, lastDataAt: nowAt - 40 * 3_600_000, retryAt: nowAt + 15 * 60_000 }
}

function shareSpent(place: Place, nowAt: number): ShareSpent {
  const dayMs = 86_400_000
  return { kind: 'share_spent', place, retryAfterSeconds: (dayMs - (nowAt % dayMs)) / 1000 }
}

async function openPoint(place: Place, nowAt: number, shiftC: number): Promise<ForecastSnapshot> {
  const demo = createDemo(() => nowAt)
  const fetched = await demo.fetchForecast(
    { point: pointOf(place), days: 9, previous: null },
    new AbortController().signal
  )
  if (fetched.kind === 'not_modified') throw new Error('the demo always has a forecast')
  const { series, issuedAt, validators, grid, model } = fetched
  for (const variable of ['temperature', 'dewPoint'] as const) {
    const hours = column(series, variable)
    for (const [hour, valueC] of hours.entries()) hours[hour] = valueC + shiftC
  }
  return openSnapshot({
    source: demo.credit,
    synthetic: true,
    isFallback: false,
    run: 'made',
    issuedAt: issuedAt ?? nowAt,
    confirmedAt: issuedAt ?? nowAt,
    askAgainAt: nowAt + 45 * 60_000,
    updatePeriodSeconds: demo.limits.updatePeriodSeconds,
    validators,
    grid,
    model,
    ensemble: null,
    point: pointOf(place),
    series
  })
}

function named(kind: string): NamedChannel {
  return { id: kind, kind, names: channelKinds.find((one) => one.kind === kind)?.names ?? null }
}

function outcomeOf(form: SubscribeForm): SubscribeOutcome {
  if (form.channel === 'email' && !form.destination?.includes('@example')) {
    return {
      kind: 'refused',
      status: 422,
      code: 'destination_invalid',
      detail: 'This is not an address.',
      wrong: ['destination']
    }
  }
  return { kind: 'subscribed', path: '/made' }
}

function syntheticStatus(nowAt: number): SiteStatus {
  return {
    version: '1.0.0',
    startedAt: nowAt - 7_200_000,
    sources: [
      {
        name: 'Open-Meteo',
        synthetic: false,
        state: 'failing',
        lastAnswerAt: null,
        lastFailure: {
          kind: 'unreachable',
          message: 'api.open-meteo.com: cannot be reached (ECONNREFUSED)',
          at: nowAt - 180_000
        },
        ensemble: { state: 'unused', lastAnswerAt: null, lastFailure: null, ownCalls: null },
        season: {
          state: 'answering',
          lastAnswerAt: nowAt - 120_000,
          lastFailure: { kind: 'refused', message: 'answered 500', at: nowAt - 5_400_000 }
        },
        calls: { used: 12, budget: 10_000 }
      },
      {
        name: 'Demo (made-up data)',
        synthetic: true,
        state: 'answering',
        lastAnswerAt: nowAt - 600_000,
        lastFailure: null,
        ensemble: null,
        season: { state: 'unused', lastAnswerAt: null, lastFailure: null },
        calls: { used: 81, budget: null }
      }
    ],
    oldestIssuedAt: nowAt - 9 * 3_600_000,
    newestIssuedAt: nowAt - 1_200_000,
    lastEvaluation: { at: nowAt - 300_000, places: 3, milliseconds: 42 },
    airports: { isOn: true, airports: 7, lastAnswerAt: nowAt - 600_000 },
    deliveries: { due: 1, late: 0, deliveredToday: 17, refusedToday: 1 }
  }
}

function syntheticPreviews(nowAt: number): readonly PreviewMessage[] {
  return [
    {
      id: 'm1',
      at: nowAt,
      channel: named('telegram'),
      lang: 'tr',
      shown: {
        appearance: 'bubble',
        title: 'DEMO · Malatya, yüksek don riski',
        text: 'Malatya: yüksek don riski, 11 Nisan’ı 12 Nisan’a bağlayan gece.\n\nPuan: 62 / 100 (Yüksek)\n<script>alert(4)</script>',
        headers: []
      }
    },
    {
      id: 'm2',
      at: nowAt - 60_000,
      channel: named('webhook'),
      lang: 'en',
      shown: {
        appearance: 'request',
        title: null,
        text: '{"type":"frost.raised"}',
        headers: [
          ['webhook-id', 'msg_1'],
          ['webhook-signature', 'v1,abc=']
        ]
      }
    }
  ]
}
