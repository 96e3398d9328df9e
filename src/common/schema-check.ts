/** Checks values by the schemas that publish them, and says in words what is wrong and what is allowed. */
import type { Static, TSchema } from 'typebox'
import { Validator } from 'typebox/schema'
import { Settings } from 'typebox/system'
import { pointerToken } from './json-pointer.ts'

// All faults are reported at once. A body of 16 kB has fewer than these.
Settings.Set({ maxErrors: 10_000 })

export interface SchemaFault {
  readonly pointer: string
  readonly kind:
    | 'required'
    | 'unknown_member'
    | 'invalid_type'
    | 'invalid_format'
    | 'not_allowed'
    | 'out_of_range'
  /** What the member must be: `a number from 1 to 100`; beside an unknown one the known, `lat, lon`. */
  readonly allowed: string
}

/** More faults say nothing new, and a body may have thousands. */
const maxFaults = 100

type Checked<T> = { readonly value: T } | { readonly faults: readonly [SchemaFault, ...SchemaFault[]] }

/** For values of any type: inferring the one of any schema takes half of the time of a type check. */
type AnyValidator = Validator<TSchema, unknown>

/** Checks values against a schema, which is compiled at the first use. Faults are listed once for each member. */
export function checkOf<Schema extends TSchema>(schema: Schema): (value: unknown) => Checked<Static<Schema>> {
  let validator: AnyValidator | null = null
  return (value) => {
    validator ??= new Validator<TSchema, unknown>({}, schema)
    if (validator.Check(value)) return { value: value as Static<Schema> }
    const faults = validator.Errors(value)[1].flatMap((error) => faultsOf(schema, error))
    const byPointer = new Map<string, SchemaFault>()
    for (const fault of faults) {
      if (byPointer.size === maxFaults) break
      if (!byPointer.has(fault.pointer)) byPointer.set(fault.pointer, fault)
    }
    // Of a list of what it may be, one fits so far that its members are named.
    const isOuter = ({ pointer, kind }: SchemaFault): boolean =>
      kind === 'invalid_type' && [...byPointer.keys()].some((other) => other.startsWith(`${pointer}/`))
    const [first = { pointer: '', kind: 'invalid_type', allowed: phraseOf(schema) }, ...others] = [
      ...byPointer.values()
    ].filter((fault) => !isOuter(fault))
    return { faults: [first, ...others] }
  }
}

type ValidationError = ReturnType<AnyValidator['Errors']>[1][number]

const kinds: Partial<Record<ValidationError['keyword'], SchemaFault['kind']>> = {
  type: 'invalid_type',
  enum: 'not_allowed',
  uniqueItems: 'not_allowed',
  pattern: 'invalid_format',
  format: 'invalid_format',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  minLength: 'out_of_range',
  maxLength: 'out_of_range',
  minItems: 'out_of_range',
  maxItems: 'out_of_range'
}

function faultsOf(schema: TSchema, error: ValidationError): readonly SchemaFault[] {
  const { instancePath: at } = error
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) =>
      faultAt(schema, `${at}${pointerToken(name)}`, 'required')
    )
  }
  if (error.keyword === 'additionalProperties') {
    const allowed = Object.keys(memberAt(schema, at).properties ?? {}).join(', ')
    return error.params.additionalProperties.map((name) => ({
      pointer: `${at}${pointerToken(name)}`,
      kind: 'unknown_member' as const,
      allowed
    }))
  }
  const kind = kinds[error.keyword]
  return kind === undefined ? [] : [faultAt(schema, at, kind)]
}

function faultAt(schema: TSchema, pointer: string, kind: SchemaFault['kind']): SchemaFault {
  const member = memberAt(schema, pointer)
  // "A number" says more than its range where the value is a text.
  const isOtherType = kind === 'invalid_type' && typeof member.type === 'string'
  return { pointer, kind, allowed: isOtherType ? nounOf(member) : phraseOf(member) }
}

interface Keywords {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Keywords>>
  readonly items?: Keywords
  readonly anyOf?: readonly Keywords[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** The schema of a member of an object or a list; an empty one for a member that the schema does not name. */
function memberAt(schema: Keywords, pointer: string): Keywords {
  const { properties = {}, items = {}, anyOf = [] } = schema
  const choice = anyOf.find(({ type }) => type !== 'null')
  if (choice !== undefined) return memberAt(choice, pointer)
  if (pointer === '') return schema
  const isNamed = ([name]: [string, Keywords]): boolean => `${pointer}/`.startsWith(`${pointerToken(name)}/`)
  const named = Object.entries(properties).find(isNamed)
  if (named !== undefined) return memberAt(named[1], pointer.slice(pointerToken(named[0]).length))
  return memberAt(items, pointer.replace(/^\/[^/]*/, ''))
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object'
}

function nounOf({ type = [], format, properties = {} }: Keywords): string {
  if (format === 'date') return 'a date of the calendar such as 2026-04-12'
  if (format === 'date-time') return 'an instant with its offset such as 2026-04-12T03:40:00+03:00'
  const [first = ''] = [type].flat()
  const names = Object.keys(properties).map((name) => `"${name}"`)
  if (first === 'object' && names.length > 0) return `an object with ${names.join(', ')}`
  return nouns[first] ?? 'left out'
}

/** What a schema allows, without null: `a number from 1 to 100`. */
function phraseOf(schema: TSchema): string {
  const keywords: Keywords = schema
  if (keywords.enum !== undefined) return `one of ${keywords.enum.filter((one) => one !== null).join(', ')}`
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = keywords
  const limits = [
    minimum === undefined || maximum === undefined ? '' : ` from ${signed(minimum)} to ${signed(maximum)}`,
    limitsOf(minLength, maxLength, 'characters'),
    limitsOf(minItems, maxItems, 'elements')
  ]
  return nounOf(keywords) + limits.join('')
}

function limitsOf(least: number | undefined, most: number | undefined, what: string): string {
  if (most === undefined) return least === undefined ? '' : ` of at least ${least} ${what}`
  return least === undefined ? ` of at most ${most} ${what}` : ` of ${least} to ${most} ${what}`
}

function signed(value: number): string {
  return String(value).replace('-', '−')
}

const maxShown = 5

/** Each fault after the name of its parameter or member; how many more there are is said at the end. */
export function faultSentences(
  faults: readonly { readonly name: string; readonly detail: string }[]
): string {
  const shown = faults
    .slice(0, maxShown)
    .map(({ name, detail }) => (name === '' ? detail : `${name}: ${detail}`))
  const more = faults.length - shown.length
  return shown.join(' ') + (more > 0 ? ` ${more} more in "errors".` : '')
}
