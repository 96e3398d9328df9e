import Type from 'typebox'
import { confirmationMethods } from '../../alerts/ports.ts'
import { quietLevels } from '../../alerts/quiet-hours.ts'
import { probabilityLimits, temperatureLimits, thresholdLimits } from '../../alerts/subscription-schema.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import { thresholdSubjects } from '../../frost/temperature-threshold.ts'
import { languages } from '../../language/language.ts'
import {
  dateOrNull,
  deprecated,
  flag,
  former,
  instant,
  instantOrNull,
  integer,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  orNull,
  text,
  textOrNull,
  url,
  urlOrNull
} from '../schema.ts'

export const statuses = [
  'pending_confirmation',
  'active',
  'paused',
  'suspended',
  'unsubscribed',
  'expired'
] as const
const reasons = [
  'blocked',
  'gone',
  'failing',
  'by_subscriber',
  'replaced',
  'unconfirmed',
  'unread',
  'preview_ended'
] as const

const state = oneOf(statuses, 'Only an `active` one sends messages; `reason` says why it does not.')
const slug = textOrNull('Slug of the place; null for a point.')

export const view = {
  id: text('For the manage calls; cannot be guessed.'),
  state,
  status: deprecated(state, 'state'),
  reason: oneOfOrNull(
    reasons,
    'Why it is suspended or has ended; `by_subscriber` too where its reader paused it, so that no key ' +
      'resumes it; null ' +
      'while it lives normally.'
  ),
  preview: flag('Made on demo data: nothing leaves the machine, and it ends with the first real data.'),
  slug,
  location: deprecated(slug, 'slug'),
  lat: numberOrNull('Degrees north of a point; null for a named place.'),
  lon: numberOrNull('Degrees east; null for a named place.'),
  elevation: numberOrNull('As it was given with a point [m]; null where it was not.'),
  channel: text('As in `/channels`.'),
  pushes: flag('False for what must be fetched by the reader.'),
  threshold: numberOrNull('Score from which a night is announced; null with a temperature.', thresholdLimits),
  threshold_temperature: numberOrNull(
    'Temperature [°C] that the night’s minimum may fall to; null with a score.',
    temperatureLimits
  ),
  threshold_of: oneOfOrNull(thresholdSubjects, 'Whose minimum; null with a score.'),
  threshold_probability: numberOrNull(
    'Probability from which a night is announced; null with a score.',
    probabilityLimits
  ),
  crop: text('Slug of the crop; `generic` without one, which is null in answers of weather.'),
  stage: textOrNull('Slug of the stage; null without a crop.'),
  stage_is_old: flag('The stage was given more than ten days ago.'),
  exposure: oneOfOrNull(exposures, 'As given; null = the crop’s own.'),
  lang: oneOf(languages, 'Language of the messages.'),
  label: textOrNull('The subscriber’s own name for it; null without one.'),
  tag: textOrNull('A word by which who made it sorts its subscriptions; null without one.'),
  external_id: textOrNull('The id of the imported row; null where it was not imported.'),
  created_at: instant('When it was made.'),
  confirmed_at: instantOrNull('When its destination proved itself; null before it did.'),
  ended_at: instantOrNull('When it ended; null while it lives.'),
  resumable_until: instantOrNull(
    'Until when `…/resume` takes its end back: ten minutes after its owner ended it; null where there is ' +
      'nothing to take back.'
  ),
  last_sent_at: instantOrNull('When a message was last accepted by the channel; null before the first.'),
  escalation: orNull(
    named('SubscriptionEscalation', {
      after_minutes: integer('Between two steps.'),
      lead_minutes: integer('Before the first harmful hour of a night without a last hour to prepare.')
    }),
    'What happens when a warning about tonight is not answered; null: nothing.'
  ),
  quiet_hours: orNull(
    named('SubscriptionQuietHours', {
      from: text('Their begin, by the clock of the place.'),
      to: text('Their end.'),
      always_from: oneOf(quietLevels, 'News of tonight from this level on comes all the same.')
    }),
    'When messages that may wait are held; null: never.'
  ),
  vouched: orNull(
    named('SubscriptionVouched', {
      by: text('The id of the key.'),
      at: instant('When.'),
      ground: text('Why, as the holder of the key wrote it.')
    }),
    'Who vouched that its reader wants the messages; null where the destination proves itself.'
  )
} as const

const deliveriesUrl = url('What was sent and what became of it.')
const placeUrl = url('The place, or the named places around a point.')
const frostRiskUrl = url('The nights by which it is judged.')
const calendarWords =
  'Its raised nights for a calendar program (RFC 5545), whatever the channel. Calendars load it again in hours ' +
  'and wake no one. Keep it to yourself.'

