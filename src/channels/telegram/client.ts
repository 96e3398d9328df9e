/** grammY's client over the app's own connections, loaded where there is a bot. */
import type { Bot, GrammyError } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'
import { secondMs } from '../../common/time.ts'
import type { Note } from '../../config/environment.ts'
import type { SendRequest } from '../../outgoing/request.ts'
import type { TryServer } from '../channel-kind.ts'
import { credentials, quoted } from '../other-side.ts'

/** How long the Bot API holds an empty poll open; it asks for a positive number. */
export const pollSeconds = 30

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
