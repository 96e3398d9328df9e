/** Values on both sides of every limit that a published schema names. */
import { isObject, type Json, type JsonObject } from './close-schemas.ts'

export interface LimitCase {
  /** For people: `maximum 16`. */
  readonly limit: string
  readonly isInside: boolean
  readonly value: Json
}

/**
 * The cases of one parameter, member or variable.
 * @param usual a value that the schema allows; texts of a length are made of it and of blanks
 */
export function limitCases(schema: JsonObject, usual: Json): readonly LimitCase[] {
  return Object.entries(schema).flatMap(([keyword, limit]) => casesOf(keyword, limit, { schema, usual }))
}

interface Subject {
  readonly schema: JsonObject
  readonly usual: Json
}

function casesOf(keyword: string, limit: Json, { schema, usual }: Subject): readonly LimitCase[] {
  const name = `${keyword} ${JSON.stringify(limit)}`
  const inside = (value: Json): LimitCase => ({ limit: name, isInside: true, value })
  const outside = (value: Json): LimitCase => ({ limit: name, isInside: false, value })
  const step = schema['type'] === 'integer' ? 1 : 0.001
  switch (keyword) {
    case 'minimum':
      return [inside(limit), outside(Number(limit) - step)]
    case 'maximum':
      return [inside(limit), outside(Number(limit) + step)]
    case 'minLength':
      return [inside('x'.repeat(Number(limit))), outside('x'.repeat(Number(limit) - 1))]
    case 'maxLength':
      return [inside(padded(usual, Number(limit))), outside(padded(usual, Number(limit) + 1))]
    case 'minItems':
      return [inside(new Array(Number(limit)).fill(usual)), outside(new Array(Number(limit) - 1).fill(usual))]
    case 'maxItems':
      return [inside(new Array(Number(limit)).fill(usual)), outside(new Array(Number(limit) + 1).fill(usual))]
    case 'enum':
      return [...wordsOf(limit).map(inside), outside('none of them'), outside(`${wordsOf(limit)[0]}x`)]
    case 'pattern':
      return [inside(usual), outside(misfit(String(limit)))]
    case 'format':
      return limit === 'date' ? [inside('2024-02-29'), outside('2023-02-29'), outside('29.02.2024')] : []
    default:
      return []
  }
}

function wordsOf(limit: Json): readonly Json[] {
  return Array.isArray(limit) ? limit.filter((word) => word !== null) : []
}

function padded(usual: Json, length: number): string {
  return String(usual).padEnd(length, ' ')
}

/** A text of one line or more that a pattern does not allow. */
function misfit(pattern: string): string {
  const found = ['not of this form', 'two\nlines'].find((text) => !new RegExp(pattern, 'u').test(text))
  if (found === undefined) throw new Error(`no text is known that ${pattern} refuses`)
  return found
}

/** The members of a body with their schemas; those of the rows of a list too, and of each of several bodies once. */
export function membersOf(schema: Json): readonly (readonly [name: string, schema: JsonObject])[] {
  if (!isObject(schema)) return []
  const variants = Array.isArray(schema['oneOf']) ? schema['oneOf'].flatMap(membersOf) : []
  const { properties = {} } = schema
  const own = Object.entries(properties ?? {}).flatMap(([name, one]) =>
    isObject(one) ? [[name, one] as const] : []
  )
  return [...new Map([...variants, ...own].map((member) => [JSON.stringify(member), member])).values()]
}