export const subscriptionBody = named('SubscriptionAnswer', {
  subscription: named('Subscription', view, 'A subscription without its secrets.'),
  calendar_url: url(calendarWords)
})

const watchedPlace = named(
  'SubscribedPlace',
  {
    name: text('Name of the place; for a point that of the nearest named one.'),
    slug: text('That place’s; never changes.'),
    region: textOrNull('First-level division (province) of that place; null where it has none.'),
    country: text('ISO 3166-1 code of its country.'),
    distance_km: number('How far a point is from it; 0 for the place itself.', { minimum: 0 })
  },
  'The place that is watched, or the named one nearest to the point.'
)

export const subscribedBody = named('SubscribedAnswer', {
  ...view,
  watched_place: watchedPlace,
  place: deprecated(watchedPlace, 'watched_place'),
  notices: list(
    named('SubscribedNotice', {
      code: text(
        '`homonym`: the place is abroad, and a district of Türkiye has the same name. For a preview what it ' +
          'becomes with the first real data: `preview_becomes_real`, `preview_asks_later` (for its confirmation) ' +
          'or `preview_ends`. `too_many_proofs`: its confirmation is asked for at `confirmation.delayed_until` ' +
          'only.'
      ),
      message: text('The same as a sentence in `lang`.')
    }),
    'What the subscriber should know; usually empty.'
  ),
  suggestions: list(
    named('SubscribedSuggestion', {
      slug: text('Slug of a district that may have been meant.'),
      name: text('In its own spelling.'),
      region: textOrNull('Its province; null where it has none.')
    }),
    'Districts of Türkiye with the name of the place; usually empty.'
  ),
  confirmation: named(
    'Confirmation',
    {
      required: flag('Whether something has to be done before it is active.'),
      method: oneOf(
        confirmationMethods,
        '`answer`: your server answers our request; `link`: a person follows a link in a mail; `conversation`: ' +
          'a person begins a talk; `code`: a person sends the code that came by telephone to `…/verify`.'
      ),
      url: urlOrNull('What to open; null where there is nothing.'),
      instructions: textOrNull('What to do now, as a sentence in `lang`; null where nothing is to be done.'),
      expires_at: instantOrNull('Until when; null where it does not end.'),
      delayed_until: instantOrNull(
        'When the confirmation is asked for, because this destination was asked too often; null where it was or ' +
          'is at once.'
      )
    },
    'What is still to be done before messages are sent.'
  ),
  manage: named(
    'ManageAccess',
    {
      token: text('For `Authorization: Bearer`; only in this answer.'),
      url: url('Of the manage calls.'),
      unsubscribe_url: url('POST ends the subscription (RFC 8058); GET shows a button.')
    },
    'With what the subscription is changed and ended.'
  ),
  channel_url: textOrNull(
    'The channel’s own address for it: a feed, a stream, a topic. Keep it to yourself. Null where it has none.'
  ),
  channel_secret: textOrNull('`whsec_…`, with which webhooks are signed; null for every other channel.'),
  preview_url: urlOrNull('Where its messages can be seen on demo data; null with real data.'),
  evaluation: named(
    'Evaluation',
    {
      current_score: numberOrNull(
        'Score of the worst of the nights watched, by the threshold; null where no forecast is stored yet.'
      ),
      current_probability: numberOrNull(
        'That it falls to `threshold_temperature`; null with a score as threshold.',
        { minimum: 0, maximum: 1 }
      ),
      would_fire_now: Type.Unsafe<boolean | null>({
        type: ['boolean', 'null'],
        description: 'Whether that reaches the threshold; null where it is not known.'
      }),
      worst_date: dateOrNull('The morning that ends that night; null where none is known.')
    },
    'What the present forecast says about its threshold; for coordinates what anyone is shown of that point, ' +
      'with the general score for `stage=auto`, so that it is the same whether or not someone watches them.'
  ),
  links: named(
    'SubscriptionLinks',
    {
      self: url('GET, PATCH and DELETE with the manage token.'),
      deliveries_url: deliveriesUrl,
      location_url: placeUrl,
      frost_risk_url: frostRiskUrl,
      calendar_url: url(calendarWords),
      deliveries: former(deliveriesUrl, 'deliveries_url'),
      location: former(placeUrl, 'location_url'),
      frost_risk: former(frostRiskUrl, 'frost_risk_url')
    },
    'Addresses of what belongs to it.'
  )
})
