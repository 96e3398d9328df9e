/** Asks Telegram which bot the token belongs to. */
import type { Bot } from 'grammy'
import type { Note, TryServer } from '../channel-kind.ts'
import { credentials, quoted } from '../other-side.ts'
import { apiError, botSignal } from './client.ts'

/** The try of a bot; `name` is the one of which links are made. */
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

/**
 * @param status The answer of the Bot API; null where there was none.
 * @param words Of Telegram, to end a sentence with.
 */
function noteOf(status: number | null, words: string): Note {
  if (status === 401 || status === 404) {
    return {
      text: { en: 'Telegram does not know the token', tr: 'Telegram anahtarı tanımıyor' },
      remedy: {
        en: 'Copy TELEGRAM_BOT_TOKEN whole from @BotFather (/token), who also makes a new one (/revoke).',
        tr: 'TELEGRAM_BOT_TOKEN değerini @BotFather’dan (/token) eksiksiz kopyalayın; yenisini de o verir (/revoke).'
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
