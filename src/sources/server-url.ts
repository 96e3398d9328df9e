/** The variable every provider has: where its server is. */
import type { EnvironmentVariable, Parsed } from '../config/environment.ts'

/** An http(s) address of a server, kept without a slash at its end. */
export function urlVariable(
  name: string,
  description: string,
  fallback: string
): EnvironmentVariable<string> {
  const parse = (text: string): Parsed<string> => {
    const url = URL.parse(text)
    const fits = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
    if (fits && url.username === '' && url.password === '') return { value: text.replace(/\/+$/, '') }
    return {
      mistake: `${name} is "${text}", which is not the address of a web server.`,
      remedy: `Give an address such as ${fallback}, without a query, or leave ${name} out.`
    }
  }
  return { name, description, default: fallback, secret: false, parse }
}
