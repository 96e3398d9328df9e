/** Telegram: the operator's bot writes into chats that people opened themselves. */
import type { Bot } from 'grammy'
import type { AlertMessage } from '../../alerts/message-ports.ts'
import type { Channel, DeliveryOutcome, Destination } from '../../alerts/ports.ts'
import { BoundedMap } from '../../common/bounded-map.ts'
import { daySeconds } from '../../common/time.ts'
import { type SettingsOf, textVariable } from '../../config/environment.ts'
import { webAddressVariable } from '../../config/web-address.ts'
import {
  type ChannelDeps,
  channelKind,
  type FolderChannel,
  type OpenChannel,
  type OpenFolder
} from '../channel-kind.ts'
import { invalid, isProblem, prepared, readMembers, refuseAny, unknownMember } from '../destination.ts'
import { gone, retry, sent } from '../http-attempt.ts'
import { createTrouble, credentials, sentWith, type Trouble, withWords } from '../other-side.ts'
import { apiError, botSignal, openBot, poll, tryBot } from './client.ts'
import { publishCommands, teachCommands } from './conversation.ts'
import { buttonsOf, telegramHtml, telegramText } from './message.ts'

const token = textVariable({
  name: 'TELEGRAM_BOT_TOKEN',
  description: 'Token of the bot, from @BotFather.',
  secret: true,
  pattern: /^\d+:[\w-]{10,}$/,
  allowed: { en: 'a bot token', tr: 'bir bot anahtarı' },
  remedy: {
    en: 'Copy it whole from @BotFather: digits, a colon, letters.',
    tr: '@BotFather’dan bütünüyle kopyalayın: rakamlar, iki nokta, harfler.'
  }
})

// Asked for, not looked up: links work while Telegram is out of reach, and are the same after a restart.
const name = textVariable({
  name: 'TELEGRAM_BOT_NAME',
  description: 'User name of the bot, for links.',
  pattern: /^@?\w{5,32}$/,
  allowed: { en: 'a user name of Telegram', tr: 'bir Telegram kullanıcı adı' },
  remedy: {
    en: 'Give it as @BotFather shows it, such as my_frost_bot.',
    tr: '@BotFather nasıl gösteriyorsa öyle verin; örneğin my_frost_bot.'
  },
  read: (text) => ({ value: text.replace(/^@/, '') })
})

const telegramEnvironment = {
  token,
  name,
  apiRoot: webAddressVariable({
    name: 'TELEGRAM_API_ROOT',
    description: 'Your own Bot API server in place of api.telegram.org.',
    default: null,
    example: 'http://localhost:8081'
  })
} as const

type TelegramSettings = SettingsOf<typeof telegramEnvironment>

export const telegramKind = channelKind({
  kind: 'telegram',
  names: { en: 'Telegram' },
  row: {
    body: '–',
    unconfigured: 'no: `TELEGRAM_BOT_TOKEN`, `TELEGRAM_BOT_NAME`',
    firstState: 'pending until START is pressed',
    sends: 'yes'
  },
  environment: telegramEnvironment,
  open: openTelegram
})

async function openTelegram(settings: TelegramSettings, deps: ChannelDeps): Promise<OpenFolder> {
  const makeBot = botMaker(settings, deps)
  const bot = makeBot === null ? null : await makeBot()
  const trouble = createTrouble(deps.clock)
  const moved = new BoundedMap<number | string, number>(maxMoved)
  const channel: FolderChannel = {
    takesAnswers: true,
    takesMinimalBody: true,
    isConfigured: bot !== null,
    needs: bot === null ? neededVariables(settings) : [],
    rankForPeople: 1,
    confirmation: 'conversation',
    confirmWithinSeconds: daySeconds,
    prepare: async ({ destination }) => refuseAny(destination) ?? prepared(null),
    setup: ({ conversationToken }) => ({
      url:
        settings.name === null || conversationToken === null
          ? null
          : `https://t.me/${settings.name}?start=${conversationToken}`,
      secret: null,
      instructions: 'press_start'
    }),
    unavailable: async () => trouble.known(),
    deliver: (message, destination, { signal, thread }) =>
      deliver({ bot, deps, trouble, moved, message, destination, signal, thread }),
    preview: (message) => ({ appearance: 'bubble', ...telegramText(message), headers: [] }),
    ...(makeBot === null ? {} : { converse: conversing(makeBot, deps, trouble) })
  }
  return {
    channel,
    readNamed,
    ...(bot !== null && settings.name !== null && { tryServer: tryBot(bot, settings.name) })
  }
}

/** Few groups move; beyond this the oldest is asked for once more. */
const maxMoved = 1000

const refusedSentence = 'Telegram does not accept the bot of this service at the moment.'

function conversing(
  makeBot: () => Promise<Bot>,
  deps: ChannelDeps,
  trouble: Trouble
): NonNullable<Channel['converse']> {
  return async (chat, signal) => {
    // Commands registered for one lease must not answer again under the next.
    const bot = await makeBot()
    teachCommands(bot, chat, deps.siteUrl)
    const report = (text: string) => deps.report({ channel: 'telegram', text })
    const token = { refused: () => trouble.met(refusedSentence), accepted: trouble.over }
    await Promise.all([poll({ bot, wait: deps.wait, report, token }, signal), publishCommands(bot, signal)])
  }
}

