type Refusal =
  | 'destination_required'
  | 'destination_invalid'
  | 'destination_not_allowed'
  | 'threshold_out_of_range'
  | 'unsupported_channel'
  | 'forbidden_channel'
  | 'subscription_limit'
  | 'location_not_found'
  | 'alerts_unavailable'
  | 'channel_unavailable'
  | 'validation_failed'
  | 'storage_unavailable'
  | 'idempotency_in_progress'

/** Why a subscription from a page was refused, by the problem’s code. Null: the language of the problem’s own `detail`, which says it already. */
export const refusals = null as Readonly<Record<Refusal, string>> | null
