/** Bodies of webhooks: as the Standard Webhooks specification 1.0 asks, signed, and as chat programs take them. */
import { createHmac } from 'node:crypto'
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { renderAlert } from '../../alerts/words/render-alert.ts'
import type { RenderedAlert } from '../../alerts/words/rendered-alert.ts'
import { escapeBrackets, escapeMarkup } from '../../common/markup.ts'
import { secondMs } from '../../common/time.ts'
import { messageEnvelope } from '../message-data.ts'
import { detailLines, fitLines, links } from '../short-text.ts'

/** The secret as the subscriber gets it: `whsec_` and the key in base64. */
export function webhookSecret(signingKey: Uint8Array): string {
  return `whsec_${Buffer.from(signingKey).toString('base64')}`
}

/** The body of a webhook, with the same bytes at every repeat. */
export function webhookBody(message: AlertMessage, messageId: string): string {
  return JSON.stringify(messageEnvelope(message, messageId))
}

/** Headers as the specification says; tests verify them with the published library. */
export function webhookHeaders(input: {
  readonly messageId: string
  /** The current one first; a second one signs for a day after a rotation. */
  readonly secrets: readonly string[]
  /** Time of this attempt; signed against replays. */
  readonly now: number
  readonly body: string
}): Record<string, string> {
  const { messageId, secrets, now, body } = input
  const timestamp = String(Math.floor(now / secondMs))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Ayaz-Webhook/1',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' ')
  }
}

export const chatFormats = ['slack', 'discord', 'teams', 'matrix', 'apprise'] as const
export type ChatFormat = (typeof chatFormats)[number]

export function isChatFormat(value: unknown): value is ChatFormat {
  return chatFormats.some((one) => one === value)
}

export function chatBody(format: ChatFormat, message: AlertMessage): string {
  return JSON.stringify(bodies[format](renderAlert(message), message))
}

const bodies: Readonly<Record<ChatFormat, (rendered: RenderedAlert, message: AlertMessage) => object>> = {
  slack: slackBody,
  discord: discordBody,
  teams: teamsBody,
  matrix: matrixBody,
  apprise: appriseBody
}

/** Below the limits of all programs [characters]: 3,000 of a section in Slack, 4,096 of an embed, 28 kB of a card. */
const longest = 2_800
/** Letters of an embed, in which each character may be escaped. */
const longestEscaped = 1_800

/** Title, short text and facts; whole lines are left out where there are too many. */
function textOf(rendered: RenderedAlert, bytes = longest): string {
  return fitLines([rendered.short, '', ...detailLines(rendered)], { bytes })
}

/** https://docs.slack.dev/messaging/formatting-message-text: three characters are escaped; plain text has no markup. */
function slackBody(rendered: RenderedAlert): object {
  const linked = links(rendered).map(
    ({ label, url }) => `<${escapeBrackets(url)}|${escapeBrackets(label.replaceAll('|', '/'))}>`
  )
  return {
    text: escapeBrackets(rendered.title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: rendered.title.slice(0, 150), emoji: false } },
      { type: 'section', text: { type: 'plain_text', text: textOf(rendered), emoji: false } },
      ...(linked.length === 0
        ? []
        : [{ type: 'context', elements: [{ type: 'mrkdwn', text: linked.join(' · ') }] }])
    ]
  }
}

/** https://docs.discord.com/developers/resources/webhook: an embed, which calls no one by an @. */
function discordBody(rendered: RenderedAlert, { links: { placeUrl } }: AlertMessage): object {
  const escaped = (text: string) => text.replaceAll(/[\\*_~`|>#[\]()<@-]/g, (mark) => `\\${mark}`)
  const linked = links(rendered).map(({ label, url }) => `[${escaped(label)}](${url})`)
  return {
    embeds: [
      {
        title: escaped(rendered.title.slice(0, 120)),
        url: placeUrl,
        description: [escaped(textOf(rendered, longestEscaped)), linked.join(' · ')].join('\n\n').trim()
      }
    ],
    allowed_mentions: { parse: [] }
  }
}

/** Adaptive Card 1.4 for the trigger "when a Teams webhook request is received"; its runs of text know no Markdown. */
function teamsBody(rendered: RenderedAlert, { language }: AlertMessage): object {
  // The card would read a date function in it.
  const plain = (text: string) => text.replaceAll('{{', '{ {')
  const run = (text: string, more: object = {}) => ({ type: 'TextRun', text: plain(text), ...more })
  const paragraphs = textOf(rendered).split('\n')
  const shown = paragraphs.filter((line) => line !== '')
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          lang: language,
          fallbackText: plain(rendered.title),
          body: [
            { type: 'RichTextBlock', inlines: [run(rendered.title, { weight: 'Bolder', size: 'Medium' })] },
            ...shown.map((line) => ({ type: 'RichTextBlock', spacing: 'Small', inlines: [run(line)] }))
          ],
          actions: links(rendered).map(({ label, url }) => ({
            type: 'Action.OpenUrl',
            title: plain(label),
            url
          }))
        }
      }
    ]
  }
}

/** https://matrix-org.github.io/matrix-hookshot: the bridge's generic webhook, whose HTML comes first. */
function matrixBody(rendered: RenderedAlert): object {
  const lines = textOf(rendered).split('\n').map(escapeMarkup)
  const linked = links(rendered).map(
    ({ label, url }) => `<a href="${escapeMarkup(url)}">${escapeMarkup(label)}</a>`
  )
  return {
    text: rendered.text,
    html: [`<strong>${escapeMarkup(rendered.title)}</strong>`, ...lines, '', linked.join(' · ')].join('<br>')
  }
}

/** https://appriseit.com/api/endpoints: `/notify/{key}` of Apprise API hands it on to more than a hundred services. */
function appriseBody(rendered: RenderedAlert, { urgency }: AlertMessage): object {
  const linked = links(rendered).map(({ label, url }) => `${label}: ${url}`)
  const type = urgency === 'alarm' ? 'failure' : urgency === 'warning' ? 'warning' : 'info'
  return { title: rendered.title, body: [textOf(rendered), '', ...linked].join('\n'), type, format: 'text' }
}
