import { localized } from '../language/language.ts'
import { type Mistake, type Parsed, said, textVariable } from './environment.ts'

/** A variable with the address of a proxy, never shown, as it may hold a password. */
function proxyVariable(name: string, description: string) {
  const remedy = said(({ giveAddress }) => giveAddress(name, 'http://proxy.example.org:3128'))
  return textVariable({
    name,
    description,
    secret: true,
    allowed: said(({ allowed }) => allowed.webAddress),
    read: (text) => {
      const url = URL.parse(text)
      if (url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '') return { value: text }
      return { mistake: said(({ notWebAddress }) => notWebAddress(name, null)), remedy }
    }
  })
}

export const proxyVariables = {
  httpProxy: proxyVariable(
    'HTTP_PROXY',
    '[Proxy](operation.md#a-network-with-a-mandatory-proxy) for `http:`, without `HTTPS_PROXY` ' +
      'also for `https:`, asked for addresses that the service has looked up; `http_proxy` counts too.'
  ),
  httpsProxy: proxyVariable('HTTPS_PROXY', 'Proxy for `https:`; `https_proxy` counts too.'),
  noProxy: textVariable({
    name: 'NO_PROXY',
    description:
      'Hosts, domains and networks (`10.0.0.0/8`) that are reached without it, with a port where only that is meant; ' +
      '`*` for all. `no_proxy` counts too.',
    allowed: said(({ allowed }) => allowed.hosts)
  })
} as const

/** Reads the address of a server from the environment that may hold a user and a password. It is never repeated. */

/** @param start Protocol and host that it begins with @param otherwise Said of another one */
export function readServerAddress(
  name: string,
  text: string,
  { start, otherwise }: { start: RegExp; otherwise: Mistake }
): Parsed<string> {
  const url = URL.parse(text)
  if (url === null || !start.test(`${url.protocol}//${url.hostname}`)) {
    const { mistake, remedy } = otherwise
    const encoded = said(({ encode }, lang) => `${localized(remedy, lang)} ${encode}`)
    return { mistake, remedy: text.includes('@') ? encoded : remedy }
  }
  // What comes before such a sign would be taken for the server, and shown: it may be half of a password.
  if ((url.pathname + url.search + url.hash).includes('@')) {
    const mistake = said(({ atBehindServer }) => atBehindServer(name))
    return { mistake, remedy: said(({ encode }) => encode) }
  }
  return { value: text }
}
