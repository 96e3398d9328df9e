import type { AlertMessage } from '../../alerts/message-ports.ts'
import { renderAlert } from '../../alerts/words/render-alert.ts'
import { type AlertLine, startsParagraph } from '../../alerts/words/rendered-alert.ts'
import { escapeMarkup } from '../../common/markup.ts'
import type { Threshold } from '../../frost/temperature-threshold.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { thresholdWords } from '../../language/threshold-words.ts'
import { channelKind } from '../channel-kind.ts'
import { fetchedChannel } from '../fetched-channel.ts'
import { withoutManageLink } from '../without-manage-link.ts'

interface FeedInput {
  readonly subscriptionId: string
  /** Secret. */
  readonly feedUrl: string
  readonly placeUrl: string
  readonly placeName: string
  readonly language: Language
  readonly threshold: Threshold
  /** Slug, or `generic`. */
  readonly crop: string
  /** Null only where the crop is `generic`. */
  readonly stage: string | null
  /** The feed's date while it has no entry. */
  readonly createdAt: number
  /** Newest first. */
  readonly entries: readonly {
    /** A reader recognises the entry by it. */
    readonly messageId: string
    readonly message: AlertMessage
  }[]
}

/** The Atom document; texts of people and sources are escaped. */
export function renderAtom(feed: FeedInput): string {
  const updatedAt = feed.entries.reduce(
    (latest, { message }) => Math.max(latest, message.createdAt),
    feed.createdAt
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
<id>urn:ayaz:subscription:${escapeXml(feed.subscriptionId)}</id>
<title>${escapeXml(feedTitle(feed))}</title>
<updated>${instant(updatedAt)}</updated>
<author><name>Ayaz</name></author>
<generator>Ayaz</generator>
<link rel="self" type="application/atom+xml" href="${escapeXml(feed.feedUrl)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(feed.placeUrl)}"/>
${feed.entries.map(entryXml).join('')}</feed>
`
}

function feedTitle(feed: FeedInput): string {
  const { placeName, threshold, language } = feed
  return wordsIn(language).channels.feedTitle(placeName, thresholdWords(threshold, language))
}

function entryXml({ messageId, message }: FeedInput['entries'][number]): string {
  // The feed's address allows reading and nothing else.
  const shared = withoutManageLink(message)
  const { title, short, lines } = renderAlert(shared)
  return `<entry>
<id>urn:ayaz:message:${escapeXml(messageId)}</id>
<title type="text">${escapeXml(title)}</title>
<updated>${instant(message.createdAt)}</updated>
<published>${instant(message.createdAt)}</published>
<link rel="alternate" type="text/html" href="${escapeXml(shared.links.placeUrl)}"/>
<summary type="text">${escapeXml(short)}</summary>
<content type="html">${escapeXml(lines.map(contentLine).join('\n'))}</content>
</entry>
`
}

// HTML first, then escaped as XML text: the meaning of type="html" (RFC 4287 §3.1.1.2).
function contentLine(line: AlertLine, index: number, lines: readonly AlertLine[]): string {
  const isApart = line.role === 'about' && startsParagraph(line, lines[index - 1])
  return `${isApart ? '<hr>' : ''}${htmlLine(line)}`
}

function htmlLine({ role, label, text }: AlertLine): string {
  const words = escapeXml(text)
  const name = label === null ? null : escapeXml(label)
  if (role === 'link') return `<p><a href="${words}">${name ?? words}</a></p>`
  if (role === 'night') return `<h2>${words}</h2>`
  if (role === 'lead') return `<p><strong>${words}</strong></p>`
  return `<p>${name === null ? words : `${name}: ${words}`}</p>`
}

function instant(at: number): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'second' })
}

/** For XML and HTML alike; characters that XML 1.0 does not allow (§2.2) become U+FFFD. */
export function escapeXml(text: string): string {
  return escapeMarkup(text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD'))
}

export const feedKind = channelKind({
  kind: 'feed',
  names: { en: 'Atom feed', tr: 'Atom akışı' },
  row: { body: '–', unconfigured: 'yes', firstState: 'active', sends: 'no: your reader fetches' },
  environment: {},
  open: async () =>
    fetchedChannel({
      fetchedAs: 'atom',
      setup: ({ feedUrl }) => ({ url: feedUrl, secret: null, instructions: 'open_feed' }),
      preview: (message) => {
        const { title, text } = renderAlert(message)
        return { appearance: 'entry', title, text, headers: [] }
      }
    })
})
