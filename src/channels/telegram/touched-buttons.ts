/** The buttons under a message: "stop" asks first, a second touch ends the subscription, a third takes it back. */
import type { Bot, CallbackQueryContext, Context } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { ConversationSubscription } from '../../alerts/message-ports.ts'
import type { ConversationApi } from '../../alerts/ports.ts'
import { type Language, languageOf, wordsIn } from '../../language/language.ts'
import { formatThreshold } from '../../language/numbers.ts'
import { thresholdTemperature, thresholdWords } from '../../language/threshold-words.ts'
import { all, stopButton, takeBackButton, touches } from './message.ts'

type Touch = CallbackQueryContext<Context>

/** Registers the buttons. An error is thrown on, so that the update is tried again. */
export function attachButtons(bot: Bot, chat: ConversationApi): void {
  const on = (wanted: string, act: (context: Touch, id: string, lang: Language) => Promise<unknown>) => {
    bot.callbackQuery(/^([a-z]+) ([\w-]+)$/, async (context, next) => {
      const [, touch, id = ''] = context.match
      if (touch !== wanted) return next()
      await act(context, id, await languageIn(context, chat, id))
    })
  }
  on(touches.seen, (context, token, lang) => acknowledge(context, { chat, token, lang }))
  on(touches.ask, async (context, id, lang) => {
    const { linkPages, telegram } = wordsIn(lang)
    await show(context, [
      { text: linkPages.endSure, callback_data: `${touches.stop} ${id}` },
      { text: telegram.keep, callback_data: `${touches.keep} ${id}` }
    ])
    await context.answerCallbackQuery()
  })
  on(touches.keep, async (context, id, lang) => {
    await show(context, [stopButton(id, lang)])
    await context.answerCallbackQuery()
  })
  on(touches.stop, async (context, id, lang) => {
    const ended = await chat.stop(String(context.chatId), id)
    // First of all, because the person must read this even where the message can no longer be edited.
    await context.answerCallbackQuery({ text: stoppedText(ended, lang), show_alert: true })
    await show(context, ended === 0 ? [] : [takeBackButton(id, lang)]).catch(() => undefined)
  })
  on(touches.back, async (context, id) => {
    const back = await chat.takeBack(String(context.chatId), id === all ? null : id)
    const lang = back[0]?.language ?? languageOf(context.from.language_code ?? '')
    await context.answerCallbackQuery({ text: takenBackText(back, lang), show_alert: true })
    // Under a message its own button comes back; under the answer to the command there was none.
    const row = back.length > 0 && hasLinks(context) ? [stopButton(id, lang)] : []
    await show(context, row).catch(() => undefined)
  })
}

interface Acknowledged {
  readonly chat: ConversationApi
  readonly token: string
  readonly lang: Language
}

async function acknowledge(context: Touch, { chat, token, lang }: Acknowledged): Promise<void> {
  const outcome = await chat.seen(token)
  const [title, text] = wordsIn(lang).seen.outcomes[outcome]
  await context.answerCallbackQuery({ text: `${title}. ${text}`, show_alert: true })
  await hide(context, token).catch(() => undefined)
}

function hasLinks({ callbackQuery }: Touch): boolean {
  return (callbackQuery.message?.reply_markup?.inline_keyboard ?? []).flat().some((button) => 'url' in button)
}

/** Replaces the last row; the links above it stay. */
async function show(context: Touch, row: InlineKeyboardButton[]): Promise<void> {
  const before = context.callbackQuery.message?.reply_markup?.inline_keyboard ?? []
  const rest = before.filter((buttons) => buttons.every((button) => 'url' in button || isSeenButton(button)))
  await context.editMessageReplyMarkup({ reply_markup: { inline_keyboard: [...rest, row] } })
}

function isSeenButton(button: object): boolean {
  return 'callback_data' in button && String(button.callback_data).startsWith(`${touches.seen} `)
}

/** Takes the button away that was touched. */
async function hide(context: Touch, token: string): Promise<void> {
  const before = context.callbackQuery.message?.reply_markup?.inline_keyboard
  // Of an old message Telegram does not say what it has.
  if (before === undefined) return
  const rest = before.filter((row) =>
    row.every((button) => !('callback_data' in button && button.callback_data === `${touches.seen} ${token}`))
  )
  await context.editMessageReplyMarkup({ reply_markup: { inline_keyboard: rest } })
}

/** The language of the subscription, or the person's where it has ended. */
async function languageIn(context: Touch, chat: ConversationApi, id: string): Promise<Language> {
  const subscriptions = await chat.list(String(context.chatId))
  const own = subscriptions.find(({ subscriptionId }) => subscriptionId === id)
  return own?.language ?? languageOf(context.from.language_code ?? '')
}

/** `1. Battalgazi: from 60`, one line per subscription. */
export function listText(subscriptions: readonly ConversationSubscription[], lang: Language): string {
  if (subscriptions.length === 0) return wordsIn(lang).telegram.none
  return subscriptions.map((one, index) => `${index + 1}. ${listed(one, lang)}`).join('\n')
}

function listed(one: ConversationSubscription, lang: Language): string {
  const words = wordsIn(lang).telegram
  const status = words.statuses[one.status]
  const wrote = one.requesterWrote ? `. ${wordsIn(lang).alerts.requesterWrote(one.requesterWrote)}` : ''
  const standing = status === undefined ? '' : ` (${status})`
  return `${one.placeName}: ${words.threshold(thresholdWords(one.threshold, one, lang))}${standing}${wrote}`
}

/** What `/stop` did. */
export function stoppedText(count: number, lang: Language): string {
  if (count === 0) return wordsIn(lang).telegram.none
  return wordsIn(lang).telegram.stopped(count)
}

/** What a touch of "take it back" did. */
function takenBackText(back: readonly ConversationSubscription[], lang: Language): string {
  const { telegram, linkPages } = wordsIn(lang)
  return back.length === 0 ? linkPages.tooLateText : telegram.goesOn(back.length)
}

type ThresholdChange = Awaited<ReturnType<ConversationApi['changeThreshold']>>

/** What `/threshold` did, or what to give instead. */
export function thresholdText(change: ThresholdChange, value: number, lang: Language): string {
  const words = wordsIn(lang).telegram
  if (!('count' in change)) return words.thresholdFaults[change.kind]
  if (change.count === 0) return words.none
  return change.kind === 'score'
    ? words.thresholdChanged(change.count, formatThreshold(value, lang))
    : words.temperatureChanged(change.count, thresholdTemperature(value, lang))
}
