/** What `ayaz doctor` finds about channels: settings, those set in part, whether the operator's servers answer. */
import { randomBytes } from 'node:crypto'
import { alertPlaces } from '../alerts/alert-places.ts'
import { doubtOf, type RunDoubt } from '../alerts/watching/place-records.ts'
import { type PlaceShare, sharesOf } from '../alerts/watching/place-shares.ts'
import { budgetReach } from '../alerts/watching/watch-pacing.ts'
import type { ChannelDeps } from '../channels/channel-kind.ts'
import { channelKinds, type OpenChannels } from '../channels/registry.ts'
import { noOperator } from '../common/operator.ts'
import { dayMs, hourMs } from '../common/time.ts'
import { mistakesIn } from '../config/environment.ts'
import { fairShare } from '../forecasts/fair-pace.ts'
import type { Catalogue } from '../language/en/registry.ts'
import { listed } from '../language/frost-words.ts'
import { type Language, localized, wordsIn } from '../language/language.ts'
import { backFillCutoff } from '../observations/back-fill.ts'
import { createSensorPlaces } from '../observations/sensor-place.ts'
import { missedThermometers } from '../observations/silent-sensors.ts'
import type { Store } from '../store/open.ts'
import { activeByChannel, refusalsSince } from '../store/stops.ts'
import { pointOf, recordKey } from '../weather/point.ts'
import type { Configuration } from './configuration.ts'
import { operatorClients } from './operator-clients.ts'
import type { Weather } from './weather.ts'

type Words = Catalogue['doctor']

/** How many places the first source's budget pays for, and how many are watched. */
export async function watchedFinding(weather: Weather, lang: Language): Promise<readonly Finding[]> {
  const reach = budgetReach(weather)
  if (reach === null) return []
  const { subscriptions } = weather.store
  const watched = (await subscriptions.watchedPlaces()).length
  const found = reachFinding(reach, watched, lang)
  if (watched <= reach.fully) return [found]
  const shares = sharesOf(await subscriptions.watchers([]), await operatorClients(weather.store))
  return [found, ...beyondFinding(shares, reach.fully, lang)]
}

/** Networks that watch more than an equal part of what the budget carries, and how many places come last for it. */
export function beyondFinding(
  shares: ReadonlyMap<string, PlaceShare>,
  fully: number,
  lang: Language
): readonly Finding[] {
  const words = wordsIn(lang).doctor
  const networks = Map.groupBy(shares, ([location, { network }]) => network ?? location)
  const sizes = [...networks.values()].map(({ length }) => length)
  const share = Math.max(1, Math.floor(fairShare(sizes, fully)))
  const large = sizes.filter((size) => size > share)
  if (large.length === 0 || sizes.length === 1) return []
  const beyond = large.reduce((sum, size) => sum + size - share, 0)
  const text = words.beyondShares(large.length, share, beyond)
  return [{ severity: 'note', subject: words.subjects.watchedPlaces, text, remedy: words.beyondSharesRemedy }]
}

/** Places whose coming night has no score, an hour after a source last had it; nothing where there is none. */
export async function unknownNightsFinding(
  { store }: Pick<Weather, 'store'>,
  words: Words,
  now: number
): Promise<readonly Finding[]> {
  const unseen = await store.episodes.unseen(now - hourMs, now)
  const unknown = unseen.filter(({ nights: [coming] }) => coming?.p10Tenths === null)
  const places = [...new Set(unknown.map(({ location }) => location))]
  if (places.length === 0) return []
  const text = words.nightsUnknown(places.length, places.slice(0, 3).join(', '))
  return [
    { severity: 'fault', subject: words.subjects.watchedPlaces, text, remedy: words.nightsUnknownRemedy }
  ]
}

