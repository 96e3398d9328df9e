/** The operator's Telegram bot, as @BotFather gives it. */
import type { EnvironmentVariable, Parsed, SettingsOf } from '../../config/environment.ts'
import { serverUrlVariable } from '../variables.ts'

const token: EnvironmentVariable<string | null> = {
  name: 'TELEGRAM_BOT_TOKEN',
  description: 'The token @BotFather gave for the bot.',
  default: null,
  secret: true,
  parse: (text): Parsed<string> =>
    /^\d+:[\w-]{10,}$/.test(text)
      ? { value: text }
      : {
          mistake: 'TELEGRAM_BOT_TOKEN does not look like a bot token.',
          remedy: 'Copy it whole from @BotFather: digits, a colon, letters.'
        }
}

// Configured, not requested from Telegram: links can be created while Telegram is unreachable, and stay the
// same after a restart.
const name: EnvironmentVariable<string | null> = {
  name: 'TELEGRAM_BOT_NAME',
  description: "The bot's user name, for the links people open.",
  default: null,
  secret: false,
  parse: (text): Parsed<string> => {
    const plain = text.replace(/^@/, '')
    if (/^\w{5,32}$/.test(plain)) return { value: plain }
    return {
      mistake: 'TELEGRAM_BOT_NAME is not a user name of Telegram.',
      remedy: 'Give it as @BotFather shows it, such as my_frost_bot.'
    }
  }
}

export const telegramEnvironment = {
  token,
  name,
  apiRoot: serverUrlVariable(
    'TELEGRAM_API_ROOT',
    "One's own Bot API server instead of api.telegram.org.",
    'http://localhost:8081'
  )
} as const

export type TelegramSettings = SettingsOf<typeof telegramEnvironment>
