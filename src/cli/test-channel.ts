import { randomBytes } from 'node:crypto'
import { dateOfTonight, nightsToStore } from '../alerts/alert-night.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { AlertMessage } from '../alerts/message-ports.ts'
import type { Channel, DeliveryOutcome, Destination } from '../alerts/ports.ts'
import { type AlertsModule, openAlerts } from '../app/alerts.ts'
import type { Configuration } from '../app/configuration.ts'
import { withLoggedError } from '../app/logged-error.ts'
import type { Weather } from '../app/weather.ts'
import { requestOf, secretOf } from '../channels/gateway/channel.ts'
import { gatewayEnvironment } from '../channels/gateway/config.ts'
import { readNumber } from '../channels/gateway/number.ts'
import type { ReadGateway } from '../channels/gateway/schema.ts'
import { readSettings } from '../config/environment.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { type Place, pointOf } from '../weather/point.ts'
import { refuse } from './refuse.ts'
import { withWeather } from './weather-command.ts'

const exampleNumber = '+905321234567'

export async function testGatewayCommand(argv: readonly string[], lang: Language): Promise<number> {
  const words = wordsIn(lang).cli
  const [id = '', written = exampleNumber, ...rest] = argv
  if (id === '' || id.startsWith('-') || rest.length > 0) return refuse(words.commands['test-gateway'].usage)
  const { gateways, callingCode } = readSettings(gatewayEnvironment, process.env).settings
  const gateway = gateways.find((one) => one.id === id)
  if (gateway === undefined) return refuse(words.noChannel(id, gateways.map((one) => one.id).join(', ')), 1)
  const { kind, countries = [callingCode] } = gateway
  const number = readNumber(written, { kind, callingCode, countries })
  if (typeof number !== 'string') return refuse(number.detail, 1)
  return withWeather(lang, (weather, configuration) =>
    show({ weather, configuration, lang }, gateway, number)
  )
}

/** Prints the request with its secrets hidden. */
async function show(
  { weather, configuration, lang }: { weather: Weather; configuration: Configuration; lang: Language },
  gateway: ReadGateway,
  phone: string
): Promise<number> {
  const now = Date.now()
  const report = () => undefined
  const opened = await openAlerts({ configuration, weather, clock: Date.now, random: Math.random, report })
  try {
    const channel = opened.alerts.channels.get(gateway.id)
    const [place] = weather.gazetteer.provinces()
    if (channel === undefined || place === undefined) return 1
    const save = (name: string, make: () => string) => weather.store.secrets.save(name, make, now)
    const secret = await secretOf(gateway.id, { save, random: opened.alerts.random })
    const hidden = Object.fromEntries(Object.keys(gateway.values).map((name) => [name, '***']))
    const address = `${opened.alerts.siteUrl}/gateways/${gateway.id}/${secret}`
    const message = await testMessage({ weather, opened, lang }, channel, place)
    const request = requestOf(
      { gateway: { ...gateway, values: hidden }, address },
      { message, destination: { phone }, context: { receiptId: 'test', now } }
    )
    console.log(JSON.stringify({ ...request, reports_to: address }, null, 2))
    return 0
  } finally {
    await opened.stop()
  }
}

const attemptMs = 20_000
const nightsShown = 2

export async function testChannelCommand(argv: readonly string[], lang: Language): Promise<number> {
  const isJson = argv.includes('--json')
  const [name = '', written, ...rest] = argv.filter((word) => word !== '--json')
  if (name === '' || name.startsWith('-') || rest.length > 0)
    return refuse(wordsIn(lang).cli.commands['test-channel'].usage)
  return withWeather(lang, async (weather, configuration) => {
    const opened = await openAlerts({
      configuration,
      weather,
      clock: Date.now,
      random: Math.random,
      report: (event, details) => console.error(event, JSON.stringify(withLoggedError(details)))
    })
    try {
      return report(await attempt({ weather, opened, lang }, name, written ?? null), isJson, lang)
    } finally {
      await opened.stop()
    }
  })
}

type Reported =
  | { readonly mistake: string }
  | { readonly outcome: DeliveryOutcome; readonly url: string | null }

interface Opened {
  readonly weather: Weather
  readonly opened: AlertsModule
  readonly lang: Language
}

