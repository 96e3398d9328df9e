/** A message in Telegram's few tags of HTML (https://core.telegram.org/bots/api#html-style). */
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { renderAlert } from '../../alerts/words/render-alert.ts'
import { type AlertLine, startsParagraph } from '../../alerts/words/rendered-alert.ts'
import { escapeMarkup } from '../../common/markup.ts'
import { type Language, wordsIn } from '../../language/language.ts'

/** Telegram accepts 4,096 characters and may count otherwise. */
const longestText = 4_000

/** The message with the links that no button has. A very long one loses facts from the end. */
export function telegramHtml(message: AlertMessage, buttons: Keyboard | null = null): string {
  const { title, lines } = renderAlert(message)
  const body = lines.filter(({ role }) => role !== 'link')
  const tail = linksBeside(buttons, message, lines)
  let room =
    longestText - title.length - tail.reduce((sum, line) => sum + (line.label ?? line.text).length + 1, 2)
  const stored = body.filter((line) => {
    room -= plainLine(line).length + 2
    return room > 0
  })
  return [`<b>${escapeMarkup(title)}</b>`, '', ...paragraphs(stored, htmlLine), '', ...tail.map(htmlLine)]
    .join('\n')
    .trim()
}

interface Keyboard {
  readonly inline_keyboard: Button[][]
}

type Button = { text: string; url: string } | { text: string; callback_data: string }

/** Seen; the first and the second touch of "stop"; back. */
export const touches = { seen: 'seen', ask: 'ask', stop: 'stop', keep: 'keep', back: 'back' } as const

/** Buttons of a message; in the operator's chat only "seen". Telegram refuses local addresses in buttons. */
export function buttonsOf({ links, subscriptionId, language }: AlertMessage): Keyboard | null {
  const words = wordsIn(language)
  const token = links.seenUrl?.split('/').at(-1)
  const seen: Button[][] =
    token === undefined ? [] : [[{ text: words.seen.button, callback_data: `${touches.seen} ${token}` }]]
  if (links.manageUrl === null || !URL.parse(links.placeUrl)?.hostname.includes('.'))
    return seen.length === 0 ? null : { inline_keyboard: seen }
  return {
    inline_keyboard: [
      ...seen,
      [
        { text: words.alerts.details, url: links.placeUrl },
        { text: words.alerts.manage, url: links.manageUrl }
      ],
      [stopButton(subscriptionId, language)]
    ]
  }
}

export function stopButton(subscriptionId: string, language: Language): Button {
  return { text: wordsIn(language).alerts.stop, callback_data: `${touches.ask} ${subscriptionId}` }
}

/** Takes an end back. @param subscriptionId null: of all that ended together */
export function takeBackButton(subscriptionId: string | null, language: Language): Button {
  const text = wordsIn(language).telegram.takeBack
  return { text, callback_data: `${touches.back} ${subscriptionId ?? all}` }
}

/** Stands for all subscriptions in place of one; no id is like it. */
export const all = 'all'

/** A message as a person reads it: buttons in brackets, a row a line; without them links by their text alone. */
export function telegramText(message: AlertMessage): { readonly title: string; readonly text: string } {
  const { title, lines } = renderAlert(message)
  const buttons = buttonsOf(message)
  const links = linksBeside(buttons, message, lines)
  const shown = lines.filter((line) => line.role !== 'link' || links.includes(line))
  const text = paragraphs(shown, (line) => (line.role === 'link' ? (line.label ?? '') : plainLine(line)))
  const rows =
    buttons?.inline_keyboard.map((row) => row.map(({ text: words }) => `[ ${words} ]`).join(' ')) ?? []
  return { title, text: [...text, ...(rows.length === 0 ? [] : ['', ...rows])].join('\n') }
}

function linksBeside(
  buttons: Keyboard | null,
  { links: { seenUrl } }: AlertMessage,
  lines: readonly AlertLine[]
): readonly AlertLine[] {
  const links = lines.filter(({ role }) => role === 'link')
  if (buttons === null) return links
  const isLinked = buttons.inline_keyboard.flat().some((button) => 'url' in button)
  return isLinked ? [] : links.filter(({ text }) => text !== seenUrl)
}

function paragraphs(lines: readonly AlertLine[], wordsOf: (line: AlertLine) => string): readonly string[] {
  return lines.map((line, index) => `${startsParagraph(line, lines[index - 1]) ? '\n' : ''}${wordsOf(line)}`)
}

function plainLine({ label, text }: AlertLine): string {
  return label === null ? text : `${label}: ${text}`
}

function htmlLine(line: AlertLine): string {
  const { role, label, text } = line
  if (role === 'link') return `<a href="${escapeMarkup(text)}">${escapeMarkup(label ?? text)}</a>`
  if (role === 'night') return `<b>${escapeMarkup(text)}</b>`
  if (role === 'foot' || role === 'note') return `<i>${escapeMarkup(text)}</i>`
  return escapeMarkup(plainLine(line))
}
