/** What the operator can set for webhooks: nothing is needed; which addresses are open is the guard's own setting. */
import { type SettingsOf, wholeNumberVariable } from '../../config/environment.ts'

export const webhookEnvironment = {
  timeoutSeconds: wholeNumberVariable(
    'WEBHOOK_TIMEOUT_SECONDS',
    'How long a webhook receiver may take to answer.',
    // 15 s is the lower end of what the Standard Webhooks specification asks senders to grant.
    { default: 15, min: 1, max: 30 }
  )
} as const

export type WebhookSettings = SettingsOf<typeof webhookEnvironment>
