/** Kinds of environment variables that several channels have. */
import type { EnvironmentVariable } from '../config/environment.ts'
import { readWebAddress } from '../config/web-address.ts'

/** A variable whose text is used as it is: a token, a name. */
export function textVariable(
  name: string,
  description: string,
  options: { readonly secret: boolean }
): EnvironmentVariable<string | null> {
  return { name, description, default: null, secret: options.secret, parse: (text) => ({ value: text }) }
}

/** The address of one of the operator's web servers, without a slash at the end; null when absent. */
export function serverUrlVariable(
  name: string,
  description: string,
  example: string
): EnvironmentVariable<string | null> {
  const parse = (text: string) => readWebAddress(name, text, example)
  return { name, description, default: null, secret: false, parse }
}
