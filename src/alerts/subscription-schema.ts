/** What a body may say of a subscription: checked in subscribe-body.ts; http/alerts/subscribe-request.ts publishes its members. */
import Type from 'typebox'
import type { Exposure } from '../frost/frost-night.ts'
import { exposures } from '../frost/scoring-profile.ts'
import { longestName } from '../language/crop-names.ts'
import { type Language, languages } from '../language/language.ts'
import { maximumSlugLength } from '../places/folding.ts'

/** Frost scores from which a night is worth a message. */
export const thresholdLimits = { minimum: 1, maximum: 100 }

const threshold = Type.Number({
  description: 'The alert fires when a night’s published score reaches it.',
  ...thresholdLimits
})

// A member that is null is as if it was not there.
const nullableText = (limits: {
  readonly maxLength: number
  readonly pattern?: string
  readonly description?: string
}) => Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], ...limits }))

const optional = {
  lang: Type.Optional(
    Type.Unsafe<Language>({
      type: 'string',
      enum: languages,
      description: 'Language of the messages; default `en`.'
    })
  ),
  crop: nullableText({ maxLength: longestName }),
  stage: nullableText({
    maxLength: longestName,
    description: 'Slug of a stage of the crop; `auto`, which `/weather/frost-risk` takes, is not taken here.'
  }),
  exposure: Type.Optional(
    Type.Unsafe<Exposure | null>({
      type: ['string', 'null'],
      enum: [...exposures, null],
      description: 'How openly the plant lies to the sky.'
    })
  ),
  label: nullableText({
    maxLength: 80,
    // Without control characters, line ends among them: it stands in the subject of a mail.
    pattern: '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]*$',
    description: 'A name of your own, without control characters.'
  })
} as const

/** The body of `POST /alerts/subscribe`. */
export const subscribeRequest = Type.Object(
  {
    location: Type.String({
      description: 'Slug of a place.',
      maxLength: maximumSlugLength,
      examples: ['malatya']
    }),
    channel: Type.String({ description: 'One of `/channels`.', examples: ['telegram'] }),
    threshold,
    destination: Type.Optional(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        description:
          'Where messages go, for channels that need it: `{"url": …}` (webhook), `{"address": …}` (email), a PushSubscription (webpush). `/channels` names the members.'
      })
    ),
    ...optional
  },
  { additionalProperties: false, examples: [{ location: 'malatya', channel: 'telegram', threshold: 60 }] }
)

/** The body of `PATCH`: only the members to change. */
export const changeRequest = Type.Object(
  { threshold: Type.Optional(threshold), ...optional },
  { title: 'SubscriptionChange', additionalProperties: false, examples: [{ threshold: 40 }] }
)
