import type { Bot, CallbackQueryContext, Context } from 'grammy'
import type { BotCommand, InlineKeyboardButton } from 'grammy/types'
import type { ConversationSubscription } from '../../alerts/message-ports.ts'
import type { ConversationApi } from '../../alerts/ports.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import {
  type Language,
  languages,
  languageOf as preferredLanguage,
  wordsIn
} from '../../language/language.ts'
import { formatThreshold } from '../../language/numbers.ts'
import { thresholdTemperature, thresholdWords } from '../../language/threshold-words.ts'
import { botSignal } from './client.ts'
import { all, stopButton, takeBackButton, touches } from './message.ts'

type Touch = CallbackQueryContext<Context>

/** "Stop" asks first, a second touch ends, a third takes it back. Errors are rethrown: the update is tried again. */
function attachButtons(bot: Bot, chat: ConversationApi): void {
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
    // First: the person must read this even where the message can no longer be edited.
    await context.answerCallbackQuery({ text: stoppedText(ended, lang), show_alert: true })
    await show(context, ended === 0 ? [] : [takeBackButton(id, lang)]).catch(() => undefined)
  })
  on(touches.back, async (context, id) => {
    const back = await chat.takeBack(String(context.chatId), id === all ? null : id)
    const lang = back[0]?.language ?? languageOf(context)
    await context.answerCallbackQuery({ text: takenBackText(back, lang), show_alert: true })
    // Under the answer to the command there was no button.
    const row = back.length > 0 && hasLinks(context) ? [stopButton(id, lang)] : []
    await show(context, row).catch(() => undefined)
  })
}

async function acknowledge(
  context: Touch,
  { chat, token, lang }: { chat: ConversationApi; token: string; lang: Language }
): Promise<void> {
  const outcome = await chat.seen(token)
  const [title, text] = wordsIn(lang).seen.outcomes[outcome]
  await context.answerCallbackQuery({ text: `${title}. ${text}`, show_alert: true })
  await hide(context, token).catch(() => undefined)
}

function hasLinks({ callbackQuery }: Touch): boolean {
  return (callbackQuery.message?.reply_markup?.inline_keyboard ?? []).flat().some((button) => 'url' in button)
}

/** The links above the last row stay. */
async function show(context: Touch, row: InlineKeyboardButton[]): Promise<void> {
  const before = context.callbackQuery.message?.reply_markup?.inline_keyboard ?? []
  const rest = before.filter((buttons) => buttons.every((button) => 'url' in button || isSeenButton(button)))
  await context.editMessageReplyMarkup({ reply_markup: { inline_keyboard: [...rest, row] } })
}

function isSeenButton(button: object): boolean {
  return 'callback_data' in button && String(button.callback_data).startsWith(`${touches.seen} `)
}

async function hide(context: Touch, token: string): Promise<void> {
  const before = context.callbackQuery.message?.reply_markup?.inline_keyboard
  // Telegram does not say it for an old message.
  if (before === undefined) return
  const rest = before.filter((row) =>
    row.every((button) => !('callback_data' in button && button.callback_data === `${touches.seen} ${token}`))
  )
  await context.editMessageReplyMarkup({ reply_markup: { inline_keyboard: rest } })
}

/** The subscription's, or the person's where it has ended. */
async function languageIn(context: Touch, chat: ConversationApi, id: string): Promise<Language> {
  const subscriptions = await chat.list(String(context.chatId))
  const own = subscriptions.find(({ subscriptionId }) => subscriptionId === id)
  return own?.language ?? languageOf(context)
}

/** `1. Battalgazi: from 60`, a line for each. */
export function listText(subscriptions: readonly ConversationSubscription[], lang: Language): string {
  if (subscriptions.length === 0) return wordsIn(lang).telegram.none
  return subscriptions.map((one, index) => `${index + 1}. ${listed(one, lang)}`).join('\n')
}

function listed(one: ConversationSubscription, lang: Language): string {
  const words = wordsIn(lang).telegram
  const status = words.statuses[one.status]
  const wrote = one.requesterWrote ? `. ${wordsIn(lang).alerts.requesterWrote(one.requesterWrote)}` : ''
  const standing = status === undefined ? '' : ` (${status})`
  return `${one.placeName}: ${words.threshold(thresholdWords(one.threshold, lang))}${standing}${wrote}`
}

export function stoppedText(count: number, lang: Language): string {
  if (count === 0) return wordsIn(lang).telegram.none
  return wordsIn(lang).telegram.stopped(count)
}

function takenBackText(back: readonly ConversationSubscription[], lang: Language): string {
  const { telegram, linkPages } = wordsIn(lang)
  return back.length === 0 ? linkPages.tooLateText : telegram.goesOn(back.length)
}

export function thresholdText(
  change: Awaited<ReturnType<ConversationApi['changeThreshold']>>,
  value: number,
  lang: Language
): string {
  const words = wordsIn(lang).telegram
  if (!('count' in change)) return words.thresholdFaults[change.kind]
  if (change.count === 0) return words.none
  return change.kind === 'score'
    ? words.thresholdChanged(change.count, formatThreshold(value, lang))
    : words.temperatureChanged(change.count, thresholdTemperature(value, lang))
}

