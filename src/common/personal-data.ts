/** The tables with data of people, by what the privacy page says of them; their days stand in docs/operation.md. */
export const personalData = {
  subscription: ['subscriptions', 'curves', 'stops'],
  nights: ['episodes', 'steps', 'runs', 'nights'],
  messages: ['messages'],
  thermometers: [
    'sensors',
    'observations',
    'readings',
    'intakes',
    'intake_channels',
    'intake_refusals',
    'evening_states',
    'evening_laws'
  ],
  points: [
    'kept_forecasts',
    'record_points',
    'issued_nights',
    'analysed_nights',
    'night_chains',
    'evening_nights',
    'leases'
  ],
  requests: ['allowances', 'idempotency'],
  keys: ['api_keys']
} as const

export type PersonalSubject = keyof typeof personalData
