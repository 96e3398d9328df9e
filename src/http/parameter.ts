/** Parameters: the schema that the OpenAPI document publishes is the one that every text is checked against. */
import Type, { type TSchema } from 'typebox'
import { checkOf } from '../common/schema-check.ts'
import { type DefaultedParameter, nearestName, type Parameter, type ParameterError, quoted } from './query.ts'

type TextFault = Extract<ParameterError['code'], 'invalid_format' | 'out_of_range' | 'not_allowed'>

interface Definition<T> {
  readonly name: string
  readonly required?: boolean
  readonly description: string
  /** Of the value that the text stands for. */
  readonly schema: TSchema
  readonly allowed: string
  /** The value of a text; null where the text does not have the form of one. */
  readonly read: (text: string) => T | null
  /** What is wrong with a text, as a sentence or two. */
  readonly detail: (text: string, fault: TextFault) => string
}

/** A parameter of any kind. */
export function parameter<T>({ read, detail, required = false, ...named }: Definition<T>): Parameter<T> {
  const check = checkOf(named.schema)
  const { allowed } = named
  return {
    ...named,
    required,
    parse(text) {
      const value = read(text)
      const checked = value === null ? null : check(value)
      if (value !== null && checked !== null && 'value' in checked) return { value }
      const kind = checked !== null && 'faults' in checked ? checked.faults[0].kind : null
      const code = kind === 'out_of_range' || kind === 'not_allowed' ? kind : 'invalid_format'
      return { error: { code, detail: detail(text, code), allowed } }
    }
  }
}

/** A whole number within a range. */
export function wholeNumberParameter({
  minimum,
  maximum,
  default: standard,
  ...named
}: {
  readonly name: string
  readonly description: string
  readonly minimum: number
  readonly maximum: number
  readonly default: number
}): DefaultedParameter<number> {
  const base = parameter({
    ...named,
    schema: Type.Integer({ minimum, maximum, default: standard }),
    allowed: `integer ${minimum}…${maximum}`,
    read: (text) => (/^-?\d{1,9}$/.test(text) ? Number(text) : null),
    detail: (text, fault) =>
      fault === 'out_of_range'
        ? `${quoted(text)} lies outside ${minimum}…${maximum}.`
        : `${quoted(text)} is not a whole number.`
  })
  return { ...base, default: standard }
}

interface WordDefinition<Word extends string> {
  readonly name: string
  readonly description: string
  readonly words: readonly Word[]
}

/** One of a closed list of words. */
export function wordParameter<Word extends string>(
  { words, ...named }: WordDefinition<Word>,
  options: { readonly default?: Word } = {}
): Parameter<Word> {
  return parameter({
    ...named,
    schema: Type.Unsafe<Word>({ type: 'string', enum: words, ...options }),
    allowed: words.join(', '),
    // The schema holds the words; a text that it passes is one of them.
    read: (text) => text as Word,
    detail: (text) => {
      const near = nearestName(text, words)
      return `${quoted(text)} is not one of them.${near === null ? '' : ` Did you mean "${near}"?`}`
    }
  })
}

/** One of a closed list of words, with a default. */
export function defaultedWordParameter<Word extends string>({
  default: standard,
  ...definition
}: WordDefinition<Word> & { readonly default: Word }): DefaultedParameter<Word> {
  return { ...wordParameter(definition, { default: standard }), default: standard }
}

/** A text of a form or a length. */
export function textParameter({
  minLength,
  maxLength,
  pattern,
  examples,
  form = 'allowed',
  ...named
}: {
  readonly name: string
  readonly required?: boolean
  readonly description: string
  readonly allowed: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: RegExp
  readonly examples?: readonly string[]
  /** What a text must be, after "is not". */
  readonly form?: string
}): Parameter<string> {
  const limits = {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern: pattern.source }),
    ...(examples === undefined ? {} : { examples })
  }
  return parameter({
    ...named,
    schema: Type.String(limits),
    read: (text) => text,
    detail: (text, fault) =>
      fault === 'out_of_range'
        ? `${quoted(text)} has ${[...text].length} characters.`
        : `${quoted(text)} is not ${form}.`
  })
}