/** Errors are rethrown, so that the update is tried again. */
export function teachCommands(bot: Bot, chat: ConversationApi, siteUrl: string): void {
  bot.command('start', async (context) => await context.reply(await start(context, chat, siteUrl)))
  bot.command(namesOf('stop'), async (context) => await stop(context, chat))
  bot.command(namesOf('list'), async (context) => {
    const subscriptions = await chat.list(chatOf(context))
    await context.reply(listText(subscriptions, subscriptions[0]?.language ?? languageOf(context)))
  })
  bot.command(namesOf('threshold'), async (context) => await context.reply(await threshold(context, chat)))
  attachButtons(bot, chat)
  // A supergroup gets another number; Telegram announces it in the old group
  // (https://core.telegram.org/bots/api#message).
  bot.on('message:migrate_to_chat_id', async (context) => {
    const chatId = context.message.migrate_to_chat_id
    await chat.rebind({ from: chatOf(context), destination: { chatId }, destinationKey: String(chatId) })
  })
  // In a group people talk to each other: only commands are answered.
  bot.chatType('private').on('message', async (context) => {
    await context.reply(help(languageOf(context), siteUrl))
  })
}

/** Names of a command in every language: a chat may have people of several. */
function namesOf(command: keyof Catalogue['telegram']['commands']): string[] {
  return [...new Set(languages.map((lang) => wordsIn(lang).telegram.commands[command]))]
}

/** Shows the commands in the menu, in each language. They work without it: nothing is tried again or reported. */
export async function publishCommands(bot: Bot, signal: AbortSignal): Promise<void> {
  for (const lang of languages) {
    const { commands, commandHelp } = wordsIn(lang).telegram
    const shown = (['list', 'threshold', 'stop'] as const).map(
      (one): BotCommand => ({ command: commands[one], description: commandHelp[one] })
    )
    // Everyone whose language has no commands.
    const whom = lang === languages[0] ? {} : { language_code: lang }
    await bot.api.setMyCommands(shown, whom, botSignal(signal)).catch(() => undefined)
  }
}

async function start(context: Context, chat: ConversationApi, siteUrl: string): Promise<string> {
  const lang = languageOf(context)
  const token = argumentsOf(context)[0]
  if (token === undefined) return help(lang, siteUrl)
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(token)) return wordsIn(lang).telegram.unknown
  const destinationKey = chatOf(context)
  const outcome = await chat.confirm({
    token,
    destination: { chatId: context.chatId },
    destinationKey,
    // An interface in Turkish means Turkish. Another one means less than what was requested: there is none in Kurdish,
    // and many phones keep the language they came with.
    language: lang === languages[0] ? null : lang
  })
  if (outcome !== 'confirmed') return wordsIn(lang).telegram[outcome]
  const subscriptions = await chat.list(destinationKey)
  const language = subscriptions[0]?.language ?? lang
  const words = wordsIn(language).telegram
  return `${words.confirmed}\n${listText(subscriptions, language)}\n\n${words.help}`
}

async function stop(context: Context, chat: ConversationApi): Promise<unknown> {
  const { ok, subscriptionId, language } = await choose(context, chat, argumentsOf(context)[0])
  if (!ok) return context.reply(wordsIn(language).telegram.noSuchNumber)
  const ended = await chat.stop(chatOf(context), subscriptionId)
  const row = ended === 0 ? [] : [takeBackButton(subscriptionId, language)]
  return context.reply(stoppedText(ended, language), { reply_markup: { inline_keyboard: [row] } })
}

async function threshold(context: Context, chat: ConversationApi): Promise<string> {
  const { number, asked } = readThreshold(argumentsOf(context))
  const chosen = await choose(context, chat, number)
  if (!chosen.ok) return wordsIn(chosen.language).telegram.noSuchNumber
  const change = await chat.changeThreshold(chatOf(context), chosen.subscriptionId, asked)
  return thresholdText(change, asked.value, chosen.language)
}

export function readThreshold([given = '', ...others]: readonly string[]) {
  // `-2 °C` is written in one word and in two.
  const number = others.find((word) => !degreeSign.test(word))
  const isInDegrees = [given, ...others].some((word) => degreeSign.test(word))
  return { number, asked: { value: numberOf(given.replace(degreeSign, '')), isInDegrees } }
}

const degreeSign = /(°\s?c?|℃|^c)$/i

/** NaN: no plain number. Telephones write the minus in more than one way. */
function numberOf(text: string): number {
  return /^[-−–]?\d{1,3}([.,]\d{1,2})?$/.test(text)
    ? Number(text.replace(',', '.').replace(/[−–]/, '-'))
    : Number.NaN
}

interface Choice {
  readonly ok: boolean
  /** Null: all of the chat's. */
  readonly subscriptionId: string | null
  readonly language: Language
}

async function choose(context: Context, chat: ConversationApi, number: string | undefined): Promise<Choice> {
  const subscriptions = await chat.list(chatOf(context))
  const language = subscriptions[0]?.language ?? languageOf(context)
  if (number === undefined) return { ok: true, subscriptionId: null, language }
  const one = /^\d{1,4}$/.test(number) ? subscriptions[Number(number) - 1] : undefined
  return { ok: one !== undefined, subscriptionId: one?.subscriptionId ?? null, language }
}

function help(lang: Language, siteUrl: string): string {
  const { begin, help } = wordsIn(lang).telegram
  return `${begin}\n${siteUrl}\n\n${help}`
}

function argumentsOf({ match }: Context): readonly string[] {
  return typeof match === 'string' ? wordsOf(match) : []
}

export function wordsOf(text: string): readonly string[] {
  const words = text.trim()
  return words === '' ? [] : words.split(/\s+/)
}

function chatOf(context: Context): string {
  return String(context.chatId)
}

function languageOf(context: Context): Language {
  return preferredLanguage(context.from?.language_code ?? '')
}
