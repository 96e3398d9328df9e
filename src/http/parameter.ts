import Type, { type TSchema } from 'typebox'
import { dateHint } from '../common/date-hint.ts'
import { decimalHint, readDecimal } from '../common/decimal.ts'
import { didYouMean, nearestName } from '../common/near-name.ts'
import { checkOf } from '../common/schema-check.ts'
import { type DefaultedParameter, type Parameter, type ParameterError, quoted } from './query.ts'

interface Definition<T> {
  readonly name: string
  readonly required?: boolean
  readonly description: string
  /** The schema of the value for which the text stands. */
  readonly schema: TSchema
  readonly allowed: string
  /** The value of a text; null where the text does not have the form of one. */
  readonly read: (text: string) => T | null
  /** What is wrong with a text, as a sentence or two. */
  readonly detail: (
    text: string,
    fault: Extract<ParameterError['code'], 'invalid_format' | 'out_of_range' | 'not_allowed'>
  ) => string
}

function parameter<T>({ read, detail, required = false, ...named }: Definition<T>): Parameter<T> {
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

export function withDefault<T>(parameter: Parameter<T>, value: T): DefaultedParameter<T> {
  return { ...parameter, schema: { ...parameter.schema, default: value }, default: value }
}

/** A number within a range. @param of what it is a number of @param hint what was probably meant */
export function decimalParameter({
  minimum,
  maximum,
  of,
  example,
  hint = decimalHint,
  ...named
}: {
  readonly name: string
  readonly description: string
  readonly allowed: string
  readonly minimum: number
  readonly maximum: number
  readonly of: string
  readonly example: number
  readonly hint?: (text: string) => string
}): Parameter<number> {
  const range = `${minimum}…${maximum}`.replaceAll('-', '−')
  return parameter({
    ...named,
    schema: Type.Number({ minimum, maximum, examples: [example] }),
    read: readDecimal,
    detail: (text, fault) =>
      fault === 'out_of_range'
        ? `${quoted(text)} is outside ${range}.`
        : `${quoted(text)} is not a number of ${of} such as ${example}.${hint(text)}`
  })
}

export function wholeNumberParameter({
  minimum,
  maximum,
  ...named
}: {
  readonly name: string
  readonly description: string
  readonly minimum: number
  readonly maximum: number
}): Parameter<number> {
  return parameter({
    ...named,
    schema: Type.Integer({ minimum, maximum }),
    allowed: `integer ${minimum}…${maximum}`,
    read: readDecimal,
    detail: (text, fault) =>
      fault === 'out_of_range'
        ? `${quoted(text)} is outside ${minimum}…${maximum}.`
        : `${quoted(text)} is not a whole number.${decimalHint(text)}`
  })
}

/**
 * A parameter that takes one of a list of words.
 * @param elsewhere other operations that take a word that is not listed here
 */
export function wordParameter<Word extends string>({
  words,
  elsewhere = {},
  ...named
}: {
  readonly name: string
  readonly description: string
  readonly words: readonly Word[]
  readonly elsewhere?: Readonly<Record<string, string>>
}): Parameter<Word> {
  return parameter({
    ...named,
    schema: Type.Unsafe<Word>({ type: 'string', enum: words }),
    allowed: words.join(', '),
    read: (text) => text as Word,
    detail: (text) => {
      const [word, where] = Object.entries(elsewhere).find(([one]) => nearestName(text, [one]) !== null) ?? []
      const hint =
        didYouMean(text, words) ||
        (word === undefined ? '' : ` ${where} ${word === text ? 'has it' : `has "${word}"`}.`)
      return `${quoted(text)} is none of ${words.join(', ')}.${hint}`
    }
  })
}

/** A text of a form or a length. @param form what a text must be, after "is not" @param hint what was meant */
export function textParameter({
  form = 'allowed',
  hint = () => '',
  ...named
}: Omit<Definition<string>, 'read' | 'detail'> & {
  readonly form?: string
  readonly hint?: (text: string) => string
}): Parameter<string> {
  return parameter({
    ...named,
    read: (text) => text,
    detail: (text, fault) =>
      fault === 'out_of_range'
        ? `${quoted(text)} has ${[...text].length} characters.`
        : `${quoted(text)} is not ${form}.${hint(text)}`
  })
}

export function dateParameter(
  name: string,
  description: string,
  allowed = 'a date such as 2026-04-12'
): Parameter<string> {
  const schema = Type.String({ format: 'date', examples: ['2026-04-12'] })
  return textParameter({ name, description, schema, allowed, form: 'a date', hint: dateHint })
}

/** A parameter for the end of the previous page, as its answer gives it; `pattern` is that of the whole text. */
export function pageCursor(pattern: string): Parameter<string> {
  return textParameter({
    name: 'cursor',
    description: '`next_cursor` of the page before.',
    schema: Type.String({ pattern }),
    form: 'a cursor of this operation',
    allowed: 'next_cursor of the page before'
  })
}
