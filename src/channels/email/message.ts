/**
 * A message as mail: plain text and HTML with the same content, and the headers for unsubscribing with one
 * click (RFC 8058).
 */
import type { SendMailOptions } from 'nodemailer'
import type { AlertMessage, MessageKind } from '../../alerts/message-ports.ts'
import { escapeMarkup } from '../../common/markup.ts'
import { renderAlert } from '../../language/alert-messages/render-alert.ts'
import {
  type AlertLine,
  type RenderedAlert,
  startsParagraph
} from '../../language/alert-messages/rendered-alert.ts'
import type { Sender } from './config.ts'

const priorities = { alarm: 'high', warning: 'normal', notice: 'normal', quiet: 'low' } as const

/**
 * The mail without its recipient. A repeat has the same Message-ID and date, so that it is recognised as a
 * repeat.
 */
export function mailOf(message: AlertMessage, messageId: string, from: Sender): SendMailOptions {
  const rendered = renderAlert(message)
  return {
    from: { name: from.name, address: from.address.address },
    subject: rendered.title,
    text: rendered.text,
    html: mailHtml(rendered, message),
    messageId: `<${messageId}@${from.address.domain}>`,
    ...threadOf(message, from.address.domain),
    date: new Date(message.createdAt),
    // Importance (RFC 2156) and its older forms: mail programs use them to decide what may make a sound.
    priority: priorities[message.urgency],
    headers: {
      // RFC 3834: no automatic replies.
      'Auto-Submitted': 'auto-generated',
      ...(endsBySubscriber(message) ? listHeaders(message, from.address.domain) : {})
    }
  }
}

// An unconfirmed address is on no list that it could leave: ignoring the mail is enough.
function endsBySubscriber(message: AlertMessage): boolean {
  return message.kind !== 'confirm'
}

const unthreaded: ReadonlySet<MessageKind> = new Set(['test', 'confirm', 'verify', 'still_watching'])

/**
 * One conversation for the nights of a spell: each mail refers to an id for each of its nights (RFC 5322
 * §3.6.4), so mails that share a night belong together, whichever of them was lost.
 */
function threadOf(message: AlertMessage, domain: string): Pick<SendMailOptions, 'inReplyTo' | 'references'> {
  if (message.nights.length === 0 || unthreaded.has(message.kind)) return {}
  const references = message.nights.map(({ date }) => `<${message.subscriptionId}.${date}@${domain}>`)
  return { inReplyTo: references.at(-1), references }
}

function listHeaders({ subscriptionId, links }: AlertMessage, domain: string): Record<string, string> {
  return {
    // RFC 2919: one list for each subscription.
    'List-Id': `<${subscriptionId}.${domain}>`,
    'List-Unsubscribe': `<${links.unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click'
  }
}

/** The HTML part: no picture, no style sheet, nothing loaded from elsewhere. */
export function mailHtml(
  rendered: RenderedAlert,
  { language, kind }: Pick<AlertMessage, 'language' | 'kind'>
): string {
  const lineOf = kind === 'confirm' ? confirmLine : htmlLine
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(rendered.title)}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:0 auto;padding:16px">
<h1 style="font-size:20px">${escapeMarkup(rendered.title)}</h1>
${rendered.lines.map((line, index, lines) => lineOf(line, startsParagraph(line, lines[index - 1]))).join('\n')}
</body>
</html>
`
}

/** Someone who did not ask for the mail sees where its link leads before opening it. */
function confirmLine(line: AlertLine, isFirst: boolean): string {
  if (line.role !== 'link') return htmlLine(line, isFirst)
  const url = escapeMarkup(line.text)
  return `<p>${escapeMarkup(line.label ?? '')}: <a href="${url}">${url}</a></p>`
}

function htmlLine(line: AlertLine, isFirst: boolean): string {
  const text = escapeMarkup(line.text)
  const label = line.label === null ? null : escapeMarkup(line.label)
  if (line.role === 'lead') return `<p><strong>${text}</strong></p>`
  if (line.role === 'night') return `<h2 style="font-size:17px;margin-bottom:0">${text}</h2>`
  if (line.role === 'link') return `<p><a href="${text}">${label ?? text}</a></p>`
  if (line.role === 'foot') return `<p><small>${text}</small></p>`
  if (label === null) return `<p>${text}</p>`
  const margin = line.role === 'about' && isFirst ? ' style="margin-top:16px"' : ''
  return `<div${margin}>${label}: <b>${text}</b></div>`
}
