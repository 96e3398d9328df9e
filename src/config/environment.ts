/** How folders tell which variables they read, so that all are listed, read and judged in one place. */
import { readFileSync } from 'node:fs'
import Type, { type Static, type TSchema, type TString } from 'typebox'
import { checkOf } from '../common/schema-check.ts'
import type { Catalogue } from '../language/en/registry.ts'
import { inEveryLanguage, type Language, type Localized, localized } from '../language/language.ts'

/** A mistake in full sentences for the operator, without the value of a secret. */
export interface Mistake {
  readonly mistake: Localized
  readonly remedy: Localized
}

/** What the operator should know of readable settings, before it matters; holds no secret. */
export interface Note {
  readonly text: Localized
  readonly remedy: Localized
}

/** A text about settings with what it names. */
export function said(say: (words: Catalogue['settings'], lang: Language) => string): Localized {
  return inEveryLanguage((words, lang) => say(words.settings, lang))
}

export function mistakesIn(lang: Language, mistakes: readonly Mistake[]) {
  return mistakes.map(({ mistake, remedy }) => ({
    mistake: localized(mistake, lang),
    remedy: localized(remedy, lang)
  }))
}

export interface EnvironmentVariable<Value> {
  readonly name: string
  /** One sentence for the table in the README. */
  readonly description: string
  /** The value when the variable is absent or empty; null: there is none. */
  readonly default: Value
  /** True where the value must never be shown. */
  readonly secret: boolean
  readonly schema: TSchema
  /** What the schema allows, also for the table of docs/configuration.md: `a whole number from 0 to 65535`. */
  readonly allowed: Localized
  readonly parse: (text: string) => Parsed<Value>
}

export type Parsed<Value> = { readonly value: Value } | Mistake

export type EnvironmentDescription = Readonly<Record<string, EnvironmentVariable<unknown>>>

