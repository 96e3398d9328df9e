/** `GET /feeds/{token}.atom` and `.ics`: a subscription's messages for a feed reader, its nights for a calendar. */
import type { Alerts } from '../../alerts/alerts.ts'
import { composeLogged } from '../../alerts/compose.ts'
import { type FeedReading, readCalendar, readFeed } from '../../alerts/links.ts'
import { linkedPlaceName, placeUrlOf } from '../../alerts/message-place.ts'
import type { AlertMessage, MessageNight } from '../../alerts/message-ports.ts'
import type { LoggedMessage } from '../../alerts/outbox-ports.ts'
import { nightLines } from '../../alerts/words/night-lines.ts'
import { dayMs } from '../../common/time.ts'
import type { Threshold } from '../../frost/temperature-threshold.ts'
import { riskLabel } from '../../language/frost-words.ts'
import { attributionIn } from '../../language/labels.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatScore } from '../../language/numbers.ts'
import { thresholdWords } from '../../language/threshold-words.ts'
import { readsUsual } from '../bodies.ts'
import { type CalendarNight, calendarText, calendarType } from '../icalendar.ts'
import { matchesEtag } from '../response-writer.ts'
import type { Routed, Router } from '../router.ts'
import { etagOf } from '../serialized-body.ts'
import {
  hasEnded,
  type OutsideDeps,
  outsideHeaders,
  quotaOf,
  type ReadMessage,
  refuse,
  unknownAddress
} from './outside-routes.ts'

interface FeedContent {
  readonly subscriptionId: string
  readonly feedUrl: string
  readonly placeUrl: string
  readonly placeName: string
  readonly language: Language
  readonly threshold: Threshold
  readonly crop: string
  readonly stage: string | null
  readonly createdAt: number
  /** Newest first. */
  readonly entries: readonly ReadMessage[]
}

interface FeedDeps extends OutsideDeps {
  /** Writes the document. Passed in, because the format belongs to the channel. */
  readonly renderFeed: (content: FeedContent) => string
}

/** How far back a feed reaches: a reader that fetches it once a month misses nothing. */
const storedMs = 30 * dayMs
const maxEntries = 50
/** More than any night has: a night is named by a few messages a day, and is over within days. */
const maxMessages = 200
const feedType = 'application/atom+xml; charset=utf-8'
const operation = 'feed'

export function registerFeeds(router: Router, deps: FeedDeps): void {
  router.add({
    methods: ['GET', 'HEAD'],
    path: '/feeds/:file',
    reads: readsUsual,
    handle: (asked) => answer(deps, asked)
  })
}

async function answer(deps: FeedDeps, asked: Routed): Promise<void> {
  const over = await quotaOf(deps, deps.clients.of(asked.request))
  if (over !== null) return refuse(deps, operation, asked, over)
  const [, token = '', form] = /^([\w-]{1,100})\.(atom|ics)$/.exec(asked.params['file'] ?? '') ?? []
  const reading = await (form === 'ics' ? readCalendar(deps.alerts, token, maxMessages) : feedOf(deps, token))
  if (reading === null) return refuse(deps, operation, asked, unknownAddress)
  if (reading.subscription.endedAt !== null) return refuse(deps, operation, asked, hasEnded)
  const document =
    form === 'ics'
      ? { type: calendarType, text: subscriptionCalendar(deps.alerts, reading) }
      : { type: feedType, text: deps.renderFeed(contentOf(deps, token, reading)) }
  write(deps, asked, document)
}

/** The messages of a feed; null where the subscription has none. */
async function feedOf(deps: FeedDeps, token: string): Promise<FeedReading | null> {
  const since = deps.clock() - storedMs
  const reading = await readFeed(deps.alerts, token, { since, limit: maxEntries })
  const channel = reading === null ? undefined : deps.alerts.channels.get(reading.subscription.channel)
  return channel?.fetchedAs === 'atom' ? reading : null
}

function contentOf(deps: FeedDeps, token: string, { subscription, messages }: FeedReading): FeedContent {
  const { alerts, siteUrl } = deps
  const { id, language, threshold, crop, stage, createdAt } = subscription
  const entries = messages.flatMap(({ fixed, run }) =>
    fixed === null
      ? []
      : [
          {
            messageId: fixed.messageId,
            message: composeLogged(alerts, { subscription, message: fixed, run })
          }
        ]
  )
  return {
    subscriptionId: id,
    feedUrl: `${siteUrl}/feeds/${token}.atom`,
    placeUrl: placeUrlOf(alerts, subscription, true),
    placeName: linkedPlaceName(alerts, subscription, subscription.preview),
    language,
    threshold,
    crop,
    stage,
    createdAt,
    entries: entries.toReversed()
  }
}

