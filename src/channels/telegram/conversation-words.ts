/** The texts of the bot's conversation. */
import type { ConversationSubscription } from '../../alerts/message-ports.ts'
import type { ConversationApi } from '../../alerts/ports.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatThreshold } from '../../language/numbers.ts'
import { thresholdTemperature, thresholdWords } from '../../language/threshold-words.ts'

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
export function takenBackText(back: readonly ConversationSubscription[], lang: Language): string {
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
