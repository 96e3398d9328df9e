/** A message as mail: plain text and HTML alike, with headers to unsubscribe by one click (RFC 8058). */
import type { SendMailOptions } from 'nodemailer'
import type { AlertMessage, MessageKind } from '../../alerts/message-ports.ts'
import { renderAlert } from '../../alerts/words/render-alert.ts'
import {
  type AlertLine,
  line,
  type RenderedAlert,
  startsParagraph,
  textOf
} from '../../alerts/words/rendered-alert.ts'
import { escapeMarkup } from '../../common/markup.ts'
import { noOperator, type Operator } from '../../common/operator.ts'
import { spansInText } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import type { Sender } from './config.ts'

const logoId = 'operator-logo'
const priorities = { alarm: 'high', warning: 'normal', notice: 'normal', quiet: 'low' } as const

/** The mail without its recipient. A repeat has the same Message-ID and date. */
export function mailOf(message: AlertMessage, messageId: string, from: Sender): SendMailOptions {
  const rendered = renderAlert(message)
  return {
    from: { name: from.name, address: from.address.address },
    subject: rendered.title,
    ...contentOf(rendered, message, from.operator ?? noOperator),
    messageId: `<${messageId}@${from.address.domain}>`,
    ...threadOf(message, from.address.domain),
    date: new Date(message.createdAt),
    // Importance (RFC 2156) and its older forms decide what may make a sound.
    priority: priorities[message.urgency],
    headers: {
      // RFC 3834: no automatic replies.
      'Auto-Submitted': 'auto-generated',
      // An unconfirmed address is on no list that it could leave.
      ...(message.kind !== 'confirm' && listHeaders(message, from.address.domain))
    }
  }
}

/** The operator at the foot; a logo comes along: nothing is loaded from elsewhere. */
function contentOf(
  rendered: RenderedAlert,
  message: AlertMessage,
  operator: Operator
): Pick<SendMailOptions, 'text' | 'html' | 'attachments'> {
  const { name, logo } = operator
  const html = mailHtml(rendered, message, operator)
  const words = textOf(mailLines(rendered))
  const text = name === null ? words : `${words}\n\n${name}`
  if (logo === null) return { text, html }
  const attachment = { cid: logoId, filename: 'logo.png', content: Buffer.from(logo) }
  return {
    text,
    html,
    attachments: [{ ...attachment, contentType: 'image/png', contentDisposition: 'inline' }]
  }
}

function footOf({ name, logo }: Operator): string {
  const shown = name === null ? '' : escapeMarkup(name)
  const picture = logo === null ? '' : `<img src="cid:${logoId}" alt="" height="28"> `
  return `${picture}${shown}` === '' ? '' : `<p><small>${picture}${shown}</small></p>\n`
}

const unthreaded: ReadonlySet<MessageKind> = new Set(['test', 'confirm', 'verify', 'still_watching'])

/** A mail refers to an id for each of its nights (RFC 5322 §3.6.4): one conversation, whichever was lost. */
function threadOf(message: AlertMessage, domain: string): Pick<SendMailOptions, 'inReplyTo' | 'references'> {
  if (message.nights.length === 0 || unthreaded.has(message.kind)) return {}
  const references = message.nights.map(({ date }) => `<${message.subscriptionId}.${date}@${domain}>`)
  return { inReplyTo: references.at(-1), references }
}

function listHeaders({ subscriptionId, links }: AlertMessage, domain: string): Record<string, string> {
  return {
    // RFC 2919: a list for each subscription.
    'List-Id': `<${subscriptionId}.${domain}>`,
    'List-Unsubscribe': `<${links.unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click'
  }
}

/** Nights other than the chief one are one clause after what must be read. */
function mailLines({ lines, besides }: RenderedAlert): readonly AlertLine[] {
  const own = lines.filter(({ isBesides }) => isBesides !== true)
  const after = own.findLastIndex(({ role }) => role === 'lead') + 1
  return own.toSpliced(after, 0, ...besides.map((clause) => line('lead', clause)))
}

/** A number, the subject, a button; then all else. Nothing is loaded; colours are the reader's program's. */
function mailHtml(
  rendered: RenderedAlert,
  { language, kind, links }: Pick<AlertMessage, 'language' | 'kind' | 'links'>,
  operator: Operator = noOperator
): string {
  const lineOf = kind === 'confirm' ? confirmLine : htmlLine
  const { seen, alerts } = wordsIn(language)
  const { minimum } = rendered
  const [words, url] = links.seenUrl == null ? [alerts.details, links.placeUrl] : [seen.button, links.seenUrl]
  const number = minimum === null ? '' : `<p style="${numberStyle}">${escapeMarkup(minimum)}</p>\n`
  const button = `<p><a href="${escapeMarkup(url)}" style="${buttonStyle}">${escapeMarkup(words)}</a></p>\n`
  const isButton = ({ role, text }: AlertLine): boolean => minimum !== null && role === 'link' && text === url
  const lines = mailLines(rendered).filter((one) => !isButton(one))
  const set = lines.map((one, index) => lineOf(one, startsParagraph(one, lines[index - 1])))
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">\
<title>${escapeMarkup(rendered.title)}</title></head>
<body style="color-scheme:light dark;font-family:sans-serif;font-size:16px;line-height:1.5;\
max-width:36em;margin:0 auto;padding:16px;overflow-wrap:anywhere">
${number}<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${wholeSpans(rendered.title)}</h1>
${minimum === null ? '' : button}${set.join('\n')}
${footOf(operator)}</body>
</html>
`
}

const numberStyle = 'font-size:48px;font-weight:700;line-height:1.1;margin:0 0 8px'
/** A link that is high enough for a finger. */
const linkStyle = 'display:inline-block;min-height:24px'
/** A contrast of 7.8 to 1, in a light mail and in a dark one. */
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#0a5878;color:#fff;font-weight:600;' +
  'text-decoration:none'

/** Shows where the link leads, to a person who did not ask for the mail. */
function confirmLine(line: AlertLine, isFirst: boolean): string {
  if (line.role !== 'link') return htmlLine(line, isFirst)
  const url = escapeMarkup(line.text)
  return `<p>${escapeMarkup(line.label ?? '')}: <a href="${url}" style="${linkStyle}">${url}</a></p>`
}

function htmlLine(line: AlertLine, isFirst: boolean): string {
  const text = escapeMarkup(line.text)
  const label = line.label === null ? null : escapeMarkup(line.label)
  if (line.role === 'lead') return `<p><strong>${text}</strong></p>`
  if (line.role === 'night') return `<h2 style="font-size:17px;margin-bottom:0">${text}</h2>`
  if (line.role === 'link') return `<p><a href="${text}" style="${linkStyle}">${label ?? text}</a></p>`
  if (line.role === 'foot') return `<p><small>${text}</small></p>`
  if (label === null) return `<p>${text}</p>`
  const margin = line.role === 'about' && isFirst ? ' style="margin-top:16px"' : ''
  return `<div${margin}>${label}: <b>${text}</b></div>`
}

function wholeSpans(text: string): string {
  return escapeMarkup(text).replace(spansInText, '<span style="white-space:nowrap">$1</span>')
}
