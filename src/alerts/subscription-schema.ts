/** What a body may say about a subscription: subscribe-body.ts checks it, http/alerts/subscribe-request.ts shows it. */
import Type from 'typebox'
import type { Exposure } from '../frost/frost-night.ts'
import { exposures } from '../frost/scoring-profile.ts'
import { type TemperatureThreshold, thresholdSubjects } from '../frost/temperature-threshold.ts'
import { longestName } from '../language/crop-names.ts'
import { type Language, languages } from '../language/language.ts'
import { maximumSlugLength } from '../places/folding.ts'
import { elevationLimits } from '../places/point.ts'
import { longestLabel } from './label.ts'
import { type QuietHours, quietLevels } from './quiet-hours.ts'

const longestTag = 40

export const thresholdLimits = { minimum: 1, maximum: 100 }

/** Limits of temperature thresholds [°C]. */
export const temperatureLimits = { minimum: -30, maximum: 10 }
export const probabilityLimits = { minimum: 0.05, maximum: 0.95 }
/** Where the body does not say. */
export const usualEscalation = { after_minutes: 15, lead_minutes: 90 } as const

const threshold = Type.Number({
  description: 'The alert fires when a night’s published score reaches it.',
  ...thresholdLimits
})

const thresholds = {
  threshold: Type.Optional(threshold),
  threshold_temperature: Type.Optional(
    Type.Number({
      description:
        'Instead of `threshold`: the alert fires when the probability that the night’s minimum is at or below ' +
        'this temperature reaches `threshold_probability`. Always in °C.',
      ...temperatureLimits
    })
  ),
  threshold_of: Type.Optional(
    Type.Unsafe<TemperatureThreshold['of']>({
      type: 'string',
      enum: thresholdSubjects,
      description:
        'With `threshold_temperature`: the minimum of the air at 2 m or of the plant; default `plant`.'
    })
  ),
  threshold_probability: Type.Optional(
    Type.Number({ description: 'With `threshold_temperature`; default 0.5.', ...probabilityLimits })
  )
} as const

// Null means absent.
const nullableText = (limits: {
  readonly maxLength: number
  readonly pattern?: string
  readonly description?: string
}) => Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], ...limits }))

const timeOfDay = (description: string) =>
  Type.String({ description, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['22:00'] })

const optional = {
  lang: Type.Optional(
    Type.Unsafe<Language>({
      type: 'string',
      enum: languages,
      description: 'Language of the messages; default `en`.'
    })
  ),
  crop: nullableText({
    maxLength: longestName,
    description: 'A crop of `/crops`, by slug or name; null and `generic` are none.'
  }),
  stage: nullableText({
    maxLength: longestName,
    description:
      'Slug of a stage of the crop; `auto` estimates it again each day, for apple, apricot and the nectarine ' +
      '‘Big Top’ only. One without a score needs `threshold_temperature`. Null: none.'
  }),
  exposure: Type.Optional(
    Type.Unsafe<Exposure | null>({
      type: ['string', 'null'],
      enum: [...exposures, null],
      description: 'How exposed the plant is to the sky; null: the crop’s own.'
    })
  ),
  escalation: Type.Optional(
    Type.Unsafe<{ readonly after_minutes?: number; readonly lead_minutes?: number } | null>({
      type: ['object', 'null'],
      properties: {
        after_minutes: Type.Integer({
          description: 'Between two steps; default 15.',
          minimum: 5,
          maximum: 60
        }),
        lead_minutes: Type.Integer({
          description: 'Before the first harmful hour of a night without a last hour to prepare; default 90.',
          minimum: 0,
          maximum: 360
        })
      },
      additionalProperties: false,
      description:
        'A warning about tonight that is not answered (“I have seen it”) is sent again, and at last reported to ' +
        'the operator. Null: it is not. Needs a channel whose messages can be answered.'
    })
  ),
  quiet_hours: Type.Optional(
    Type.Unsafe<
      (Pick<QuietHours, 'from' | 'to'> & { readonly always_from?: QuietHours['alwaysFrom'] }) | null
    >({
      type: ['object', 'null'],
      properties: {
        from: timeOfDay('Their begin, by the clock of the place.'),
        to: timeOfDay('Their end; over midnight where it is the earlier time. Not the time of the begin.'),
        always_from: Type.Unsafe<QuietHours['alwaysFrom']>({
          type: 'string',
          enum: quietLevels,
          description: 'News of tonight from this level on comes all the same; default `high`.'
        })
      },
      required: ['from', 'to'],
      additionalProperties: false,
      description:
        'Hold later nights, tonight below `always_from`, all-clears that no one has answered, the end of a data ' +
        'gap and signs of life. Never held: tonight from that level on or at the temperature of the threshold, ' +
        'reminders, data gaps, and steps of an `escalation`. Null: there are none.'
    })
  ),
  label: nullableText({
    maxLength: longestLabel,
    // No control characters or line ends: it is in the subject of a mail.
    pattern: '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]*$',
    description:
      'A plain name of your own, without links, host names, hidden characters or words of two alphabets; null: none.'
  }),
  tag: nullableText({
    maxLength: longestTag,
    pattern: '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]*$',
    description: 'A word by which you sort your subscriptions; in no message; null: none.'
  })
} as const

