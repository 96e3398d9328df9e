/**
 * A server shaped like Telegram's Bot API (https://core.telegram.org/bots/api): getMe, getUpdates with long polling
 * and its 409 for a second poller, sendMessage with the refusals it gives, buttons, deleteWebhook, setMyCommands.
 */
import { type LoopbackAnswer, type LoopbackServer, type ReceivedRequest, startLoopback } from './loopback.ts'

export interface SentChatMessage {
  readonly chatId: number
  readonly text: string
  readonly parseMode: string | null
  /** The number of the message that it answers; null where it answers none. */
  readonly answers: number | null
  /** The rows of buttons below it, as they are now. */
  buttons: readonly (readonly ChatButton[])[]
}

export interface ChatButton {
  readonly text: string
  readonly url?: string
  readonly callback_data?: string
}

export interface BotApiServer extends LoopbackServer {
  readonly token: string
  /** The number of a message is its position here, from 1. */
  readonly sent: SentChatMessage[]
  /** The commands that menus show, by language; '' is everyone else's. */
  readonly menus: Map<string, readonly { command: string; description: string }[]>
  /** What people were shown after a touch of a button. */
  readonly notes: string[]
  /** A member of the chat touches the button with these words under the newest message that has it. */
  readonly touch: (chatId: number, words: string, language?: string) => void
  /** Pollers that lost their place to another one. */
  readonly conflicts: () => number
  /**
   * A person whose Telegram speaks that language (usually Turkish) writes to the bot; a negative number is a group's.
   */
  readonly say: (chatId: number, text: string, language?: string) => void
  /** A group becomes a supergroup: both are notified, and the old number is refused from now on. */
  readonly migrate: (from: number, to: number) => void
  /** From now on this person has blocked the bot. */
  readonly block: (chatId: number) => void
  /** Sending to this chat answers "chat not found". */
  readonly forget: (chatId: number) => void
  readonly answerNext: (method: string, answer: LoopbackAnswer) => void
  /** Resolves when the next message has been sent to anybody. */
  readonly nextSent: () => Promise<SentChatMessage>
}

interface Update {
  readonly update_id: number
  readonly message?: Record<string, unknown>
  readonly callback_query?: Record<string, unknown>
}

interface State {
  readonly updates: Update[]
  readonly blocked: Set<number>
  readonly forgotten: Set<number>
  /** Old number of a group → the supergroup's. */
  readonly migrated: Map<number, number>
  readonly sent: SentChatMessage[]
  readonly menus: BotApiServer['menus']
  readonly notes: string[]
  readonly waitingForSent: ((message: SentChatMessage) => void)[]
  readonly planned: Map<string, LoopbackAnswer[]>
  /** Ends the poll under way: null lets it look for updates, an answer goes to the poller as it is. */
  endPoll: ((answer: LoopbackAnswer | null) => void) | null
  conflicts: number
}

type Payload = Readonly<Record<string, unknown>>

const ME = { id: 42, is_bot: true, first_name: 'Ayaz', username: 'ayaz_test_bot' }

/** Starts the server for one bot, `@ayaz_test_bot`. */
export async function startBotApiServer(token = '42:marked-bot-token'): Promise<BotApiServer> {
  const state: State = {
    updates: [],
    blocked: new Set(),
    forgotten: new Set(),
    migrated: new Map(),
    sent: [],
    menus: new Map(),
    notes: [],
    waitingForSent: [],
    planned: new Map(),
    endPoll: null,
    conflicts: 0
  }
  const server = await startLoopback((request) => answer(token, state, request))
  let nextUpdateId = 1000
  const push = (update: Omit<Update, 'update_id'>): void => {
    state.updates.push({ update_id: nextUpdateId++, ...update })
    state.endPoll?.(null)
  }
  const update = (message: Record<string, unknown>): void => push({ message })
  return {
    ...server,
    token,
    sent: state.sent,
    menus: state.menus,
    notes: state.notes,
    touch: (chatId, words, language = 'tr') =>
      push({ callback_query: touched(state, { chatId, words, language }) }),
    conflicts: () => state.conflicts,
    say: (chatId, text, language = 'tr') => update(personMessage(chatId, text, language)),
    migrate: (from, to) => {
      state.migrated.set(from, to)
      update({ ...groupMessage(from, 'group'), migrate_to_chat_id: to })
      update({ ...groupMessage(to, 'supergroup'), migrate_from_chat_id: from })
    },
    block: (chatId) => void state.blocked.add(chatId),
    forget: (chatId) => void state.forgotten.add(chatId),
    answerNext: (method, planned) => {
      state.planned.set(method, [...(state.planned.get(method) ?? []), planned])
    },
    nextSent: () => new Promise((resolve) => state.waitingForSent.push(resolve)),
    close: () => {
      state.endPoll?.(null)
      return server.close()
    }
  }
}

