/** The vocabulary of body schemas: every member is always present, and unknown values are null. */
import Type, {
  type TArray,
  type TObject,
  type TProperties,
  type TSchema,
  type TString,
  type TUnsafe
} from 'typebox'

export const number = (description: string, bounds: { minimum?: number; maximum?: number } = {}) =>
  Type.Number({ description, ...bounds })

export const numberOrNull = (
  description: string,
  bounds: { minimum?: number; maximum?: number } = {}
): TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description: withNull(description), ...bounds })

/** The usual meaning of null, where a description gives no other. */
function withNull(description: string): string {
  return /\bnull/i.test(description) ? description : `${description} Null where it is not known.`
}

export const integer = (description: string, bounds: { minimum?: number; maximum?: number } = {}) =>
  Type.Integer({ description, ...bounds })

export const text = (description: string) => Type.String({ description })

export const textOrNull = (description: string): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })

export const url = (description: string) => Type.String({ description, format: 'uri' })

export const urlOrNull = (description: string): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uri', description })

export const flag = (description: string) => Type.Boolean({ description })

/** An instant in RFC 3339 with the place's own offset. */
export const instant = (description: string) => Type.String({ description, format: 'date-time' })

export const instantOrNull = (description: string): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description })

/** A civil date in the place's own zone. */
export const date = (description: string) => Type.String({ description, format: 'date' })

export const dateOrNull = (description: string): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

export const oneOf = <const Words extends readonly string[]>(
  words: Words,
  description: string
): TUnsafe<Words[number]> => Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], description })

export const oneOfOrNull = <const Words extends readonly string[]>(
  words: Words,
  description: string
): TUnsafe<Words[number] | null> =>
  Type.Unsafe<Words[number] | null>({ type: ['string', 'null'], enum: [...words, null], description })

/** A member under the name that it had before: elsewhere that name has another type, and its successor has one. */
export const deprecated = <Schema extends TSchema>(schema: Schema, successor: string): Schema => ({
  ...schema,
  deprecated: true,
  description: `Old name of \`${successor}\`. ${Reflect.get(schema, 'description')}`
})

/** The same in an object that few read: the document has it as an additional member, and no client a type of it. */
export const former = <Schema extends TSchema>(schema: Schema, successor: string): Schema => ({
  ...deprecated(schema, successor),
  unlisted: true
})

/** A unit under the name of its member: a map in the document, where that name is a number. */
export const unit = (description: string): TString => Type.String({ description, unlisted: true })

/** An object whose members are all always present. */
export const row = <P extends TProperties>(properties: P, description: string): TObject<P> =>
  Type.Object(properties, { description })

/** The same under a name: the OpenAPI document has it once, and clients have a type of that name. */
export const named = <P extends TProperties>(
  title: string,
  properties: P,
  description?: string
): TObject<P> => Type.Object(properties, { title, ...(description === undefined ? {} : { description }) })

/** A part that may be missing. */
export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const list = <Item extends TSchema>(
  items: Item,
  description: string,
  bounds: { minItems?: number; maxItems?: number } = {}
): TArray<Item> => Type.Array(items, { description, ...bounds })