function neededVariables(settings: TelegramSettings): readonly string[] {
  const needed: string[] = []
  if (settings.token === null) needed.push('TELEGRAM_BOT_TOKEN')
  if (settings.name === null) needed.push('TELEGRAM_BOT_NAME')
  return needed
}

function botMaker(settings: TelegramSettings, deps: ChannelDeps): (() => Promise<Bot>) | null {
  const { token, name, apiRoot } = settings
  if (token === null || name === null) return null
  return () =>
    openBot({ token, name, apiRoot: apiRoot ?? 'https://api.telegram.org', send: deps.sendToOperator })
}

function readNamed(given: unknown): ReturnType<NonNullable<OpenChannel['readNamed']>> {
  const members = readMembers(given, 'a chatId')
  if (isProblem(members)) return members
  const { chatId } = members
  const isChat = Number.isSafeInteger(chatId) || (typeof chatId === 'string' && /^@\w{5,32}$/.test(chatId))
  if (!isChat) return invalid('/destination/chatId', 'A chat is its number, or @name of a public channel.')
  return unknownMember(members, ['chatId']) ?? prepared({ chatId })
}

interface Delivery {
  readonly bot: Bot | null
  readonly deps: ChannelDeps
  readonly trouble: Trouble
  /** Groups that became supergroups, by their old numbers. */
  readonly moved: BoundedMap<number | string, number>
  readonly message: AlertMessage
  readonly destination: Destination
  readonly signal: AbortSignal
  /** See `threadFrom`; null: it begins a conversation. */
  readonly thread: string | null
}

async function deliver(delivery: Delivery): Promise<DeliveryOutcome> {
  const { bot, destination, moved } = delivery
  const given = destination['chatId']
  if (bot === null) return retry('This channel is not configured at the moment.', 600)
  if (typeof given !== 'number' && typeof given !== 'string') return gone('No chat is bound.')
  const chatId = moved.get(given) ?? given
  try {
    const written = await write(bot, chatId, delivery)
    delivery.trouble.over()
    return sent(written)
  } catch (error) {
    const movedTo = apiError(error)?.parameters.migrate_to_chat_id
    if (movedTo === undefined) return refusal(error, delivery)
    // Telegram gives a supergroup's new number here.
    moved.set(given, movedTo)
    sayMoved(delivery, given, movedTo)
    return await write(bot, movedTo, delivery).then(sent, (again) => refusal(again, delivery))
  }
}

/** Reports once that a chat of the operator's file has moved. The bot binds a subscriber's group again. */
function sayMoved({ deps, message }: Delivery, from: number | string, to: number): void {
  if (message.links.manageUrl !== null) return
  const text =
    `The Telegram group ${from} became a supergroup with the number ${to}: write "chatId": ${to} in ` +
    'CHANNELS_FILE. Until then each start asks for the old one once.'
  deps.report({ channel: 'telegram', text })
}

/** The conversation in which the message now is. */
async function write(bot: Bot, chatId: number | string, delivery: Delivery): Promise<string> {
  const { message, signal } = delivery
  const thread = isIn(chatId, delivery.thread) ? delivery.thread : null
  const buttons = buttonsOf(message)
  const options = {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    disable_notification: message.urgency === 'notice' || message.urgency === 'quiet',
    ...answering(thread)
  } as const
  const send = (shown: typeof buttons) => {
    const markup = shown === null ? {} : { reply_markup: shown }
    const text = telegramHtml(message, shown)
    return bot.api.sendMessage(chatId, text, { ...options, ...markup }, botSignal(signal))
  }
  const written = await send(buttons).catch((error: unknown) => {
    // A warning must not fail because Telegram dislikes a button's address.
    if (buttons !== null && /button|reply markup/i.test(apiError(error)?.description ?? '')) return send(null)
    throw error
  })
  return thread ?? threadFrom(chatId, written.message_id)
}

/** A number counts within its chat; a supergroup counts from one. */
function threadFrom(chatId: number | string, messageId: number): string {
  return `${chatId}/${messageId}`
}

function isIn(chatId: number | string, thread: string | null): thread is string {
  return thread?.startsWith(`${chatId}/`) === true
}

function answering(thread: string | null): object {
  if (thread === null) return {}
  const [, number] = thread.split('/')
  return { reply_parameters: { message_id: Number(number), allow_sending_without_reply: true } }
}

/** Undocumented; unchanged for years. */
function refusal(error: unknown, { bot, deps, trouble, message, destination }: Delivery): DeliveryOutcome {
  const refused = apiError(error)
  if (refused === null) return retry('Telegram could not be reached.')
  const hidden = [...credentials(bot?.token ?? ''), ...sentWith(message, destination)]
  const words = withWords(refused.description, hidden)
  if (refused.error_code === 403) {
    return {
      outcome: 'rejected',
      suspend: 'blocked',
      reason: `The chat no longer takes messages from the bot${words}`
    }
  }
  if (refused.error_code === 400 && /chat not found|PEER_ID_INVALID/i.test(refused.description)) {
    return gone(`Telegram no longer knows the chat${words}`)
  }
  if (refused.error_code === 401 || refused.error_code === 404) {
    trouble.met(refusedSentence)
    deps.report({
      channel: 'telegram',
      text: `Telegram does not know this bot token, see TELEGRAM_BOT_TOKEN${words}`
    })
    return retry(`Telegram does not let this service write${words}`, 600)
  }
  return retry(`Telegram answered ${refused.error_code}${words}`, refused.parameters.retry_after ?? null)
}
