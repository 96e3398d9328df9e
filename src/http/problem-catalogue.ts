/** Every problem the service answers with (RFC 9457), for documents, OpenAPI and the pages of `/problems/…`. */

interface CatalogueEntry {
  readonly status: number
  /** The status of a fault in a body, if that is different. */
  readonly bodyStatus?: number
  /** A stable title for people. */
  readonly title: string
  /** What it means and what to do, for the page that `type` points at. */
  readonly explanation: string
  /** How to authenticate, for `WWW-Authenticate`: with every 401 (RFC 9110 § 15.5.2). */
  readonly challenge?: string
}

/** There is no registered scheme for a key in its own header. */
const apiKeyChallenge = 'ApiKey header="X-API-Key"'

export const problemCatalogue = {
  invalid_parameter: {
    status: 400,
    title: 'A query parameter is not valid',
    explanation:
      'The list `errors` names each parameter, what is allowed and what to do. Unknown parameters are refused too, ' +
      'because a misspelt one would otherwise be ignored.'
  },
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    explanation: 'Send one JSON object in UTF-8 with the header `Content-Type: application/json`.'
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not valid',
    challenge: apiKeyChallenge,
    explanation:
      'The header `X-API-Key` has a key that this installation does not know. Omit it for the free tier, or ask ' +
      'the operator for a key.'
  },
  api_key_required: {
    status: 401,
    title: 'An API key is required',
    challenge: apiKeyChallenge,
    explanation:
      'Measurements and lists of subscriptions belong to the key that sent or made them. Send the header ' +
      '`X-API-Key`; the operator makes keys with `ayaz keys`.'
  },
  token_required: {
    status: 401,
    title: 'A manage token or an API key is required',
    challenge: 'Bearer',
    explanation:
      'Send `Authorization: Bearer <manage token>`: the token was in the answer to the subscription. The API key ' +
      'that made the subscription opens it too.'
  },
  forbidden_channel: {
    status: 403,
    title: 'This channel needs a key of the operator',
    explanation:
      'The operator reserves this channel for known clients: send an API key that may use it, or choose another ' +
      'channel from `/channels`.'
  },
  foreign_form: {
    status: 403,
    title: 'The request was sent by a page of another site',
    explanation:
      'Forms, and the messages of assistants (`/mcp`), are taken from pages of this site only, so that no other ' +
      'site acts in your name. Open the page and send its form; programs use the API, without `Origin`.'
  },
  too_many_intakes: {
    status: 403,
    title: 'There are too many intakes',
    explanation:
      'One intake takes what a console, or a whole application of a network, sends. Use one that is there.'
  },
  tls_required: {
    status: 403,
    title: 'The address needs https',
    explanation:
      'The address of a station has its secret in it, which anyone on the way could read. Send to the https ' +
      'address, or from a private network.'
  },
  operator_key_required: {
    status: 403,
    title: 'This needs a key of the operator',
    explanation: 'Only the operator decides whether an excluded sensor counts again.'
  },
  location_not_found: {
    status: 404,
    bodyStatus: 422,
    title: 'No place has this slug',
    explanation:
      'The status is 404 where the slug is in the address, 422 where it is in a body. `suggestions` lists ' +
      'near misses. `GET /locations?q=` searches all places; a point works everywhere by `lat` and `lon`.'
  },
  route_not_found: {
    status: 404,
    title: 'There is nothing at this path',
    explanation:
      '`GET` at the base address lists every path, and so does the reference. Paths are case-sensitive.'
  },
  subscription_not_found: {
    status: 404,
    title: 'No such subscription',
    explanation:
      'The id is wrong, or the subscription is not of this manage token or API key. The answer does not say which, ' +
      'so that ids cannot be guessed.'
  },
  message_not_found: {
    status: 404,
    title: 'No such message',
    explanation:
      '`GET /alerts/subscriptions/{id}/deliveries` lists the messages. One can be sent again for 30 days after it ' +
      'was delivered, was refused or expired.'
  },
  sensor_not_found: {
    status: 404,
    title: 'No such sensor',
    explanation: '`GET /sensors` lists the sensors of your key by their id.'
  },
  intake_not_found: {
    status: 404,
    title: 'No such intake',
    explanation: '`GET /intakes` lists the intakes of your key by their id.'
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    explanation: 'The header `Allow` lists the methods of this path.'
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    explanation: 'The connection was open but the request was not complete. Send it again.'
  },
  invalid_state: {
    status: 409,
    title: 'The subscription is not in a state that allows this',
    explanation: 'Read the subscription first: `status` is its state.'
  },
  idempotency_in_progress: {
    status: 409,
    title: 'The same request is being worked on',
    explanation: 'Another request with this `Idempotency-Key` has not ended. Try again in a second.'
  },
  confirmation_expired: {
    status: 410,
    title: 'The confirmation came too late',
    explanation: 'Subscribe again: a new confirmation is sent.'
  },
  subscription_ended: {
    status: 410,
    title: 'The subscription has ended',
    explanation: 'It was unsubscribed or has expired. Subscribe again for a new one.'
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    explanation:
      'A subscription needs less than 16 kB, a list of 1,000 places less than 128 kB, a file of 5,000 ' +
      'subscriptions less than 5 MB.'
  },
  uri_too_long: {
    status: 414,
    title: 'The address is too long',
    explanation: 'Path and query together may have 4,096 characters.'
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body has a type that is not read here',
    explanation: 'Send `Content-Type: application/json`.'
  },
  validation_failed: {
    status: 422,
    title: 'A member of the body is not valid',
    explanation: 'The list `errors` names each member by JSON pointer. Nothing was stored.'
  },
  observation_refused: {
    status: 422,
    title: 'The measurement cannot be true',
    explanation:
      'It is outside the range of temperatures ever measured on Earth, or implausibly far from the forecast for that night. The list `errors` says which and why. Nothing was stored.'
  },
  threshold_out_of_range: {
    status: 422,
    title: 'The threshold is out of range',
    explanation:
      '`threshold` is a number from 1 to 100 on the frost score, `threshold_temperature` one from −30 to 10 [°C], `threshold_probability` one from 0.05 to 0.95.'
  },
  unsupported_channel: {
    status: 422,
    title: 'This installation does not have the channel',
    explanation: '`available` lists the channels that work here.'
  },
  destination_required: {
    status: 422,
    title: 'The channel needs a destination',
    explanation: '`needs` lists the members that `destination` must have for this channel.'
  },
  destination_invalid: {
    status: 422,
    title: 'The destination is not valid',
    explanation: 'The list `errors` says what is wrong with it.'
  },
  destination_not_allowed: {
    status: 422,
    title: 'The destination may not be reached from here',
    explanation:
      'Private, local and reserved addresses, unusual ports and plain http are refused unless the operator allows them.'
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used with another body',
    explanation: 'Use a new key for a new request.'
  },
  quota_exceeded: {
    status: 429,
    title: 'The request quota is used up',
    explanation:
      '`Retry-After` says when the next request passes; `RateLimit` on every counted answer says how many are left. `/limits` is not counted; `/openapi.json` counts as a page of the site.'
  },
  subscription_limit: {
    status: 429,
    title: 'Too many subscriptions',
    explanation:
      'In any 24 hours a client may make 20 subscriptions to feeds, streams, topics and webhooks (`SUBSCRIPTIONS_PER_DAY`), and 100 for telephones, mailboxes, chats and browsers that have not proved themselves (`UNPROVEN_PER_DAY`); a destination may get 20 new ones. `Retry-After` says when the next one passes. Of an API key its tier decides (`TIERS`), and keys of the operator have no such limit. An installation may also have a limit for a channel. It is unknown when a subscription to it ends, so `Retry-After` is then one day. The nearer the limit, the fewer of its subscriptions one network (IPv4 /24 and /16, IPv6 /48 and /32) may hold. Other channels are still available.'
  },
  header_fields_too_large: {
    status: 431,
    title: 'The request headers are too large',
    explanation: 'All header fields together may have 16 kB.'
  },
  bad_request: {
    status: 400,
    title: 'The request is not valid HTTP',
    explanation: 'The bytes could not be read as an HTTP/1.1 request.'
  },
  expectation_failed: {
    status: 417,
    title: 'The expectation cannot be met',
    explanation: 'Omit the `Expect` header, or send `100-continue`.'
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong here',
    explanation:
      'It was written to the log under `request_id`. Try again. If it fails again, report the id to the operator.'
  },
  format_not_offered: {
    status: 501,
    title: 'This format is not offered',
    explanation: 'oEmbed is answered in JSON only: ask with `format=json`, or without `format`.'
  },
  data_unavailable: {
    status: 503,
    title: 'No weather data at the moment',
    explanation:
      'No source answered, and the stored forecast is too old to be used. `last_data_at` is the time of the last data; `Retry-After` says when to ask again.'
  },
  busy: {
    status: 503,
    title: 'Too much is being made at once',
    explanation:
      'Answers that take long to make are made a few at a time. `Retry-After` says when to ask again.'
  },
  storage_unavailable: {
    status: 503,
    title: 'The database cannot be used at the moment',
    explanation:
      'It is unreachable, full or damaged, so nothing was stored and nothing can be read from it. Weather of places that are in memory is still answered. `Retry-After` says when to ask again.'
  },
  alerts_unavailable: {
    status: 503,
    title: 'Alerts do not work at the moment',
    explanation:
      'Watching, evaluation or delivery keeps failing here, so a warning might not arrive. Nothing was stored. `Retry-After` says when to ask again; `/readyz` names what fails.'
  },
  channel_unavailable: {
    status: 503,
    title: 'The channel does not answer',
    explanation:
      'The operator has configured it, but it cannot be reached now. Nothing was stored. Try again later.'
  }
} as const satisfies Record<string, CatalogueEntry>

export type ProblemCode = keyof typeof problemCatalogue

export type FaultPlace = 'request' | 'body'

export function statusOf(code: ProblemCode, place: FaultPlace): number {
  const entry: CatalogueEntry = problemCatalogue[code]
  return place === 'body' ? (entry.bodyStatus ?? entry.status) : entry.status
}

/** The value of `WWW-Authenticate` with a problem; null where its status is not 401. */
export function challengeOf(code: ProblemCode): string | null {
  const entry: CatalogueEntry = problemCatalogue[code]
  return entry.challenge ?? null
}
