/** Reads the address of a server from the environment that may hold a user and a password. It is never repeated. */
import type { Mistake, Parsed } from './environment.ts'

const encoding =
  'In a user name or password write "@" as %40, ":" as %3A, "/" as %2F, "?" as %3F and "#" as %23.'

/**
 * @param start what the address begins with, protocol and host
 * @param otherwise what is said of another one
 */
export function readServerAddress(
  name: string,
  text: string,
  { start, otherwise }: { readonly start: RegExp; readonly otherwise: Mistake }
): Parsed<string> {
  const url = URL.parse(text)
  if (url === null || !start.test(`${url.protocol}//${url.hostname}`)) {
    const { mistake, remedy } = otherwise
    return { mistake, remedy: text.includes('@') ? `${remedy} ${encoding}` : remedy }
  }
  // What stands before such a sign would be taken for the server, and shown: it may be half of a password.
  if ((url.pathname + url.search + url.hash).includes('@'))
    return { mistake: `${name} has an "@" behind the name of its server.`, remedy: encoding }
  return { value: text }
}
