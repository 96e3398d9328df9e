/**
 * How a channel's folder tells which environment variables it reads. The shape is the same as the one sources use, so that the
 * configuration reads both alike; the rooms do not import each other.
 */

/** What is wrong with a value and what to do about it, both full sentences for the operator; never the value of a secret. */
export interface Mistake {
  readonly mistake: string
  readonly remedy: string
}

/** A value, or why there is none. */
export type Parsed<Value> = { readonly value: Value } | Mistake

/** One variable of the environment. */
export interface EnvironmentVariable<Value> {
  /** As in the environment: `NTFY_URL`. */
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

/** A variable that holds a text as it is: a token, a name. */
export function textVariable(
  name: string,
  description: string,
  options: { readonly secret: boolean }
): EnvironmentVariable<string | null> {
  return { name, description, default: null, secret: options.secret, parse: (text) => ({ value: text }) }
}

/** A variable that is `1`, `true`, `yes` or their opposites; off when absent. */
export function switchVariable(name: string, description: string): EnvironmentVariable<boolean> {
  const parse = (text: string): Parsed<boolean> => {
    if (/^(1|true|yes|on)$/i.test(text)) return { value: true }
    if (/^(0|false|no|off)$/i.test(text)) return { value: false }
    return { mistake: `${name} is neither yes nor no.`, remedy: `Set ${name} to 1 or 0, or leave it out.` }
  }
  return { name, description, default: false, secret: false, parse }
}

/** The address of one of the operator's web servers, kept without a slash at its end; null when absent. */
export function serverUrlVariable(
  name: string,
  description: string,
  example: string
): EnvironmentVariable<string | null> {
  const parse = (text: string): Parsed<string> => {
    const url = URL.parse(text)
    const plain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
    if (plain && /^https?:$/.test(url.protocol)) return { value: text.replace(/\/+$/, '') }
    return {
      mistake: `${name} is not the address of a web server.`,
      remedy: `Give an address such as ${example}, without a user name or a query, or leave ${name} out.`
    }
  }
  return { name, description, default: null, secret: false, parse }
}

/** A whole number within a range. */
export function countVariable(
  name: string,
  description: string,
  range: { readonly default: number; readonly min: number; readonly max: number }
): EnvironmentVariable<number> {
  const parse = (text: string): Parsed<number> => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= range.min && value <= range.max) return { value }
    return {
      mistake: `${name} is not a whole number from ${range.min} to ${range.max}.`,
      remedy: `Give one, or leave ${name} out for ${range.default}.`
    }
  }
  return { name, description, default: range.default, secret: false, parse }
}
