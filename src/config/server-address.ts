/** Reads the address of a server from the environment that may hold a user and a password. It is never repeated. */
import { localized } from '../language/language.ts'
import { type Mistake, type Parsed, said } from './environment.ts'

/** @param start Protocol and host that it begins with @param otherwise Said of another one */
export function readServerAddress(
  name: string,
  text: string,
  { start, otherwise }: { readonly start: RegExp; readonly otherwise: Mistake }
): Parsed<string> {
  const url = URL.parse(text)
  if (url === null || !start.test(`${url.protocol}//${url.hostname}`)) {
    const { mistake, remedy } = otherwise
    const encoded = said(({ encode }, lang) => `${localized(remedy, lang)} ${encode}`)
    return { mistake, remedy: text.includes('@') ? encoded : remedy }
  }
  // What stands before such a sign would be taken for the server, and shown: it may be half of a password.
  if ((url.pathname + url.search + url.hash).includes('@')) {
    const mistake = said(({ atBehindServer }) => atBehindServer(name))
    return { mistake, remedy: said(({ encode }) => encode) }
  }
  return { value: text }
}
