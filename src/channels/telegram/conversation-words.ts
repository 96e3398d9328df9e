/** What the bot says in a talk, in both languages; plain text. */
import type { MessageLanguage } from '../../alerts/message-ports.ts'
import type { ConversationSubscription } from '../../alerts/ports.ts'
import { formatNumber } from '../../language/numbers.ts'

type Words = Readonly<Record<MessageLanguage, string>>

/** Sentences without numbers. */
export const conversationWords = {
  confirmed: {
    en: 'Frost alerts will come to this chat.',
    tr: 'Don uyarıları bu sohbete gelecek.'
  },
  expired: {
    en: 'This link has expired. Please subscribe again on the site.',
    tr: 'Bu bağlantının süresi doldu. Lütfen siteden yeniden abone olun.'
  },
  unknown: {
    en: 'This link is not known or was already used. /list shows what is on.',
    tr: 'Bu bağlantı bilinmiyor ya da daha önce kullanıldı. /list açık olanları gösterir.'
  },
  none: {
    en: 'There are no frost alerts in this chat.',
    tr: 'Bu sohbette don uyarısı yok.'
  },
  help: {
    en: '/list shows your alerts\n/threshold 60 changes the threshold of all, /threshold 60 2 of the second\n/stop ends all, /stop 2 the second',
    tr: '/list uyarılarınızı gösterir\n/threshold 60 hepsinin, /threshold 60 2 ikincisinin eşiğini değiştirir\n/stop hepsini, /stop 2 ikincisini bitirir'
  },
  begin: {
    en: 'To get frost alerts here, choose a place on this site and open the link it gives you:',
    tr: 'Buraya don uyarısı almak için şu sitede bir yer seçin ve verdiği bağlantıyı açın:'
  },
  thresholdRange: {
    en: 'Give a threshold from 1 to 100, such as /threshold 60.',
    tr: '1 ile 100 arasında bir eşik verin; örneğin /threshold 60.'
  },
  noSuchNumber: {
    en: 'There is no alert with that number. /list shows them.',
    tr: 'Bu numarada bir uyarı yok. /list hepsini gösterir.'
  }
} as const satisfies Readonly<Record<string, Words>>

const statuses: Readonly<Record<string, Words>> = {
  paused: { en: 'paused', tr: 'duraklatıldı' },
  suspended: { en: 'suspended', tr: 'askıda' }
}

/** `1. Battalgazi: from 60`, one line a subscription. */
export function listText(subscriptions: readonly ConversationSubscription[], lang: MessageLanguage): string {
  if (subscriptions.length === 0) return conversationWords.none[lang]
  return subscriptions.map((one, index) => `${index + 1}. ${listed(one, lang)}`).join('\n')
}

function listed(one: ConversationSubscription, lang: MessageLanguage): string {
  const status = statuses[one.status]?.[lang]
  const score = formatNumber(one.threshold, Number.isInteger(one.threshold) ? 0 : 1, lang)
  const threshold = lang === 'tr' ? `eşik ${score}` : `threshold ${score}`
  return `${one.placeName}: ${threshold}${status === undefined ? '' : ` (${status})`}`
}

/** What `/stop` did. */
export function stoppedText(count: number, lang: MessageLanguage): string {
  if (count === 0) return conversationWords.none[lang]
  if (lang === 'tr') return `${count} uyarı aboneliği bitti.`
  return count === 1 ? '1 frost alert has ended.' : `${count} frost alerts have ended.`
}

/** What `/threshold` did. */
export function thresholdText(count: number, threshold: number, lang: MessageLanguage): string {
  if (count === 0) return conversationWords.none[lang]
  const score = formatNumber(threshold, Number.isInteger(threshold) ? 0 : 1, lang)
  if (lang === 'tr') return `${count} uyarının eşiği artık ${score}.`
  return count === 1 ? `The threshold is now ${score}.` : `The threshold of ${count} alerts is now ${score}.`
}
