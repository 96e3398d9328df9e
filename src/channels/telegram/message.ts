/**
 * A message for Telegram: HTML with the few tags that it knows
 * (https://core.telegram.org/bots/api#html-style).
 */
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { escapeMarkup } from '../../common/markup.ts'
import { renderAlert } from '../../language/alert-messages/render-alert.ts'
import type { AlertLine } from '../../language/alert-messages/rendered-alert.ts'

/** Telegram accepts 4,096 characters of text; a few are left for what it may count otherwise. */
const longestText = 4_000

/** The message as HTML; of a very long one, facts are left out from the end, never the links. */
export function telegramHtml(message: AlertMessage): string {
  const { title, lines } = renderAlert(message)
  const body = lines.filter(({ role }) => role !== 'link')
  const tail = lines.filter(({ role }) => role === 'link')
  let room =
    longestText - title.length - tail.reduce((sum, line) => sum + (line.label ?? line.text).length + 1, 2)
  const stored = body.filter((line) => {
    room -= plainLine(line).length + 2
    return room > 0
  })
  return [`<b>${escapeMarkup(title)}</b>`, '', ...stored.map(htmlLine), '', ...tail.map(htmlLine)]
    .join('\n')
    .trim()
}

/** The same message as a person reads it: links by their text alone. */
export function telegramText(message: AlertMessage): { readonly title: string; readonly text: string } {
  const { title, lines } = renderAlert(message)
  const shown = lines.map((line) => (line.role === 'link' ? (line.label ?? '') : plainLine(line)))
  return { title, text: shown.join('\n') }
}

function plainLine({ role, label, text }: AlertLine): string {
  return `${role === 'night' ? '\n' : ''}${label === null ? text : `${label}: ${text}`}`
}

function htmlLine(line: AlertLine): string {
  const { role, label, text } = line
  if (role === 'link') return `<a href="${escapeMarkup(text)}">${escapeMarkup(label ?? text)}</a>`
  if (role === 'night') return `\n<b>${escapeMarkup(text)}</b>`
  if (role === 'foot' || role === 'note') return `\n<i>${escapeMarkup(text)}</i>`
  return escapeMarkup(plainLine(line))
}