export type SettingsOf<Description extends EnvironmentDescription> = {
  readonly [Name in keyof Description]: Description[Name] extends EnvironmentVariable<infer Value>
    ? Value
    : never
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads a description from an environment. All mistakes are reported together; a mistaken setting has its default. */
export function readSettings<Description extends EnvironmentDescription>(
  description: Description,
  environment: Environment
): { readonly settings: SettingsOf<Description>; readonly mistakes: readonly Mistake[] } {
  const settings: Record<string, unknown> = {}
  const mistakes: Mistake[] = []
  for (const [setting, variable] of Object.entries(description)) {
    const text = textOf(variable, environment)
    const parsed =
      'mistake' in text ? text : text.value === '' ? { value: variable.default } : variable.parse(text.value)
    if ('mistake' in parsed) mistakes.push(parsed)
    settings[setting] = 'mistake' in parsed ? variable.default : parsed.value
  }
  return { settings: settings as SettingsOf<Description>, mistakes }
}

export function namesOf({
  name,
  secret
}: Pick<EnvironmentVariable<unknown>, 'name' | 'secret'>): readonly string[] {
  return secret ? [name, `${name}_FILE`] : [name]
}

/** The text of a variable, '' where it is absent; that of a secret may be in a file. */
function textOf(variable: EnvironmentVariable<unknown>, environment: Environment): Parsed<string> {
  const [text = '', path = ''] = namesOf(variable).map((name) => environment[name]?.trim() ?? '')
  if (path === '') return { value: text }
  const file = `${variable.name}_FILE`
  if (text !== '') {
    const mistake = said(({ bothSet }) => bothSet(variable.name, file))
    return { mistake, remedy: said(({ leaveOneOut }) => leaveOneOut(variable.name, file)) }
  }
  const remedy = said(({ giveFileOfSecret }) => giveFileOfSecret(file))
  try {
    const value = readFileSync(path, 'utf8').trim()
    return value === '' ? { mistake: said(({ fileEmpty }) => fileEmpty(file, path)), remedy } : { value }
  } catch (error) {
    return { ...unreadable(file, path, error), remedy }
  }
}

export function unreadable(name: string, path: string, error: unknown): Mistake {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  return {
    mistake: said(({ fileUnreadable }) => fileUnreadable(name, path, code)),
    remedy: said(({ giveFile }) => giveFile(name))
  }
}

/** Yes or no as operators write it; null where the text is neither. */
export function readYesOrNo(text: string): boolean | null {
  if (/^(yes|true|1|on)$/i.test(text)) return true
  return /^(no|false|0|off)$/i.test(text) ? false : null
}

interface Definition<Value, Schema extends TSchema> {
  readonly name: string
  readonly description: string
  readonly default: Value
  readonly secret?: boolean
  /** A whole number, yes or no, a list separated by commas, or a text. */
  readonly schema: Schema
  /** For people, where the schema does not say everything. */
  readonly allowed?: Localized
  readonly mistake?: Localized
  readonly remedy?: Localized
  /** Turns a value that the schema allows into the setting, and checks what a schema cannot express. */
  readonly read?: (value: Static<Schema>) => Parsed<Value>
}

export function variable<Value, const Schema extends TSchema = TSchema>(
  definition: Definition<Value, Schema>
): EnvironmentVariable<Value> {
  const { name, description, secret = false, schema, allowed = allowedBy(schema), read } = definition
  const check = checkOf(schema)
  const parse = (text: string): Parsed<Value> => {
    const written = writtenValue(text, schema)
    const checked = check(written)
    if ('value' in checked)
      return read === undefined ? { value: checked.value as Value } : read(checked.value)
    const [fault] = checked.faults
    const part = fault.pointer === '' ? null : String(Object(written)[fault.pointer.slice(1)])
    const { items = schema }: { readonly items?: TSchema } = schema
    const partAllowed = fault.kind === 'invalid_format' ? allowed : allowedBy(items)
    const mistake = said((words, lang) =>
      part === null
        ? words.isNot(name, secret ? null : text, localized(allowed, lang))
        : words.hasPart(name, part, localized(partAllowed, lang))
    )
    return {
      mistake: definition.mistake ?? mistake,
      remedy: definition.remedy ?? said(({ give }, lang) => give(name, localized(allowed, lang)))
    }
  }
  return { name, description, default: definition.default, secret, schema, allowed, parse }
}

function allowedBy(schema: {
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
}): Localized {
  const { enum: words, minimum, maximum, minLength } = schema
  return said(({ allowed }) => {
    if (words !== undefined) return allowed.oneOf(words.join(', '))
    if (minimum !== undefined && maximum !== undefined) return allowed.wholeNumber(minimum, maximum)
    return minLength === undefined ? allowed.text : allowed.textOfAtLeast(minLength)
  })
}

function writtenValue(text: string, schema: { readonly type?: unknown }): unknown {
  if (schema.type === 'integer') return /^\d{1,12}$/.test(text) ? Number(text) : text
  if (schema.type === 'boolean') return readYesOrNo(text)
  return schema.type === 'array' ? text.split(',').map((part) => part.trim()) : text
}

export function yesOrNoVariable(name: string, description: string): EnvironmentVariable<boolean> {
  return variable<boolean>({
    name,
    description,
    default: false,
    schema: Type.Boolean(),
    allowed: said(({ allowed }) => allowed.yesOrNo),
    mistake: said(({ neitherYesNorNo }) => neitherYesNorNo(name)),
    remedy: said(({ setYesOrNo }) => setYesOrNo(name))
  })
}

export function wholeNumberVariable(
  name: string,
  description: string,
  range: { readonly default: number; readonly min: number; readonly max: number }
): EnvironmentVariable<number> {
  return variable<number>({
    name,
    description,
    default: range.default,
    schema: Type.Integer({ minimum: range.min, maximum: range.max }),
    remedy: said(({ giveNumber }) => giveNumber(name, range.default))
  })
}

export function wordVariable<Word extends string, Default extends Word | null>(
  name: string,
  description: string,
  words: { readonly default: Default; readonly of: readonly Word[] }
): EnvironmentVariable<Word | Default> {
  return variable<Word | Default>({
    name,
    description,
    default: words.default,
    schema: Type.Unsafe<Word>({ type: 'string', enum: words.of })
  })
}

/** A variable that is a list of different words out of a few, null when absent. */
export function listVariable<Word extends string>({
  words,
  ...named
}: {
  readonly name: string
  readonly description: string
  readonly words: readonly Word[]
}): EnvironmentVariable<readonly Word[] | null> {
  return variable<readonly Word[] | null>({
    ...named,
    default: null,
    schema: Type.Array(Type.Unsafe<Word>({ type: 'string', enum: words }), { uniqueItems: true }),
    allowed: said(({ allowed }) => allowed.eachOnceOf(words.join(', ')))
  })
}

/** A variable that is a text, null when absent. */
export function textVariable(
  definition: Omit<Definition<string | null, TString>, 'default' | 'schema'> & { readonly pattern?: RegExp }
): EnvironmentVariable<string | null> {
  const { pattern, ...named } = definition
  const schema = Type.String(pattern === undefined ? {} : { pattern: pattern.source })
  return variable<string | null, TString>({ ...named, default: null, schema })
}