/** Places whose newest run was set aside, or whose last two runs disagree; nothing where there is none. */
export async function doubtedRunsFinding(
  { store, forecasts, gazetteer }: Pick<Weather, 'store' | 'forecasts' | 'gazetteer'>,
  words: Words
): Promise<readonly Finding[]> {
  const { find } = alertPlaces(gazetteer)
  const doubted: Record<RunDoubt, string[]> = { set_aside: [], disagrees: [] }
  for (const location of await store.subscriptions.watchedPlaces()) {
    const place = find(location)
    const forecast = place === null ? null : await forecasts.peek(pointOf(place))
    const { doubt } = forecast === null ? {} : doubtOf(forecast)
    if (doubt !== undefined) doubted[doubt].push(location)
  }
  const { set_aside: setAside, disagrees } = doubted
  if (setAside.length + disagrees.length === 0) return []
  const named = [...setAside, ...disagrees].slice(0, 3).join(', ')
  const text = words.runsDoubted(setAside.length, disagrees.length, named)
  return [{ severity: 'note', subject: words.subjects.watchedPlaces, text, remedy: words.runsDoubtedRemedy }]
}

export async function silentFinding(
  { store, gazetteer }: Pick<Weather, 'store' | 'gazetteer'>,
  words: Words,
  now: number
): Promise<readonly Finding[]> {
  const silent = await missedThermometers({
    store: store.record,
    findPlace: createSensorPlaces(gazetteer),
    now
  })
  if (silent.length === 0) return []
  const named = silent.slice(0, 3).map(({ label, field }) => [label, field].filter(Boolean).join(' '))
  const text = words.thermometersSilent(silent.length, named.join(', '))
  const { thermometersSilentRemedy: remedy, subjects } = words
  return [{ severity: 'note', subject: subjects.thermometers, text, remedy }]
}

export async function backFillFinding(
  { sources, store, gazetteer }: Weather,
  words: Words,
  now: number
): Promise<readonly Finding[]> {
  const places = await store.subscriptions.watchedPlaces()
  if (places.length === 0 || sources.every(({ earlierRuns }) => earlierRuns === undefined)) return []
  const { find } = alertPlaces(gazetteer)
  const keys = places.flatMap((location) => find(location) ?? []).map((place) => recordKey(pointOf(place)))
  const before = backFillCutoff(now)
  const have = await Promise.all(keys.map((key) => store.record.hasPastWeeks(key, before)))
  const done = have.filter(Boolean).length
  const subject = words.subjects.watchedPlaces
  const text = words.backFilled(done, keys.length)
  if (done === keys.length) return [{ severity: 'good', subject, text, remedy: null }]
  return [{ severity: 'note', subject, text, remedy: words.backFilledRemedy }]
}

export function reachFinding(
  reach: NonNullable<ReturnType<typeof budgetReach>>,
  watched: number,
  lang: Language = 'en'
): Finding {
  const words = wordsIn(lang).doctor
  const subject = words.subjects.watchedPlaces
  const text = words.watched(watched, reach.source, reach.fully, reach.atLeast)
  if (watched <= reach.fully) return { severity: 'good', subject, text, remedy: null }
  return { severity: watched <= reach.atLeast ? 'note' : 'fault', subject, text, remedy: words.watchedRemedy }
}

export interface Finding {
  readonly severity: 'good' | 'note' | 'fault'
  readonly subject: string
  readonly text: string
  /** What to do; null for nothing. */
  readonly remedy: string | null
}

/** The time limit of each step of a connection; a hanging server takes a few of them [ms]. */
const serverLimitMs = 5_000

/** Checks every channel and the operator's own names, and tries their servers; sends and stores nothing. */
export async function channelFindings(
  configuration: Configuration,
  weather: Pick<Weather, 'operatorWay' | 'siteUrl' | 'store'>,
  { clock, lang }: { clock: () => number; lang: Language }
): Promise<readonly Finding[]> {
  const opened = await configuration.channels.open(idleParts(weather, clock))
  try {
    return [
      ...notes(configuration, lang),
      ...(await Promise.all(opened.servers.map((server) => serverFinding(server, lang)))),
      ...(await refusedFindings(weather.store, clock(), lang)),
      ...(await channelFaults({ configuration, opened, store: weather.store }, lang))
    ]
  } finally {
    await opened.close()
  }
}