function groupMessage(chatId: number, type: 'group' | 'supergroup'): Record<string, unknown> {
  return { message_id: 1, date: 1_700_000_000, chat: { id: chatId, type, title: 'Kooperatif' } }
}

function personMessage(chatId: number, text: string, language: string): Record<string, unknown> {
  const command = /^\/\w+(@\w+)?/.exec(text)?.[0]
  return {
    message_id: Math.abs(chatId) * 10,
    date: 1_700_000_000,
    chat:
      chatId < 0
        ? { id: chatId, type: 'group', title: 'Kooperatif' }
        : { id: chatId, type: 'private', first_name: 'Ayşe' },
    from: { id: Math.abs(chatId), is_bot: false, first_name: 'Ayşe', language_code: language },
    text,
    ...(command === undefined
      ? {}
      : { entities: [{ type: 'bot_command', offset: 0, length: command.length }] })
  }
}

async function answer(token: string, state: State, request: ReceivedRequest): Promise<LoopbackAnswer> {
  const [, given, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.path) ?? []
  if (given !== token) return refusal(401, 'Unauthorized')
  const planned = state.planned.get(method)?.shift()
  if (planned !== undefined) return planned
  const payload: Payload = request.body.length === 0 ? {} : JSON.parse(request.body.toString('utf8'))
  if (method === 'getMe') return ok(ME)
  if (method === 'getUpdates') return await getUpdates(state, payload)
  if (method === 'sendMessage') return sendMessage(state, payload)
  if (method === 'setMyCommands') {
    state.menus.set(String(payload['language_code'] ?? ''), payload['commands'] as [])
    return ok(true)
  }
  if (method === 'answerCallbackQuery') {
    state.notes.push(String(payload['text'] ?? ''))
    return ok(true)
  }
  if (method === 'editMessageReplyMarkup') return editButtons(state, payload)
  if (method === 'deleteWebhook') return ok(true)
  return refusal(404, 'Not Found')
}

async function getUpdates(state: State, payload: Payload): Promise<LoopbackAnswer> {
  const offset = Number(payload['offset'] ?? 0)
  while ((state.updates[0]?.update_id ?? offset) < offset) state.updates.shift()
  if (state.endPoll !== null) {
    state.conflicts += 1
    state.endPoll(
      refusal(
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'
      )
    )
  }
  const timeoutSeconds = Number(payload['timeout'] ?? 0)
  if (state.updates.length === 0 && timeoutSeconds > 0) {
    const ended = await pollEnd(state, timeoutSeconds * 1000)
    if (ended !== null) return ended
  }
  return ok(state.updates.slice(0, Number(payload['limit'] ?? 100)))
}

function pollEnd(state: State, timeoutMs: number): Promise<LoopbackAnswer | null> {
  return new Promise((resolve) => {
    const end = (ended: LoopbackAnswer | null) => {
      clearTimeout(timer)
      if (state.endPoll === end) state.endPoll = null
      resolve(ended)
    }
    const timer = setTimeout(() => end(null), timeoutMs)
    state.endPoll = end
  })
}