function write(
  deps: FeedDeps,
  { request, response, ...trace }: Routed,
  { type, text }: { type: string; text: string }
): void {
  const body = Buffer.from(text)
  const etag = etagOf(body)
  const headers = { ...outsideHeaders, ETag: etag }
  const isKnown = matchesEtag(request.headers['if-none-match'], etag)
  const status = isKnown ? 304 : 200
  if (isKnown) response.writeHead(304, headers).end()
  else {
    response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  deps.count(operation, status, trace)
}

/** The nights of a subscription as a calendar: each as the last message about it says. */
export function subscriptionCalendar(alerts: Alerts, reading: FeedReading): string {
  const { subscription } = reading
  const { language, threshold } = subscription
  const words = wordsIn(language).calendar
  const name = linkedPlaceName(alerts, subscription, subscription.preview)
  return calendarText({
    name: words.name(name, thresholdWords(threshold, language)),
    note: words.note,
    nights: nightsSaid(reading).flatMap((said) => eventOf(alerts, reading, { ...said, name }))
  })
}

/** A night with the last message that says whether it is raised, and how many did so before. */
function nightsSaid({ messages }: FeedReading) {
  const said = new Map<
    string,
    { readonly date: string; readonly last: LoggedMessage; readonly earlier: number }
  >()
  for (const message of messages) {
    for (const { date, standing } of message.fixed?.nights ?? []) {
      if (standing === 'seen') continue
      said.set(date, { date, last: message, earlier: (said.get(date)?.earlier ?? -1) + 1 })
    }
  }
  return [...said.values()].toSorted((one, other) => one.date.localeCompare(other.date))
}

function eventOf(
  alerts: Alerts,
  { subscription }: FeedReading,
  { date, last, earlier, name }: ReturnType<typeof nightsSaid>[number] & { name: string }
): readonly CalendarNight[] {
  const { fixed, run } = last
  if (fixed === null) return []
  const message = composeLogged(alerts, { subscription, message: fixed, run })
  const night = message.nights.find((one) => one.date === date)
  // Nothing can be said about a deleted run.
  if (night === undefined) return []
  const { language } = message
  const isTakenBack = night.standing === 'cleared'
  const title = titleOf(message, night, name)
  // Its heading calls it tonight, which a calendar still says tomorrow.
  const facts = nightLines(message, night, language).filter(({ role }) => role !== 'night')
  return [
    {
      uid: `frost/${date}/${subscription.id}@${new URL(alerts.siteUrl).host}`,
      sequence: earlier,
      changedAt: fixed.madeAt,
      ...spanOf(night),
      status: isTakenBack ? 'CANCELLED' : 'CONFIRMED',
      title: isTakenBack ? wordsIn(language).calendar.takenBack(title) : title,
      lines: [
        ...facts.map(({ label, text }) => (label === null ? text : `${label}: ${text}`)),
        ...creditOf(message)
      ],
      url: placeUrlOf(alerts, subscription, subscription.preview)
    }
  ]
}

function creditOf({ attribution, synthetic, language }: AlertMessage): readonly string[] {
  return attribution === null ? [] : [attributionIn({ attribution, synthetic }, language)]
}

function titleOf({ language, synthetic, crop }: AlertMessage, night: MessageNight, name: string): string {
  const { alerts, calendar } = wordsIn(language)
  const risk = riskLabel(night.level, language, crop.stage !== null)
  const title =
    night.score === null
      ? `${name}: ${risk}`
      : calendar.scored(name, risk, formatScore(night.score, language))
  return synthetic ? `${alerts.demoMark} · ${title}` : title
}

/** The span of a night in a calendar: sunset to sunrise; in polar day and night until the night is over. */
function spanOf({ sunsetAt, sunriseAt, coldestAt, frostFromAt, overAt }: MessageNight) {
  const from = sunsetAt ?? Math.min(frostFromAt ?? coldestAt, coldestAt)
  return { from, to: Math.max(sunriseAt ?? overAt, from + 1000) }
}
