/** The vocabulary of body schemas: every member is always present, and unknown values are null. */
import Type, { type TObject, type TProperties, type TUnsafe } from 'typebox'

/** A number with its meaning and unit. */
export const number = (description: string, bounds: { minimum?: number; maximum?: number } = {}) =>
  Type.Number({ description, ...bounds })

/** A number, or null where it is unknown. */
export const numberOrNull = (
  description: string,
  bounds: { minimum?: number; maximum?: number } = {}
): TUnsafe<number | null> => Type.Unsafe<number | null>({ type: ['number', 'null'], description, ...bounds })

export const integer = (description: string, bounds: { minimum?: number; maximum?: number } = {}) =>
  Type.Integer({ description, ...bounds })

export const text = (description: string) => Type.String({ description })

export const textOrNull = (description: string): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })

/** An absolute address. */
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

/** One of a closed list of words. */
export const oneOf = <const Words extends readonly string[]>(
  words: Words,
  description: string
): TUnsafe<Words[number]> => Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], description })

export const oneOfOrNull = <const Words extends readonly string[]>(
  words: Words,
  description: string
): TUnsafe<Words[number] | null> =>
  Type.Unsafe<Words[number] | null>({ type: ['string', 'null'], enum: [...words, null], description })

/** An object whose members are all always present. */
export const row = <P extends TProperties>(properties: P, description?: string): TObject<P> =>
  Type.Object(properties, description === undefined ? {} : { description })

/** The same under a name: the OpenAPI document has it once, and clients have a type of that name. */
export const named = <P extends TProperties>(
  title: string,
  properties: P,
  description?: string
): TObject<P> => Type.Object(properties, { title, ...(description === undefined ? {} : { description }) })

export const list = Type.Array
