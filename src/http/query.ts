/** Query strings: every parameter known, given once, not empty, within its range; all faults reported at once. */
import type { TSchema } from 'typebox'
import { didYouMean } from '../common/near-name.ts'
import { faultSentences } from '../common/schema-check.ts'

export function invalidParameters(errors: readonly ParameterError[]) {
  const allowed = new Set<string>()
  const faults = errors.map((error) => {
    const isSaid = allowed.has(error.allowed) || error.detail.replaceAll('"', '').includes(error.allowed)
    allowed.add(error.allowed)
    return {
      name: error.parameter,
      detail: isSaid ? error.detail : `${error.detail} Allowed: ${error.allowed}.`
    }
  })
  return { code: 'invalid_parameter', detail: faultSentences(faults), extensions: { errors } } as const
}

/** Clients rely on these codes. */
export const parameterFaultCodes = [
  'missing_parameter',
  'unknown_parameter',
  'repeated_parameter',
  'empty_parameter',
  'conflicting_parameters',
  'invalid_format',
  'out_of_range',
  'not_allowed'
] as const

export interface ParameterError {
  readonly parameter: string
  readonly code: (typeof parameterFaultCodes)[number]
  readonly detail: string
  /** What is allowed, for people: `integer 1…16`. */
  readonly allowed: string
}

type Parsed<T> = { readonly value: T } | { readonly error: Omit<ParameterError, 'parameter'> }

export interface Parameter<T = unknown> {
  readonly name: string
  readonly required: boolean
  readonly description: string
  readonly schema: TSchema
  readonly allowed: string
  readonly parse: (text: string) => Parsed<T>
}

export interface DefaultedParameter<T> extends Parameter<T> {
  readonly default: T
}

export interface QueryTexts {
  readonly known: readonly Parameter[]
  readonly texts: ReadonlyMap<string, string>
  /** Faults of the query, then of the values as they are taken. */
  readonly errors: ParameterError[]
}

/** A plus that begins a number or its exponent; elsewhere in a query a plus is a blank. */
const plusSign = /(=[-+]?[\d.]+e|=)\+([\d.])/gi

/** Ignores names with `_` or `utm_`, which caches and campaigns add; for another unknown name the nearest is named. */
export function readQuery(query: string, known: readonly Parameter[]): QueryTexts {
  const texts = new Map<string, string>()
  const errors: ParameterError[] = []
  const seen = new Set<string>()
  for (const [name, text] of new URLSearchParams(query.replaceAll(plusSign, '$1%2B$2'))) {
    if (name.startsWith('_') || name.startsWith('utm_')) continue
    const parameter = known.find((one) => one.name === name)
    if (parameter === undefined) {
      if (!seen.has(name)) errors.push(unknownParameter(name, known))
    } else if (seen.has(name)) {
      errors.push({
        parameter: name,
        code: 'repeated_parameter',
        detail: `"${name}" was given more than once. Send it once.`,
        allowed: parameter.allowed
      })
    } else if (text === '') {
      errors.push({
        parameter: name,
        code: 'empty_parameter',
        detail: `"${name}" has no value. ${parameter.required ? 'Give it one.' : 'Give it one, or leave it out.'}`,
        allowed: parameter.allowed
      })
    } else texts.set(name, text)
    seen.add(name)
  }
  return { known, texts, errors }
}

/** A fault is added to the query's errors. Where not given or wrong: its default, or undefined without one. */
export function take<T>(query: QueryTexts, parameter: DefaultedParameter<T>): T
export function take<T>(query: QueryTexts, parameter: Parameter<T>): T | undefined
export function take<T>(
  { texts, errors }: QueryTexts,
  parameter: Parameter<T> | DefaultedParameter<T>
): T | undefined {
  const standard = 'default' in parameter ? parameter.default : undefined
  const text = texts.get(parameter.name)
  if (text === undefined) {
    if (parameter.required && !errors.some((error) => error.parameter === parameter.name)) {
      errors.push({
        parameter: parameter.name,
        code: 'missing_parameter',
        detail: `"${parameter.name}" is required.`,
        allowed: parameter.allowed
      })
    }
    return standard
  }
  const parsed = parameter.parse(text)
  if ('value' in parsed) return parsed.value
  errors.push({ parameter: parameter.name, ...parsed.error })
  return standard
}

/** How much of a client's text is quoted back: enough to recognise it, too little to be abused. */
const maxQuoted = 60

/** A client's text, safe in a sentence: shortened, and without characters that do not print. */
export function quoted(text: string): string {
  const shown = [...text.slice(0, maxQuoted * 2)].slice(0, maxQuoted).join('')
  const printable = shown.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '�')
  return `"${printable}${shown.length < text.length ? '…' : ''}"`
}

/** A hint for names that other services use: one parameter there is two here, or none. */
function otherwise(name: string, known: readonly string[]): string | null {
  const folded = name.toLowerCase().replaceAll(/[-_]/g, '')
  if (
    known.includes('lat') &&
    /^(?:coord(?:inate)?s?|latlng|latlon|latlong|ll|point|position)$/.test(folded)
  ) {
    return ' Give "lat" and "lon".'
  }
  if (known.includes('fields') && !known.includes('location')) {
    const isPoint = /^(?:lat|lon|elevation)$/.test(folded)
    if (known.includes('locations') && isPoint) return ' Points go into the list of POST.'
    if (known.includes('locations') && folded === 'places') return ' Did you mean "locations"?'
    if (!known.includes('locations') && (isPoint || /^(?:locations?|places?)$/.test(folded)))
      return ' Places and points go into the list "places" of the body.'
  }
  if (/^(?:locations|places)$/.test(folded) && known.includes('location') && known.includes('format'))
    return ' Many places are at …/places of each operation below /weather.'
  return /^(?:appid|(?:api|access|subscription|x?api)?(?:key|token))$/.test(folded)
    ? ' No key is needed; one of the operator goes into the header X-API-Key.'
    : null
}

function unknownParameter(name: string, known: readonly Parameter[]): ParameterError {
  const names = known.map((one) => one.name)
  return {
    parameter: name.slice(0, maxQuoted).replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '�'),
    code: 'unknown_parameter',
    detail: `This operation has no parameter ${quoted(name)}.${otherwise(name, names) ?? didYouMean(name, names)}`,
    allowed: names.length === 0 ? 'no parameters' : names.join(', ')
  }
}