/** What the receiving servers said about messages of the last day that were not delivered. */
async function refusedFindings(
  { database }: Pick<Store, 'database'>,
  now: number,
  lang: Language
): Promise<readonly Finding[]> {
  const words = wordsIn(lang).doctor
  return (await refusalsSince(database, now - dayMs)).map(({ channel, count, reason }) => ({
    severity: 'note',
    subject: words.subjects.channel(channel),
    text: words.refused(count, reason),
    remedy: words.refusedRemedy
  }))
}

interface OpenedChannels {
  readonly configuration: Configuration
  readonly opened: Pick<OpenChannels, 'channels' | 'mistakes'>
  readonly store: Pick<Store, 'database'>
}

/** Channels that are set in part, mistaken names of the operator, and subscriptions that no channel serves. */
export async function channelFaults(
  { configuration, opened, store }: OpenedChannels,
  lang: Language
): Promise<readonly Finding[]> {
  const words = wordsIn(lang).doctor
  const half = channelKinds.flatMap((kind) => {
    const missing = opened.channels.get(kind.kind)?.needs ?? []
    const given = Object.values(kind.environment).flatMap(({ name }) =>
      configuration.given.has(name) ? [name] : []
    )
    return missing.length === 0 || given.length === 0 ? [] : [halfSet(kind.kind, { given, missing, lang })]
  })
  const mistakes = mistakesIn(lang, opened.mistakes).map(({ mistake, remedy }): Finding => {
    return { severity: 'fault', subject: words.subjects.channels, text: mistake, remedy }
  })
  const unserved = (await activeByChannel(store.database))
    .filter(({ channel }) => opened.channels.get(channel)?.isConfigured !== true)
    .map(({ channel, count }): Finding => {
      const [text, remedy] = [words.channelUnserved(channel, count), words.channelUnservedRemedy]
      return { severity: 'fault', subject: words.subjects.channel(channel), text, remedy }
    })
  return [...half, ...mistakes, ...unserved]
}

function notes({ channels }: Configuration, lang: Language): readonly Finding[] {
  return channels.notes.map(({ channel, text, remedy }) => ({
    severity: 'note',
    subject: wordsIn(lang).doctor.subjects.channel(channel),
    text: localized(text, lang),
    remedy: localized(remedy, lang)
  }))
}

export async function serverFinding(
  { channel, tryServer }: OpenChannels['servers'][number],
  lang: Language
): Promise<Finding> {
  const words = wordsIn(lang).doctor
  const subject = words.subjects.channel(channel)
  try {
    const wrong = await tryServer(serverLimitMs)
    if (wrong === null) return { severity: 'good', subject, text: words.channelServerAnswers, remedy: null }
    const [text, remedy] = [localized(wrong.text, lang), localized(wrong.remedy, lang)]
    return { severity: 'fault', subject, text, remedy }
  } catch (error) {
    const text = words.channelServerUntried(reasonOf(error))
    return { severity: 'fault', subject, text, remedy: words.channelServerUntriedRemedy }
  }
}

/** The reason without the user and password of an address. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return reason.replace(/\/\/[^/\s]*@/g, '//')
}

function halfSet(
  kind: string,
  { given, missing, lang }: { given: readonly string[]; missing: readonly string[]; lang: Language }
): Finding {
  const words = wordsIn(lang).doctor
  return {
    severity: 'fault',
    subject: words.subjects.channel(kind),
    text: words.channelHalfSet(given.join(', '), missing.join(', ')),
    remedy: words.channelHalfSetRemedy(listed(given, lang), listed(missing, lang))
  }
}

/** Dependencies with which channels can be opened, but not used. */
function idleParts(
  { operatorWay, siteUrl }: Pick<Weather, 'operatorWay' | 'siteUrl'>,
  clock: () => number
): ChannelDeps {
  return {
    sendToSubscriber: operatorWay.send,
    checkSubscriberUrl: async () => null,
    sendToOperator: operatorWay.send,
    save: async (_name, make) => make(),
    wait: async () => undefined,
    uses: { take: async () => true, add: async () => 0 },
    report: () => undefined,
    clock,
    random: (bytes) => randomBytes(bytes),
    siteUrl,
    operator: noOperator
  }
}
