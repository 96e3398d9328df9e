/** The operator's Telegram bot, as @BotFather gives it. */
import { type SettingsOf, textVariable } from '../../config/environment.ts'
import { webAddressVariable } from '../../config/web-address.ts'

const token = textVariable({
  name: 'TELEGRAM_BOT_TOKEN',
  description: 'The token @BotFather gave for the bot.',
  secret: true,
  pattern: /^\d+:[\w-]{10,}$/,
  allowed: { en: 'a bot token', tr: 'bir bot anahtarı' },
  remedy: {
    en: 'Copy it whole from @BotFather: digits, a colon, letters.',
    tr: '@BotFather’dan bütünüyle kopyalayın: rakamlar, iki nokta, harfler.'
  }
})

// Asked for rather than looked up, so that links can be made while Telegram is out of reach, and are the same after a
// restart.
const name = textVariable({
  name: 'TELEGRAM_BOT_NAME',
  description: "The bot's user name, for the links people open.",
  pattern: /^@?\w{5,32}$/,
  allowed: { en: 'a user name of Telegram', tr: 'bir Telegram kullanıcı adı' },
  remedy: {
    en: 'Give it as @BotFather shows it, such as my_frost_bot.',
    tr: '@BotFather nasıl gösteriyorsa öyle verin; örneğin my_frost_bot.'
  },
  read: (text) => ({ value: text.replace(/^@/, '') })
})

export const telegramEnvironment = {
  token,
  name,
  apiRoot: webAddressVariable({
    name: 'TELEGRAM_API_ROOT',
    description: "One's own Bot API server instead of api.telegram.org.",
    default: null,
    example: 'http://localhost:8081'
  })
} as const

export type TelegramSettings = SettingsOf<typeof telegramEnvironment>
