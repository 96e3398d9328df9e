/** grammY's client over the app's own connections, loaded where there is a bot. */
import type { Bot, GrammyError } from 'grammy'
import type { Update, UserFromGetMe } from 'grammy/types'
import { secondMs } from '../../common/time.ts'
import type { Note } from '../../config/environment.ts'
import type { SendRequest } from '../../outgoing/request.ts'
import type { TryServer } from '../channel-kind.ts'
import { credentials, quoted } from '../other-side.ts'

/* Long polling: one process at a time requests updates from the Bot API and answers them. */

interface PollingDeps {
  readonly bot: Bot
  readonly wait: (seconds: number, signal: AbortSignal) => Promise<void>
  readonly report: (text: string) => void
  /** No one may subscribe to a bot that cannot write. */
  readonly token: { readonly refused: () => void; readonly accepted: () => void }
}

/** Commands, and touches of buttons. */
const allowed_updates = ['message', 'callback_query'] as const

/** Tries after which an update that cannot be handled is skipped. */
const triesPerUpdate = 5

/** Failures in a row, five seconds apart, after which the operator is informed. */
const failuresToReport = 5

interface Place {
  offset: number
  tries: number
}

/** Polls until aborted. Never throws: errors are reported and tried again. */
export async function poll(deps: PollingDeps, signal: AbortSignal): Promise<void> {
  const place: Place = { offset: 0, tries: 0 }
  let failures = 0
  while (!signal.aborted) {
    try {
      const updates = await fetchUpdates(deps, place.offset, signal)
      if (failures >= failuresToReport) deps.report('Telegram answers the polls of the bot again.')
      failures = 0
      await handleAll(deps, { updates, place }, signal)
    } catch (error) {
      if (signal.aborted) break
      failures += 1
      if (failures === failuresToReport) deps.report(`${outageOf(error)} Commands and buttons wait.`)
      await deps.wait(troubleSeconds(error, deps), signal)
    }
  }
  // Telegram drops what was handled only at the next poll; a restart would answer it twice.
  if (place.offset > 0) await confirmHandled(deps.bot, place.offset)
}

async function fetchUpdates(
  { bot, token }: PollingDeps,
  offset: number,
  signal: AbortSignal
): Promise<readonly Update[]> {
  const asked = { offset, timeout: pollSeconds, allowed_updates }
  const updates = await bot.api.getUpdates(asked, botSignal(signal))
  token.accepted()
  return updates
}

async function handleAll(
  deps: PollingDeps,
  { updates, place }: { updates: readonly Update[]; place: Place },
  signal: AbortSignal
): Promise<void> {
  for (const update of updates) {
    if (signal.aborted) return
    if (!(await handle(deps, update, place.tries))) {
      place.tries += 1
      await deps.wait(3, signal)
      return
    }
    place.offset = update.update_id + 1
    place.tries = 0
  }
}

/** True: finished. A person who blocked the bot cannot be answered. */
async function handle(deps: PollingDeps, update: Update, tries: number): Promise<boolean> {
  try {
    await deps.bot.handleUpdate(update)
    return true
  } catch (error) {
    const cause = error instanceof Error && 'error' in error ? error.error : error
    const refused = apiError(cause)
    if (
      refused !== null &&
      refused.error_code >= 400 &&
      refused.error_code < 500 &&
      refused.error_code !== 429
    ) {
      return true
    }
    if (tries + 1 < triesPerUpdate) return false
    deps.report(
      `A message to the bot could not be handled after ${triesPerUpdate} tries and was passed over.`
    )
    return true
  }
}

/** The words of the error may hold the address with the token. */
function outageOf(error: unknown): string {
  const refused = apiError(error)
  const what = refused === null ? 'could not be reached' : `refused (${refused.error_code})`
  return `The bot has polled Telegram ${failuresToReport} times in a row, which ${what}.`
}

function troubleSeconds(error: unknown, { report, token }: PollingDeps): number {
  const refused = apiError(error)
  if (refused?.error_code === 409) {
    report('Another program polls with the same bot token; this one keeps still for a minute.')
    return 60
  }
  if (refused?.error_code === 401 || refused?.error_code === 404) {
    report('Telegram does not know this bot token: see TELEGRAM_BOT_TOKEN.')
    token.refused()
    return 300
  }
  return Math.max(3, refused?.parameters.retry_after ?? 5)
}

async function confirmHandled(bot: Bot, offset: number): Promise<void> {
  try {
    await bot.api.getUpdates({ offset, limit: 1, timeout: 0 })
  } catch {
    // At the end of the process: what is not confirmed comes again.
  }
}

