/**
 * The operator's settings for webhooks: none is needed. Which addresses are open is a setting of the guard.
 */
import { type SettingsOf, wholeNumberVariable } from '../../config/environment.ts'

export const webhookEnvironment = {
  timeoutSeconds: wholeNumberVariable(
    'WEBHOOK_TIMEOUT_SECONDS',
    'How long a webhook receiver may take to answer.',
    // 15 s is the lower end of what the Standard Webhooks specification requires of senders.
    { default: 15, min: 1, max: 30 }
  )
} as const

export type WebhookSettings = SettingsOf<typeof webhookEnvironment>