/** A field is watched as a place is, and shown to its subscriber only. */
const point = {
  lat: Type.Optional(
    Type.Number({
      description: 'Degrees north of a point, with `lon`, instead of `location`; rounded to 3 decimals.',
      minimum: -90,
      maximum: 90,
      examples: [38.355]
    })
  ),
  lon: Type.Optional(
    Type.Number({ description: 'Degrees east.', minimum: -180, maximum: 180, examples: [38.31] })
  ),
  elevation: Type.Optional(
    Type.Number({
      description:
        'With `lat` and `lon`: metres above mean sea level, rounded to whole metres; default: the source’s own ' +
        'terrain.',
      ...elevationLimits,
      examples: [980]
    })
  )
} as const

export const subscribeRequest = Type.Object(
  {
    location: Type.Optional(
      Type.String({
        description: 'Slug of a place. A point has `lat` and `lon` instead.',
        maxLength: maximumSlugLength,
        examples: ['malatya']
      })
    ),
    ...point,
    channel: Type.String({ description: 'One of `/channels`.', examples: ['telegram'] }),
    ...thresholds,
    destination: Type.Optional(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        description:
          'Where messages go, for channels that need it: `{"url": …}` (webhook), `{"address": …}` (email), a ' +
          'PushSubscription (webpush). `/channels` names the members. Null: none.'
      })
    ),
    ...optional
  },
  {
    additionalProperties: false,
    examples: [
      { location: 'malatya', channel: 'telegram', threshold: 60 },
      { location: 'malatya', channel: 'telegram', threshold_temperature: -2 },
      { lat: 38.355, lon: 38.31, elevation: 980, channel: 'telegram', threshold_temperature: -2 }
    ]
  }
)

export const changeRequest = Type.Object(
  { ...thresholds, ...optional },
  { title: 'SubscriptionChange', additionalProperties: false, examples: [{ threshold: 40 }] }
)

export const contactRequest = Type.Object(
  {
    channel: subscribeRequest.properties.channel,
    destination: subscribeRequest.properties.destination,
    lang: optional.lang,
    label: optional.label
  },
  {
    title: 'ContactRequest',
    additionalProperties: false,
    examples: [{ channel: 'telegram', label: 'Neighbour' }]
  }
)

export const contactMove = Type.Object(
  {
    step: Type.Integer({
      description: 'The turn to have from now on; the contact that has it, and those between, move by one.',
      minimum: 2,
      maximum: 1000
    })
  },
  { title: 'ContactMove', additionalProperties: false, examples: [{ step: 2 }] }
)
