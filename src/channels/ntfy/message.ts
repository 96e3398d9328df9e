/** A message as ntfy takes it (https://docs.ntfy.sh/publish/#publish-as-json). */
import type { AlertMessage } from '../../alerts/message-ports.ts'
import type { FrostLevel } from '../../frost/frost-night.ts'
import { renderAlert } from '../../language/alert-messages/render-alert.ts'
import { detailLines, fitLines, links } from '../short-text.ts'

/** The server turns a longer message into a file; its documented limit is 4,096 bytes. */
const longestMessageBytes = 4_000

/** From 1 (lowest) to 5 (rings through): what a level is worth being woken for. */
const priorityOfLevel: Readonly<Record<FrostLevel, number>> = {
  severe: 5,
  high: 4,
  moderate: 4,
  low: 3,
  none: 3,
  unknown: 3
}

const alarming = ['raised', 'updated', 'dusk', 'test']

/** The JSON of one message; a repeat has the same `sequence_id`, so that the phone (ntfy ≥ 2.16) shows it once. */
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
    priority: priorityOf(message),
    tags: tagsOf(message),
    click: message.links.placeUrl,
    // A page with a button, not a call made by the phone: one stray touch must not end a grower's warnings.
    actions: links(rendered)
      .slice(-3)
      .map(({ label, url }) => ({ action: 'view', label, url })),
    sequence_id: messageId
  }
}

/** How loudly to ring: by the worst raised night; what is over or a sign of life rings softly. */
export function priorityOf(message: AlertMessage): number {
  if (message.kind === 'blind') return 4
  if (!alarming.includes(message.kind)) return 2
  const raised = message.nights.filter((night) => night.standing !== 'cleared')
  return Math.max(3, ...raised.map((night) => priorityOfLevel[night.level]))
}

// Names of emoji that ntfy shows before the title: https://docs.ntfy.sh/emojis/
function tagsOf(message: AlertMessage): readonly string[] {
  if (message.kind === 'cleared' || message.kind === 'sighted') return ['white_check_mark']
  if (message.kind === 'blind') return ['warning']
  return ['snowflake']
}