async function attempt(opened: Opened, name: string, written: string | null): Promise<Reported> {
  const words = wordsIn(opened.lang).cli
  const { alerts } = opened.opened
  const channel = alerts.channels.get(name)
  if (channel === undefined) {
    return { mistake: words.noChannel(name, [...alerts.channels.keys()].join(', ')) }
  }
  if (!channel.isConfigured) return { mistake: words.notConfigured(name, channel.needs.join(', ')) }
  if (!channel.pushes) return { mistake: words.sendsNothing(name) }
  const [place] = opened.weather.gazetteer.provinces()
  if (place === undefined) return { mistake: words.noPlaces }
  const destination = await destinationOf(channel, written, { place, alerts, lang: opened.lang })
  if ('mistake' in destination) return destination
  const signingKey = randomBytes(32)
  const outcome = await channel.deliver(await testMessage(opened, channel, place), destination.found, {
    messageId: `msg_test${randomBytes(9).toString('base64url')}`,
    attempt: 1,
    now: Date.now(),
    signingKey,
    previousSigningKey: null,
    thread: null,
    receiptId: 'test',
    signal: AbortSignal.timeout(attemptMs)
  })
  const links = { feedUrl: '', streamUrl: '', conversationToken: null }
  const { url } = channel.setup({ destination: destination.found, signingKey, ...links })
  return { outcome, url }
}

async function destinationOf(
  channel: Channel,
  written: string | null,
  { place, alerts, lang }: { place: Place; alerts: Pick<Alerts, 'random'>; lang: Language }
): Promise<{ readonly found: Destination } | { readonly mistake: string }> {
  const given = readWritten(channel, written)
  // A destination bound by a conversation is not named in a subscription; the operator may name the chat here.
  if (channel.confirmation === 'conversation' && given !== null) return { found: given }
  const prepared = await channel.prepare({ destination: given, place, random: alerts.random })
  if (!prepared.ok) return { mistake: prepared.detail }
  if (prepared.destination === null) return { mistake: wordsIn(lang).cli.needsDestination(channel.id) }
  return { found: prepared.destination }
}

function readWritten(channel: Channel, written: string | null): Destination | null {
  if (written === null) return null
  if (written.startsWith('{')) {
    try {
      return JSON.parse(written) as Destination
    } catch {
      return { written }
    }
  }
  const member = channel.destinationMembers[0]?.split('/').at(-1)
  return { [member ?? 'written']: written }
}

/** The next nights of a province as they are, or none where no source answers. */
async function testMessage(
  { weather, opened, lang }: Opened,
  channel: Channel,
  place: Place
): Promise<AlertMessage> {
  const { alerts } = opened
  await weather.forecasts.get(pointOf(place), { kind: 'watch' })
  const profile = { crop: 'generic', stage: null, exposure: null }
  const forecast = await alerts.forecasts.stored(place, profile)
  const at = Date.now()
  const shown = nightsToStore(forecast?.nights ?? [], at)
  const nights = shown.filter(({ overAt }) => overAt > at).slice(0, nightsShown)
  const { slug, name, region, country, timezone } = place
  return {
    kind: 'test',
    urgency: 'notice',
    endsDataGap: false,
    tonight: dateOfTonight(shown, at),
    subscriptionId: 'sub_test',
    channel: channel.id,
    language: lang,
    label: null,
    threshold: 60,
    place: { slug, name, region, country, timezone },
    crop: { crop: 'generic', stage: null, exposure: null, stageIsOld: false },
    nights: nights.map((night) => ({ ...night, standing: 'seen' as const, before: null })),
    issuedAt: forecast?.issuedAt ?? null,
    confirmedAt: forecast?.confirmedAt ?? null,
    attribution: forecast?.attribution ?? null,
    synthetic: forecast?.synthetic ?? false,
    createdAt: at,
    links: {
      placeUrl: alerts.siteUrl,
      unsubscribeUrl: alerts.siteUrl,
      manageUrl: null,
      confirmUrl: null
    },
    challenge: null
  }
}

function report(notified: Reported, isJson: boolean, lang: Language): number {
  const words = wordsIn(lang).cli
  if ('mistake' in notified) {
    if (isJson) console.log(JSON.stringify({ outcome: 'not_tried', reason: notified.mistake }))
    else console.error(notified.mistake)
    return 1
  }
  const { outcome, url } = notified
  if (isJson) console.log(JSON.stringify({ ...outcome, url }))
  else if (outcome.outcome === 'sent') {
    console.log(url === null ? words.sent : `${words.sent} ${words.readAt(url)}`)
  } else
    console.error(outcome.outcome === 'retry' ? words.notNow(outcome.reason) : words.refused(outcome.reason))
  return outcome.outcome === 'sent' ? 0 : 1
}
