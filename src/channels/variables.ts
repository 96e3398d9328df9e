/** Kinds of environment variables that several channels have. */
import type { EnvironmentVariable, Parsed } from '../config/environment.ts'

/** A variable that holds a text as it is: a token, a name. */
export function textVariable(
  name: string,
  description: string,
  options: { readonly secret: boolean }
): EnvironmentVariable<string | null> {
  return { name, description, default: null, secret: options.secret, parse: (text) => ({ value: text }) }
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
