/** A message in the format of ntfy (https://docs.ntfy.sh/publish/#publish-as-json). */
import type { AlertMessage, MessageUrgency } from '../../alerts/message-ports.ts'
import { renderAlert } from '../../alerts/words/render-alert.ts'
import { chiefNight } from '../../alerts/words/titles.ts'
import { detailLines, fitLines, links } from '../short-text.ts'

/** The server turns a longer message into a file; its documented limit is 4,096 bytes. */
const longestMessageBytes = 4_000

/**
 * From 1 (lowest) to 5 (long vibration, and a sound where the person lets it through):
 * https://docs.ntfy.sh/publish/#message-priority
 */
const priorities: Readonly<Record<MessageUrgency, number>> = { alarm: 5, warning: 4, notice: 3, quiet: 2 }

/** The JSON of one message; of messages with the same `sequence_id` the phone (ntfy ≥ 2.16) shows the newest alone. */
export function ntfyMessage(
  message: AlertMessage,
  topic: string,
  messageId: string
): Record<string, unknown> {
  const rendered = renderAlert(message)
  return {
    topic,
    title: rendered.title,
    message: fitLines([rendered.short, '', ...detailLines(rendered)], { bytes: longestMessageBytes }),
    priority: priorities[message.urgency],
    tags: tagsOf(message),
    click: message.links.placeUrl,
    // A page with a button, not a call by the phone: one accidental touch must not end a grower's warnings.
    actions: links(rendered)
      .slice(-3)
      .map(({ label, url }) => ({ action: 'view', label, url })),
    sequence_id: sequenceOf(message) ?? messageId
  }
}

/** One for each subscription and night; null for a message that stands alone. */
function sequenceOf(message: AlertMessage): string | null {
  const night = message.kind === 'test' ? null : chiefNight(message)
  return night === null ? null : `${message.subscriptionId}-${night.date}`
}

// Names of emoji that ntfy shows before the title: https://docs.ntfy.sh/emojis/
function tagsOf(message: AlertMessage): readonly string[] {
  if (message.kind === 'cleared' || message.kind === 'sighted') return ['white_check_mark']
  if (message.kind === 'blind') return ['warning']
  return ['snowflake']
}
