type Refusal =
  | 'destination_required'
  | 'destination_invalid'
  | 'destination_not_allowed'
  | 'unsupported_channel'
  | 'forbidden_channel'
  | 'subscription_limit'
  | 'location_not_found'
  | 'alerts_unavailable'
  | 'channel_unavailable'
  | 'validation_failed'
  | 'storage_unavailable'
  | 'idempotency_in_progress'
  | 'idempotency_key_reused'

/**
 * Why a subscription from a page was refused, by the problem’s code. The problem’s own `detail` is in this language;
 * here is only what it says to programs alone.
 */
export const refusals: Readonly<Partial<Record<Refusal, string>>> = {
  idempotency_key_reused:
    'This form was sent before with other entries. Check them, and send it again for a new alert.'
}

/** What is allowed in the members of the form, for a refusal that names some. */
export const refusedMembers = {
  location: 'The place is not known: choose one by the search or on the map.',
  lat: 'The latitude must be a number from −90 to 90.',
  lon: 'The longitude must be a number from −180 to 180.',
  elevation: 'The height of the field must be a number from −430 to 9000 (metres), or empty.',
  threshold: 'The score or percentage must be a number from 1 to 100.',
  threshold_temperature: 'The temperature must be a number from −30 to 10 (°C).',
  threshold_of: 'The temperature must be that of the plants or that of the air.',
  threshold_probability: 'The probability must be from 5% to 95%.',
  crop: 'The crop must be one of the list.',
  stage: 'The stage must be one of the stages of the crop.',
  exposure: 'The height of the buds must be one of the list.',
  label:
    'Your name for the field must be a plain name of at most 80 characters, without a link, a web address, hidden characters or letters of two alphabets in one word; a full stop has a space after it.'
}
