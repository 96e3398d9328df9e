/**
 * How a folder tells which environment variables it reads, so that all of them can be listed, read and judged in one place. The
 * only piece of the configuration that other rooms see: a shape and its reading, and no variable.
 */

/** What is wrong with a value and what to do about it, both full sentences for the operator; never the value of a secret. */
export interface Mistake {
  readonly mistake: string
  readonly remedy: string
}

/** One variable of the environment. */
export interface EnvironmentVariable<Value> {
  /** As in the environment: `OPEN_METEO_URL`. */
  readonly name: string
  /** One sentence for the table in the README. */
  readonly description: string
  /** What holds when the variable is absent or empty; null where nothing does. */
  readonly default: Value
  /** True where the value must never be shown. */
  readonly secret: boolean
  /** Reads a text that is not empty. */
  readonly parse: (text: string) => Parsed<Value>
}

/** A value, or why there is none. */
export type Parsed<Value> = { readonly value: Value } | Mistake

/** The variables of one folder by the name of the setting each gives. */
export type EnvironmentDescription = Readonly<Record<string, EnvironmentVariable<unknown>>>

/** The settings a description gives. */
export type SettingsOf<Description extends EnvironmentDescription> = {
  readonly [Name in keyof Description]: Description[Name] extends EnvironmentVariable<infer Value>
    ? Value
    : never
}

/** The environment as a process has it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads a description from an environment. All mistakes are told at once; a mistaken setting has its default. */
export function readSettings<Description extends EnvironmentDescription>(
  description: Description,
  environment: Environment
): { readonly settings: SettingsOf<Description>; readonly mistakes: readonly Mistake[] } {
  const settings: Record<string, unknown> = {}
  const mistakes: Mistake[] = []
  for (const [setting, variable] of Object.entries(description)) {
    const text = environment[variable.name]?.trim() ?? ''
    const parsed = text === '' ? { value: variable.default } : variable.parse(text)
    if ('mistake' in parsed) mistakes.push(parsed)
    settings[setting] = 'mistake' in parsed ? variable.default : parsed.value
  }
  return { settings: settings as SettingsOf<Description>, mistakes }
}

/** Yes or no as operators write it; null where the text is neither. */
export function readYesOrNo(text: string): boolean | null {
  if (/^(yes|true|1|on)$/i.test(text)) return true
  return /^(no|false|0|off)$/i.test(text) ? false : null
}

/** A variable that is `yes` or `no`, as the README shows it; no when absent. */
export function yesOrNoVariable(name: string, description: string): EnvironmentVariable<boolean> {
  const parse = (text: string): Parsed<boolean> => {
    const value = readYesOrNo(text)
    if (value !== null) return { value }
    return { mistake: `${name} is neither yes nor no.`, remedy: `Set ${name} to yes or no, or leave it out.` }
  }
  return { name, description, default: false, secret: false, parse }
}

/** A variable that is a whole number within a range. */
export function wholeNumberVariable(
  name: string,
  description: string,
  range: { readonly default: number; readonly min: number; readonly max: number }
): EnvironmentVariable<number> {
  const parse = (text: string): Parsed<number> => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
    if (value >= range.min && value <= range.max) return { value }
    return {
      mistake: `${name} is "${text}", which is not a whole number from ${range.min} to ${range.max}.`,
      remedy: `Give such a number, or leave ${name} out for ${range.default}.`
    }
  }
  return { name, description, default: range.default, secret: false, parse }
}
