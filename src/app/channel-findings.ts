/**
 * What `ayaz doctor` finds about channels: their settings, those set in part, and whether the operator's servers
 * answer.
 */
import { randomBytes } from 'node:crypto'
import type { ChannelDeps } from '../channels/channel-kind.ts'
import { channelKinds, type OpenChannels } from '../channels/registry.ts'
import { noOperator } from '../common/operator.ts'
import { dayMs } from '../common/time.ts'
import { mistakesIn } from '../config/environment.ts'
import { listed } from '../language/frost-words.ts'
import { type Language, localized, wordsIn } from '../language/language.ts'
import type { Store } from '../store/open.ts'
import { activeByChannel, refusalsSince } from '../store/stops.ts'
import type { Configuration } from './configuration.ts'
import type { Finding } from './finding.ts'
import type { Weather } from './weather.ts'

/** A hanging server holds the answer for a few of these [ms]. */
const serverLimitMs = 5_000

/** Checks every channel and the operator's own names, and tries their servers; sends and stores nothing. */
export async function channelFindings(
  configuration: Configuration,
  weather: Pick<Weather, 'operatorWay' | 'siteUrl' | 'store'>,
  { clock, lang }: { readonly clock: () => number; readonly lang: Language }
): Promise<readonly Finding[]> {
  const opened = await configuration.channels.open(idleParts(weather, clock))
  try {
    return [
      ...notes(configuration, lang),
      ...(await Promise.all(opened.servers.map((server) => serverFinding(server, lang)))),
      ...(await refusedFindings(weather.store, clock(), lang)),
      ...(await missingChannels({ configuration, opened, store: weather.store }, lang))
    ]
  } finally {
    await opened.close()
  }
}

/** What other sides said of messages of the last day that were not delivered. */
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
export async function missingChannels(
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

/** Without the user and password of an address. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return reason.replace(/\/\/[^/\s]*@/g, '//')
}

function halfSet(
  kind: string,
  {
    given,
    missing,
    lang
  }: { readonly given: readonly string[]; readonly missing: readonly string[]; readonly lang: Language }
): Finding {
  const words = wordsIn(lang).doctor
  return {
    severity: 'fault',
    subject: words.subjects.channel(kind),
    text: words.channelHalfSet(given.join(', '), missing.join(', ')),
    remedy: words.channelHalfSetRemedy(listed(given, lang), listed(missing, lang))
  }
}

/** Enough to open channels without using them. */
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
