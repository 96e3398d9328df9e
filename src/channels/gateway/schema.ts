import Type, { type Static } from 'typebox'

const closed = { additionalProperties: false } as const
const pointer = Type.String({ pattern: '^(/([^/~]|~[01])*)*$', maxLength: 200 })
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const texts = Type.Record(Type.String(), Type.String({ maxLength: 4000 }))

const condition = Type.Object(
  {
    status: Type.Optional(Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), { minItems: 1 })),
    json: Type.Optional(pointer),
    equals: Type.Optional(
      Type.Array(Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }), {
        minItems: 1
      })
    ),
    match: Type.Optional(text(200))
  },
  closed
)

const request = Type.Object(
  {
    method: Type.Optional(
      Type.Unsafe<'GET' | 'POST' | 'PUT'>({ type: 'string', enum: ['GET', 'POST', 'PUT'] })
    ),
    url: text(2000),
    headers: Type.Optional(texts),
    form: Type.Optional(texts),
    json: Type.Optional(Type.Unknown()),
    text: Type.Optional(text(4000))
  },
  closed
)

const incoming = Type.Object(
  {
    as: Type.Unsafe<'json' | 'form'>({ type: 'string', enum: ['json', 'form'] }),
    each: Type.Optional(pointer),
    id: Type.Optional(pointer),
    from: Type.Optional(pointer),
    text: Type.Optional(pointer),
    delivered: Type.Optional(condition),
    failed: Type.Optional(condition),
    answer: Type.Optional(condition),
    reply: Type.Optional(
      Type.Object(
        {
          status: Type.Integer({ minimum: 200, maximum: 299 }),
          type: Type.String({ pattern: '^[!-~ ]{1,100}$' }),
          body: Type.String({ maxLength: 4000 })
        },
        closed
      )
    )
  },
  closed
)

const answered = Type.Object(
  { status: Type.Integer({ minimum: 100, maximum: 599 }), body: Type.Unknown() },
  closed
)

export const gatewaySchema = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 30 }),
    kind: Type.Unsafe<'sms' | 'voice'>({ type: 'string', enum: ['sms', 'voice'] }),
    name: Type.Object({ en: text(40), tr: Type.Optional(text(40)) }, closed),
    open: Type.Optional(Type.Boolean()),
    secrets: Type.Optional(texts),
    request,
    accepted: condition,
    gone: Type.Optional(Type.Array(condition)),
    /** Recorded or documented: each is tried against what the file says about it. */
    example: Type.Object(
      {
        answer: answered,
        gone: Type.Optional(answered),
        delivered: Type.Optional(Type.Unknown()),
        failed: Type.Optional(Type.Unknown()),
        reply: Type.Optional(Type.Unknown())
      },
      closed
    ),
    incoming: Type.Optional(incoming),
    answer: Type.Optional(
      Type.Object(
        {
          reply_to: Type.Optional(
            Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^[+0-9][0-9 ]{2,19}$' })
          ),
          link: Type.Optional(Type.Boolean())
        },
        closed
      )
    ),
    countries: Type.Optional(Type.Array(Type.String({ pattern: '^[1-9][0-9]{0,3}$' }), { minItems: 1 })),
    per_second: Type.Number({ minimum: 0.01, maximum: 1000 }),
    letters: Type.Optional(Type.Integer({ minimum: 100, maximum: 160 })),
    letters_turkish: Type.Optional(Type.Integer({ minimum: 100, maximum: 160 })),
    shift: Type.Optional(Type.Unsafe<'locking' | 'single'>({ type: 'string', enum: ['locking', 'single'] })),
    /** Per message or call, for the operator's own sums. */
    cost: Type.Optional(Type.Number({ minimum: 0, maximum: 1000 })),
    /** Messages or calls. */
    monthly: Type.Integer({ minimum: 10, maximum: 10_000_000 })
  },
  closed
)

export type Gateway = Static<typeof gatewaySchema>
export type Condition = Static<typeof condition>

export interface ReadGateway extends Gateway {
  readonly values: Readonly<Record<string, string>>
}