/** How long the Bot API holds an empty poll open; it asks for a positive number. */
const pollSeconds = 30

/** A poll may last as long as the Bot API holds it. */
const callTimeoutMs = 10_000
/** A hundred updates of the longest texts. */
const longestAnswerBytes = 4_000_000

export async function openBot(input: {
  readonly token: string
  readonly apiRoot: string
  readonly send: SendRequest
  readonly name: string
}): Promise<Bot> {
  const { default: grammy } = await import('grammy')
  const fetch = async (
    url: string,
    init: { method?: string; headers?: unknown; body?: unknown; signal?: AbortSignal }
  ) => {
    const isPoll = url.endsWith('/getUpdates')
    const response = await input.send({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: String(init.body ?? '{}'),
      totalTimeoutMs: isPoll ? (pollSeconds + 10) * secondMs : callTimeoutMs,
      maxBytes: longestAnswerBytes,
      ...(init.signal === undefined ? {} : { signal: init.signal })
    })
    return { json: async () => JSON.parse(new TextDecoder().decode(response.body)) }
  }
  return new grammy.Bot(input.token, {
    botInfo: ownInfo(input.token, input.name),
    client: { apiRoot: input.apiRoot, timeoutSeconds: pollSeconds + 15, fetch }
  })
}

// Commands need the bot's name (`/stop@my_bot` in a group); the settings have it, so nothing is requested at the start.
// Other members are not used.
function ownInfo(token: string, name: string): UserFromGetMe {
  return {
    id: Number(token.split(':')[0]),
    is_bot: true,
    first_name: name,
    username: name,
    can_join_groups: true,
    can_read_all_group_messages: false,
    can_manage_bots: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    supports_join_request_queries: false,
    allows_users_to_create_topics: false
  }
}

type BotSignal = NonNullable<Parameters<Bot['api']['getUpdates']>[1]>

/** The polyfill's members are those of every AbortSignal. */
export function botSignal(signal: AbortSignal): BotSignal {
  return signal as unknown as BotSignal
}

export function apiError(error: unknown): GrammyError | null {
  return error instanceof Error && error.name === 'GrammyError' ? (error as GrammyError) : null
}

export function tryBot(bot: Bot, name: string): TryServer {
  return async (limitMs) => {
    try {
      const { username } = await bot.api.getMe(botSignal(AbortSignal.timeout(limitMs)))
      return username.toLowerCase() === name.toLowerCase() ? null : otherBot(username, name)
    } catch (error) {
      const refused = apiError(error)
      return noteOf(refused?.error_code ?? null, quoted(refused?.description ?? '', credentials(bot.token)))
    }
  }
}

function otherBot(username: string, name: string): Note {
  return {
    text: {
      en: `the token is that of @${username}, and links lead to @${name}`,
      tr: `anahtar @${username} botunun, bağlantılar ise @${name} botuna gidiyor`
    },
    remedy: {
      en: `Set TELEGRAM_BOT_NAME to ${username}, or TELEGRAM_BOT_TOKEN to the token of @${name}.`,
      tr:
        `TELEGRAM_BOT_NAME değerini ${username} yapın ya da TELEGRAM_BOT_TOKEN içine @${name} botunun ` +
        'anahtarını yazın.'
    }
  }
}

/** @param status null: no answer @param words of Telegram, to end a sentence with */
function noteOf(status: number | null, words: string): Note {
  if (status === 401 || status === 404) {
    return {
      text: { en: 'Telegram does not know the token', tr: 'Telegram anahtarı tanımıyor' },
      remedy: {
        en: 'Copy TELEGRAM_BOT_TOKEN whole from @BotFather (/token), who also makes a new one (/revoke).',
        tr:
          'TELEGRAM_BOT_TOKEN değerini @BotFather’dan (/token) eksiksiz kopyalayın; ' +
          'yenisini de o verir (/revoke).'
      }
    }
  }
  return {
    text:
      status === null
        ? { en: 'Telegram cannot be reached', tr: 'Telegram’a ulaşılamıyor' }
        : { en: `Telegram answers ${status}${words}`, tr: `Telegram ${status} yanıtını veriyor${words}` },
    remedy: {
      en: 'Check the network, whether api.telegram.org is blocked here, and TELEGRAM_API_ROOT if it is set.',
      tr:
        'Ağı, api.telegram.org adresinin engelli olup olmadığını ve ayarlıysa TELEGRAM_API_ROOT değişkenini ' +
        'denetleyin.'
    }
  }
}
