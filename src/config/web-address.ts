/** Reads the address of a web server from the environment. What may hold a password or a token is never repeated. */
import Type, { type TString } from 'typebox'
import { type EnvironmentVariable, type Parsed, said, variable } from './environment.ts'

/** A variable that holds the address of a web server, stored without a slash at its end. */
export function webAddressVariable<Default extends string | null>({
  example,
  secret = false,
  ...named
}: {
  readonly name: string
  readonly description: string
  readonly default: Default
  readonly example: string
  readonly secret?: boolean
}): EnvironmentVariable<string | Default> {
  return variable<string | Default, TString>({
    ...named,
    secret,
    schema: Type.String(),
    allowed: said(({ allowed }) => allowed.webAddress),
    read: (text) => {
      const read = readWebAddress(named.name, text, { example, secret })
      return 'value' in read && isOn(read.value, named.default) ? { value: named.default } : read
    }
  })
}

/** Whether an address is on a server, whatever follows its name: such a server has one address. */
function isOn(address: string, server: string | null): server is string {
  return server !== null && URL.parse(address)?.host === URL.parse(server)?.host
}

export function serverVariable(
  name: string,
  description: string,
  standard: string
): EnvironmentVariable<string> {
  return webAddressVariable({ name, description, default: standard, example: standard })
}

/** Reads an address, without final slash. @param how An example for the remedy; whether the text is never shown */
function readWebAddress(
  name: string,
  text: string,
  { example, secret = false }: { example: string; secret?: boolean }
): Parsed<string> {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const shown = secret || /[@?#]/.test(text) ? null : text
    return {
      mistake: said(({ notWebAddress }) => notWebAddress(name, shown)),
      remedy: said(({ giveAddress }) => giveAddress(name, example))
    }
  }
  if (url.username !== '' || url.password !== '') {
    return {
      mistake: said(({ hasUser }) => hasUser(name)),
      remedy: said(({ leaveUserOut }) => leaveUserOut(example))
    }
  }
  if (url.search !== '' || url.hash !== '') {
    return {
      mistake: said(({ hasQuery }) => hasQuery(name)),
      remedy: said(({ leaveQueryOut }) => leaveQueryOut(example))
    }
  }
  return { value: withoutLastSlashes(text) }
}

export function withoutLastSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/** An origin: pages are at the root of their server and link to each other from there. */
export function readSiteUrl(text: string): Parsed<string> {
  const example = 'https://weather.example.org'
  const read = readWebAddress('SITE_URL', text, { example })
  if ('mistake' in read || new URL(read.value).pathname === '/') return read
  return {
    mistake: said(({ siteHasPath }) => siteHasPath(text)),
    remedy: said(({ giveHostName }) => giveHostName(example))
  }
}
