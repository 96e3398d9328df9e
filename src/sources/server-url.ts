/** The variable every provider has: where its server is. */
import type { EnvironmentVariable } from '../config/environment.ts'
import { readWebAddress } from '../config/web-address.ts'

/** An http(s) address of a server, kept without a slash at its end. */
export function urlVariable(
  name: string,
  description: string,
  fallback: string
): EnvironmentVariable<string> {
  const parse = (text: string) => readWebAddress(name, text, fallback)
  return { name, description, default: fallback, secret: false, parse }
}