function sendMessage(state: State, payload: Payload): LoopbackAnswer {
  const chatId = Number(payload['chat_id'])
  const text = String(payload['text'] ?? '')
  const parseMode = typeof payload['parse_mode'] === 'string' ? payload['parse_mode'] : null
  if (state.forgotten.has(chatId) || !Number.isInteger(chatId))
    return refusal(400, 'Bad Request: chat not found')
  const migratedTo = state.migrated.get(chatId)
  if (migratedTo !== undefined) {
    const description = 'Bad Request: group chat was upgraded to a supergroup chat'
    return refusal(400, description, { migrate_to_chat_id: migratedTo })
  }
  if (state.blocked.has(chatId)) return refusal(403, 'Forbidden: bot was blocked by the user')
  if (text.trim() === '') return refusal(400, 'Bad Request: message text is empty')
  if (visibleText(text, parseMode).length > 4096) return refusal(400, 'Bad Request: message is too long')
  if (parseMode === 'HTML' && !isTelegramHtml(text)) return refusal(400, "Bad Request: can't parse entities")
  const buttons = buttonsIn(payload)
  const wrong = wrongButton(buttons)
  if (wrong !== null) return refusal(400, wrong)
  const { message_id: answers = null } = (payload['reply_parameters'] ?? {}) as { message_id?: number }
  const message = { chatId, text, parseMode, answers, buttons }
  state.sent.push(message)
  for (const resolve of state.waitingForSent.splice(0)) resolve(message)
  return ok({ message_id: state.sent.length, date: 0, chat: { id: chatId, type: 'private' }, text })
}

function buttonsIn(payload: Payload): ChatButton[][] {
  const { inline_keyboard = [] } = (payload['reply_markup'] ?? {}) as { inline_keyboard?: ChatButton[][] }
  return inline_keyboard
}

/** What Telegram says of a button that it does not take; null where it takes all. */
function wrongButton(rows: readonly (readonly ChatButton[])[]): string | null {
  for (const { url, callback_data = '' } of rows.flat()) {
    if (url !== undefined && !URL.parse(url)?.hostname.includes('.')) {
      return `Bad Request: inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`
    }
    if (Buffer.byteLength(callback_data) > 64) return 'Bad Request: BUTTON_DATA_INVALID'
  }
  return null
}

function touched(
  state: State,
  { chatId, words, language }: { readonly chatId: number; readonly words: string; readonly language: string }
): Record<string, unknown> {
  const index = state.sent.findLastIndex(
    (one) => one.chatId === chatId && one.buttons.flat().some(({ text }) => text === words)
  )
  const inline_keyboard = state.sent[index]?.buttons ?? []
  const { chat, from, date } = personMessage(chatId, words, language)
  const data = inline_keyboard.flat().find(({ text }) => text === words)?.callback_data
  const message = { message_id: index + 1, date, chat, reply_markup: { inline_keyboard } }
  return { id: 'touch', from, chat_instance: '1', message, data }
}

function editButtons(state: State, payload: Payload): LoopbackAnswer {
  const message = state.sent[Number(payload['message_id']) - 1]
  if (message === undefined) return refusal(400, 'Bad Request: message to edit not found')
  message.buttons = buttonsIn(payload)
  return ok(true)
}

/** What a person reads of a message: Telegram counts its limit after the markup is taken away. */
export function visibleText(text: string, parseMode: string | null): string {
  if (parseMode !== 'HTML') return text
  // Telegram knows four names of characters, and every number.
  return text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')
}

function isTelegramHtml(text: string): boolean {
  const open: string[] = []
  for (const tag of text.match(/<[^>]*>?/g) ?? []) {
    const [, slash, name = ''] = /^<(\/?)(b|i|u|s|a|code|pre|blockquote)(?: [^>]*)?>$/.exec(tag) ?? []
    if (name === '') return false
    if (slash === '') open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}

function ok(result: unknown): LoopbackAnswer {
  return reply(200, { ok: true, result })
}

/** An error as the Bot API writes one. */
export function refusal(status: number, description: string, parameters?: object): LoopbackAnswer {
  return reply(status, { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) })
}

function reply(status: number, body: unknown): LoopbackAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
